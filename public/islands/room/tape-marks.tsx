import { useComputed, useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { clock } from '../../lib/clock.ts'
import { play } from '../../player/engine.ts'
import { current, trackTime } from '../../player/state.ts'
import type { Comment } from '../../room/message.ts'
import type { RoomStore } from '../../room/room-store.ts'
import type { RoomView } from './room.tsx'
import { RoomText } from './room-text.tsx'

const mostMarks = 80

type Mark = { comment: Comment; atSec: number }

/**
 * The tape of the playing track (else of the first one), with the comments at their positions: the
 * nearest to a finger or pointer is read out below it, and all of them unfold.
 */
export function TapeMarks({ room, view: { tracks, cues, emojis } }: { room: RoomStore; view: RoomView }) {
  const shownId = useSignal<string | null>(null)
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
  const playAt = (trackSec: number) => play(cues, place, { trackSec })
  const x = (sec: number) => (Math.min(sec, lengthSec) / lengthSec) * 1000
  const near = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const sec = ((clientX - left) / width) * lengthSec
    shownId.value = nearest(marks, sec)?.comment.id ?? null
  }
  const shown = marks.find(({ comment }) => comment.id === shownId.value)
  return (
    <section class="tape-marks" aria-label={say('Comments along {title}', { title: track.title })}>
      <p class="mono">
        <b dir="auto">{track.title}</b> {clock(second.value)} / {clock(lengthSec)}
      </p>
      <svg
        viewBox="0 0 1000 32"
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={near}
        onPointerMove={near}
      >
        <rect class="whole" y="14" width="1000" height="4" />
        <rect class="heard" y="14" width={x(second.value)} height="4" />
        {marks.map((mark) => (
          <rect
            key={mark.comment.id}
            class={mark === shown ? 'mark shown' : 'mark'}
            x={x(mark.atSec) - 2}
            y="4"
            width="4"
            height="24"
          />
        ))}
      </svg>
      {shown && <Moment mark={shown} emojis={emojis} onPlay={playAt} />}
      {marks.length > 0 && (
        <details class="fold">
          <summary>
            {say('{comments, plural, one {One comment} other {# comments}} along the track', {
              comments: marks.length,
            })}
          </summary>
          <ul>
            {marks.map((mark) => (
              <li key={mark.comment.id}>
                <Moment mark={mark} emojis={emojis} onPlay={playAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const nearest = (marks: readonly Mark[], sec: number): Mark | undefined =>
  marks.toSorted((one, other) => Math.abs(one.atSec - sec) - Math.abs(other.atSec - sec))[0]

type MomentProps = { mark: Mark; emojis: RoomView['emojis']; onPlay: (atSec: number) => void }

const Moment = ({ mark: { comment, atSec }, emojis, onPlay }: MomentProps) => (
  <button type="button" class="moment needs-js" onClick={() => onPlay(atSec)}>
    {clock(atSec)}{' '}
    <RoomText as="span" text={comment.text} lang={comment.writesIn} emojiIds={comment.emojiIds} emojis={emojis} />
  </button>
)
