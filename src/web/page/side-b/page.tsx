import Room, { type RoomViewer } from '../../../../public/islands/room/room.tsx'
import PlayPage from '../../../../public/player/play-page.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { Comment } from '../../../casset/comment/shape.ts'
import { island } from '../../island.tsx'
import { type Media, unreadyWords } from '../../parts/tape-view.ts'

const PlayKey = island('player/play-page', PlayPage)
const LiveRoom = island('room/room', Room)

type SideBPageProps = {
  media: Media
  tape: Tape
  canTip: boolean
  recent: readonly Comment[]
  viewer: RoomViewer | null
}

/** Side B: the live room of a casset, with what was said last. */
export function SideBPage({ media, tape, canTip, recent, viewer }: SideBPageProps) {
  const { artist, casset, texture } = media
  const tracks = media.tracks
    .filter((track) => unreadyWords(track) === undefined)
    .map(({ id, title, durationSec, hook }) => ({
      id,
      hookId: hook.id,
      title,
      durationSec,
      hookStartSec: hook.startSec,
    }))
  return (
    <main id="main" class="world side-b wrap" data-pattern={texture.profilePatternId} tabIndex={-1}>
      <article class="jcard">
        <div class="spine" aria-hidden="true">
          <p>
            <b>B</b>
            <span>{artist.displayName}</span>
            <i>{casset.name}</i>
          </p>
        </div>
        <header>
          <p class="eyebrow">
            <a href={`/@${artist.handle}`}>Turn to side A</a>
          </p>
          <h1>Side B</h1>
          <p class="hand" dir="auto">
            {casset.name} by {artist.displayName}
          </p>
          <div class="acts">{tracks.length > 0 && <PlayKey label="Play all" />}</div>
        </header>
        <div class="room">
          <LiveRoom tape={tape} tracks={tracks} emojis={media.emojis} canTip={canTip} viewer={viewer} recent={recent} />
        </div>
        <noscript>
          <p class="notice">These are the last comments. To hear new ones and to write, switch on JavaScript.</p>
        </noscript>
      </article>
    </main>
  )
}
