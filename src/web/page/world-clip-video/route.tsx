import { visibleTrack } from '../../../casset/access/decide-access.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { themeOf } from '../../theme.ts'
import { WorldClipVideoPage } from './page.tsx'

/** `/@handle/clip/video`: making a video clip of a track's hook, in the browser; without a track of the first one. */
export const worldClipVideoRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/clip/video', viewer: required, query: { track: 64 } }, ({ viewer, params, query }) => {
    const media = readMedia(ctx, params.handle, viewer)
    const { artist, casset, cover, tracks } = media
    const track = tracks.find(({ id }) => query.track === undefined || id === query.track)
    if (query.track !== undefined && !track) throw notFound('track')
    const path = `/@${casset.slug}/clip/video`
    return {
      head: { ...formHead('Make a clip', `A clip of ${casset.name}.`, path), theme: themeOf(ctx, media) },
      main: (
        <WorldClipVideoPage
          path={path}
          titles={tracks.map(({ id, title }) => ({ id, title }))}
          video={
            track && {
              track: {
                id: track.id,
                title: track.title,
                hookId: track.hook.id,
                hook: { startSec: track.hook.startSec, durationSec: track.hook.durationSec },
                durationSec: track.durationSec ?? 0,
                lyrics: visibleTrack(ctx, track.id, viewer).track.lyrics,
              },
              artist: track.artist?.displayName ?? artist.displayName,
              casset: casset.name,
              handle: casset.slug,
              address: `${new URL(ctx.site.origin).host}/@${casset.slug}`,
              cover: cover?.variants.at(-1)?.url ?? cover?.url ?? null,
              worker: ctx.assets.manifest.clipWorker,
              isOwn: media.viewer.owner,
            }
          }
        />
      ),
    }
  })
