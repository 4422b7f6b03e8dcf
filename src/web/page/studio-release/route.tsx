import type { Ctx } from '../../../context.ts'
import { obstacleTo } from '../../../money/seller/can-be-paid.ts'
import { ownRelease } from '../../../release/own-release.ts'
import { readOwnerDna, readPreview } from '../../../release/read-preview.ts'
import { readRelease } from '../../../release/read-release.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioReleasePage } from './page.tsx'

/** `/studio/releases/{id}`: one of the artist's releases. */
export const studioReleaseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/releases/:id', viewer: required }, ({ viewer, params: { id } }) => {
    const row = ownRelease(ctx, id, viewer)
    const media = ownMedia(ctx, viewer)
    const { permissionPolicies: policies, provenance } = readOwnerDna(ctx, row)
    const description = 'What a release says, and to whom.'
    return {
      head: studioHead(ctx, media, { title: row.title, description, path: '/studio/releases' }),
      main: (
        <StudioReleasePage
          media={media}
          tracks={media.tracks.map((track) => ({ id: track.id, title: track.title }))}
          release={readRelease(ctx, row)}
          policies={policies}
          currency={media.casset.price.currency}
          obstacle={obstacleTo(ctx, viewer.handle)}
          ownsSite={viewer.role === 'owner'}
          preview={readPreview(ctx, row)}
          {...provenance}
        />
      ),
    }
  })
