import { type Signal, useComputed } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { clock } from '../../../lib/clock.ts'
import { lengthFault } from '../../../lib/form.ts'
import { Icon } from '../../../lib/icon.tsx'
import { Inline } from '../../../lib/inline.tsx'
import { MoveKeys } from '../../../lib/move-keys.tsx'
import { useNearRow } from '../../../lib/near-rows.ts'
import { play } from '../../../player/engine.ts'
import { type Cue, current, playing, type Tape } from '../../../player/state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { TrackPanel } from './track-panel.tsx'

type TrackRowProps = {
  editor: CassetEditor
  tape: Tape
  track: OwnerTrack
  /** From 0. */
  place: number
  count: number
  openId: Signal<string | null>
  onMove: (id: string, place: number) => void
  onErase: (track: OwnerTrack) => void
}

const faultOfTitle = (title: string): string =>
  title === '' ? say('Enter a title.') : lengthFault(title, longest.title)

function stateOf({ file, active, durationSec }: OwnerTrack): string {
  if (file.status === 'PROCESSING') return say('Processing…')
  if (file.status === 'FAILED') return say('Processing failed')
  const length = durationSec === null ? '' : clock(durationSec)
  return active ? length : say('{length} · hidden', { length })
}

/** Far down a long list it is drawn as text. */
export function TrackRow({ editor, tape, track, place, count, openId, onMove, onErase }: TrackRowProps) {
  const { id, title, file, active } = track
  const isOpen = useComputed(() => openId.value === id)
  const isReady = file.status === 'READY'
  const row = useNearRow<HTMLLIElement>(place)
  const isWhole = row.isWhole.value

  return (
    <li
      ref={row.ref}
      class="editor-track"
      data-status={file.status}
      data-away={active ? undefined : ''}
      data-open={isOpen.value || undefined}
    >
      {isWhole && (
        <span class="grip" aria-hidden="true">
          <Icon name="grip" />
        </span>
      )}
      <span class="place mono" aria-hidden="true">
        {place + 1}
      </span>
      {isWhole && <PlayKey editor={editor} tape={tape} track={track} isReady={isReady} />}
      {isWhole ? (
        <Inline
          id={`title-${id}`}
          label={say('Title of track {place}', { place: place + 1 })}
          class="title"
          value={title}
          faultOf={faultOfTitle}
          onKeep={(text) => editor.changeTrack(id, { title: text })}
        />
      ) : (
        <b class="title" dir="auto">
          {title}
        </b>
      )}
      <span class="state mono">{stateOf(track)}</span>
      {isWhole && (
        <span class="row-keys">
          {isOpen.value && <MoveKeys title={title} place={place} count={count} onMove={(to) => onMove(id, to)} />}
          <button
            type="button"
            class="quiet unfold"
            aria-expanded={isOpen.value}
            aria-label={say('Details of {title}', { title })}
            onClick={() => {
              openId.value = isOpen.value ? null : id
            }}
          >
            <Icon name="open" />
          </button>
        </span>
      )}
      {file.problem && (
        <p class="problem">
          {say('{problem} Upload another export of it, and delete this track.', { problem: file.problem })}
        </p>
      )}
      {isOpen.value && <TrackPanel editor={editor} track={track} onErase={() => onErase(track)} />}
    </li>
  )
}

type PlayKeyProps = { editor: CassetEditor; tape: Tape; track: OwnerTrack; isReady: boolean }

function PlayKey({ editor, tape, track, isReady }: PlayKeyProps) {
  const isPlaying = useComputed(() => current.value?.id === track.id && playing.value)
  const press = () => {
    const cues = cuesOf(tape, editor.tracks.value)
    play(
      cues,
      cues.findIndex(({ id }) => id === track.id),
    )
  }
  return (
    <button
      type="button"
      class="key play"
      disabled={!isReady}
      aria-pressed={isPlaying.value}
      aria-label={
        isPlaying.value ? say('Pause {title}', { title: track.title }) : say('Play {title}', { title: track.title })
      }
      onClick={press}
    >
      <Icon name={isPlaying.value ? 'pause' : 'play'} />
    </button>
  )
}

/** Returns the artist's tracks as the deck queues them: all that are ready, hidden ones too. */
const cuesOf = (tape: Tape, tracks: readonly OwnerTrack[]): Cue[] =>
  tracks
    .filter(({ file }) => file.status === 'READY')
    .map(({ id, title, durationSec, hook }) => ({ ...tape, id, title, durationSec, hookStartSec: hook.startSec }))
