import VideoIsland, { type VideoProps } from '../../../../public/islands/video/video.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import { visibleTrack } from '../../../casset/access/decide-access.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { themeOf } from '../../document/theme.ts'
import { page, required } from '../../page.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { artistOfTrack, toTape } from '../../parts/tape-view.ts'

/**
 * `/@handle/clip/video`: makes a video clip of a track's hook, in the browser; of the first track
 * when none is named.
 */
export const worldClipVideoRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/clip/video', viewer: required, query: { track: 64 } }, ({ viewer, params, query }) => {
    const media = readMedia(ctx, params.handle, viewer)
    const { casset, cover, tracks } = media
    const track = tracks.find(({ id }) => query.track === undefined || id === query.track)
    if (query.track !== undefined && !track) throw notFound('track')
    const path = `/@${casset.slug}/clip/video`
    return {
      head: {
        ...formHead(say('Make a clip'), say('A clip of {name}.', { name: casset.name }), path),
        theme: themeOf(ctx, media),
      },
      main: (
        <WorldClipVideoPage
          path={path}
          tape={toTape(ctx, media)}
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
              artist: artistOfTrack(track, media),
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

const Video = island('video/video', VideoIsland)
const Play = island('player/play-tape', PlayTape)

type WorldClipVideoPageProps = {
  path: string
  tape: Tape
  titles: readonly { id: string; title: string }[]
  /** The track of the clip; undefined on a casset without tracks. */
  video: VideoProps | undefined
}

const WorldClipVideoPage = ({ path, tape, titles, video }: WorldClipVideoPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1>{say('Make a clip')}</h1>
        <p>
          {say(
            'A video of the hook, upright for phones, with the cover, the waveform and the lyrics. It is made here, in your browser, and is yours to post.',
          )}
        </p>
      </header>
      <NeedsScript />
      {titles.length > 1 && (
        <form class="clip-track" action={path}>
          <div class="field">
            <label for="clip-track">{say('Track')}</label>
            <select id="clip-track" name="track">
              {titles.map(({ id, title }) => (
                <option key={id} value={id} selected={id === video?.track.id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" class="key">
            {say('Choose')}
          </button>
        </form>
      )}
      {video === undefined && <p class="empty">{say('There is no track to make a clip of yet.')}</p>}
      {video !== undefined && video.track.hook.durationSec === 0 && (
        <p class="empty">{say('The hook of this track is still being prepared. Come back in a moment.')}</p>
      )}
      {video !== undefined && video.track.hook.durationSec > 0 && (
        <>
          <div class="clip-of">
            <Play
              tape={tape}
              from={{ id: video.track.id, title: video.track.title, atSec: video.track.hook.startSec }}
            />
            <b dir="auto">{video.track.title}</b>
            <span class="mono">{say('{count} s', { count: Math.round(video.track.hook.durationSec) })}</span>
          </div>
          <Video key={video.track.id} {...video} />
        </>
      )}
    </article>
  </main>
)
