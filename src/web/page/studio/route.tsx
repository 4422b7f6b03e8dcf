import { visibleCasset } from '../../../access/visible-casset.ts'
import { assetUrl } from '../../../asset/asset-url.ts'
import { cassetTag } from '../../../casset/revision.ts'
import type { Ctx } from '../../../context.ts'
import { signedIn } from '../../../http/guard.ts'
import { obstacleTo } from '../../../seller/can-be-paid.ts'
import { sellingOf } from '../../../seller/selling.ts'
import { readStorage } from '../../../storage/usage.ts'
import { page, required, seeOther } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { toTape } from '../../parts/tape-view.ts'
import { themeOf } from '../../theme.ts'
import { StudioPage } from './page.tsx'

/** `/studio`: the artist's own casset. */
export const studioRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio', viewer: required }, ({ viewer }) => {
    const media = ownMedia(ctx, viewer)
    const storage = readStorage(ctx, viewer)
    const { casset } = visibleCasset(ctx, viewer.handle, viewer)
    const { backgroundAssetId } = casset
    return {
      head: studioHead(ctx, media, { title: 'Studio', description: 'Put music on your casset.', path: '/studio' }),
      main: (
        <StudioPage
          media={media}
          tag={cassetTag(casset)}
          tape={toTape(ctx, media)}
          maxUploadBytes={ctx.config.maxUploadBytes}
          storageWords={storage.quotaBytes === null ? null : storage.words}
          obstacle={obstacleTo(ctx, viewer.handle)}
          ownsSite={viewer.role === 'owner'}
          most={sellingOf(ctx, viewer, media.casset.price.currency).limits?.most ?? null}
          origin={ctx.site.origin}
          backgroundUrl={backgroundAssetId === null ? null : assetUrl(backgroundAssetId, 1280)}
        />
      ),
    }
  })

/** `/studio/theme.css`: redirects to the current stylesheet of the artist's world. */
export const studioThemeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/theme.css', viewer: signedIn }, ({ viewer }) =>
    seeOther(themeOf(ctx, ownMedia(ctx, viewer))),
  )
