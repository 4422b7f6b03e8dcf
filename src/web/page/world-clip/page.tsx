import ClipIsland, { type ClipPageProps } from '../../../../public/islands/clip/clip.tsx'
import type { OpenDrop } from '../../../drop/view/list-drops.ts'
import { island } from '../../island.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'
import { OpenDrops } from '../../parts/open-drops.tsx'

const Clip = island('clip/clip', ClipIsland)

type WorldClipPageProps = ClipPageProps & { handle: string; name: string; drops: readonly OpenDrop[] }

/** The page on which a listener submits a clip that they made of a hook. */
export const WorldClipPage = ({ handle, name, drops, ...props }: WorldClipPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1>Make a clip</h1>
        <p>
          You danced to it, covered it or filmed something with it? Send it to {props.artist}, and it may come onto the
          page of <a href={`/@${handle}`}>{name}</a>.
        </p>
        <p>
          Nothing filmed yet? <a href={`/@${handle}/clip/video`}>Make a video of a hook</a>, here in your browser.
        </p>
      </header>
      <OpenDrops drops={drops} hooks={props.hooks} />
      <NeedsScript />
      {props.hooks.length > 0 ? <Clip {...props} /> : <p class="empty">There is no track to make a clip of yet.</p>}
    </article>
  </main>
)
