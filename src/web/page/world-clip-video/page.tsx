import VideoIsland, { type VideoProps } from '../../../../public/islands/video/video.tsx'
import { island } from '../../island.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'

const Video = island('video/video', VideoIsland)

type WorldClipVideoPageProps = {
  path: string
  titles: readonly { id: string; title: string }[]
  /** Of which track the clip is; undefined on a casset without one. */
  video: VideoProps | undefined
}

/** The page on which a video clip of a hook is made. */
export const WorldClipVideoPage = ({ path, titles, video }: WorldClipVideoPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1>Make a clip</h1>
        <p>
          A video of the hook, upright for phones, with the cover, the waveform and the lyrics. It is made here, in your
          browser, and is yours to post.
        </p>
      </header>
      <NeedsScript />
      {titles.length > 1 && (
        <form class="clip-track" action={path}>
          <div class="field">
            <label for="clip-track">Track</label>
            <select id="clip-track" name="track">
              {titles.map(({ id, title }) => (
                <option key={id} value={id} selected={id === video?.track.id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" class="key">
            Choose
          </button>
        </form>
      )}
      {video === undefined && <p class="empty">There is no track to make a clip of yet.</p>}
      {video !== undefined && video.track.hook.durationSec === 0 && (
        <p class="empty">The hook of this track is still being cut. Come back in a moment.</p>
      )}
      {video !== undefined && video.track.hook.durationSec > 0 && <Video key={video.track.id} {...video} />}
    </article>
  </main>
)
