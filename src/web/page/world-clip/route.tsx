import type { Ctx } from '../../../context.ts'
import { ownClips } from '../../../drop/submission/list-submissions.ts'
import { openDropsOf } from '../../../drop/view/list-drops.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { themeOf } from '../../theme.ts'
import { WorldClipPage } from './page.tsx'

const shownOwn = 50

/** `/@handle/clip`: submitting a clip to one of a casset's hooks. */
export const worldClipRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/clip', viewer: required, query: { hook: 64 } }, ({ viewer, params, query }) => {
    const media = readMedia(ctx, params.handle, viewer)
    const { artist, casset, tracks } = media
    const hooks = tracks.map(({ hook, title }) => ({ hookId: hook.id, title }))
    const description = `A clip of ${casset.name} by ${artist.displayName}.`
    return {
      head: { ...formHead('Make a clip', description, `/@${artist.handle}/clip`), theme: themeOf(ctx, media) },
      main: (
        <WorldClipPage
          handle={artist.handle}
          name={casset.name}
          artist={artist.displayName}
          hooks={hooks}
          drops={openDropsOf(ctx, casset.id)}
          chosen={query.hook ?? null}
          own={ownClips(ctx, casset.id, viewer.userId, shownOwn)}
        />
      ),
    }
  })
