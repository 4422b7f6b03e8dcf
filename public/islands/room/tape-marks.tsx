import { useComputed } from '@preact/signals'
import { clock } from '../../lib/clock.ts'
import { play } from '../../player/engine.ts'
import { current, trackTime } from '../../player/state.ts'
import type { Comment } from '../../room/message.ts'
import type { RoomStore } from '../../room/room-store.ts'
import type { RoomView } from './room.tsx'

const mostMarks = 80

type Mark = { comment: Comment; atSec: number }

/** The tape of the playing track (else of the first one), with the comments at their positions. */
export function TapeMarks({ room, view: { tracks, cues } }: { room: RoomStore; view: RoomView }) {
  const playing = useComputed(() => tracks.find(({ id }) => id === current.value?.id))
  const second = useComputed(() => (playing.value ? Math.floor(trackTime.value) : 0))
  const track = playing.value ?? tracks[0]
  const lengthSec = track?.durationSec ?? 0
  if (!track || lengthSec === 0) return null
  const marks = room.comments.value
    .flatMap((comment): Mark[] => {
      const { hookId, atSec } = comment
      return hookId === track.hookId && atSec !== null ? [{ comment, atSec }] : []
    })
    .slice(-mostMarks)
    .toSorted((a, b) => a.atSec - b.atSec)
  const place = cues.findIndex(({ id }) => id === track.id)
  const x = (sec: number) => (Math.min(sec, lengthSec) / lengthSec) * 1000
  return (
    <section class="tape-marks" aria-label={`Comments along ${track.title}`}>
      <p class="mono">
        <b dir="auto">{track.title}</b> {clock(second.value)} / {clock(lengthSec)}
      </p>
      <svg viewBox="0 0 1000 32" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" y="14" width="1000" height="4" />
        <rect class="heard" y="14" width={x(second.value)} height="4" />
        {marks.map(({ comment, atSec }) => (
          <rect key={comment.id} class="mark" x={x(atSec) - 2} y="4" width="4" height="24" />
        ))}
      </svg>
      {marks.length > 0 && (
        <ul>
          {marks.map(({ comment, atSec }) => (
            <li key={comment.id}>
              <button type="button" class="moment needs-js" onClick={() => play(cues, place, { trackSec: atSec })}>
                {clock(atSec)} <span dir="auto">{comment.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
