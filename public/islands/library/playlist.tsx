import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { tracksText } from '../../../src/lib/count-text.ts'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/longest.ts'
import { pagePath } from '../../../src/lib/slug.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { clock } from '../../lib/clock.ts'
import { useDragRows } from '../../lib/drag-rows.ts'
import { focusOn } from '../../lib/focus-on.ts'
import { lengthOf } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { Icon } from '../../lib/icon.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Inline } from '../../lib/inline.tsx'
import { MoveKeys } from '../../lib/move-keys.tsx'
import { createMoves } from '../../lib/moves.ts'
import { showToast } from '../../lib/toast.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { play } from '../../player/engine.ts'
import { type Cue, current, playing, type Tape } from '../../player/state.ts'

/** A track of a playlist; `heard` is null for one that can no longer be heard. */
export type PlaylistEntry = {
  id: string
  heard: {
    title: string
    durationSec: number | null
    hookStartSec: number
    isHook: boolean
    /** Its place in `tapes`. */
    tape: number
  } | null
}

export type PlaylistProps = {
  id: string
  name: string
  /** The tapes of the tracks, each once. */
  tapes: readonly Tape[]
  tracks: readonly PlaylistEntry[]
}

/** So many rows are drawn by the server: 500 would hold others up. */
const drawnFirst = 50

const goneText = () => say('This track can no longer be heard')

/** A playlist: its tracks are played, moved by grip or keyboard, and taken off. */
export default function Playlist({ id, name: firstName, tapes, tracks: first }: PlaylistProps) {
  const box = useRef<HTMLOListElement>(null)
  const name = useSignal(firstName)
  const tracks = useSignal(first)
  const deleting = useSignal<string | null>(null)
  const isWhole = useSignal(false)
  useEffect(() => {
    isWhole.value = true
  }, [])
  const shown = isWhole.value ? tracks.value : tracks.value.slice(0, drawnFirst)
  const moves = useMemo(
    () =>
      createMoves({
        tracks,
        keep: async (trackId, position) => {
          const { error } = await api.playlists({ id }).tracks({ trackId }).patch({ position })
          return error && troubleOf(error)
        },
        onTrouble: ({ text }) => showToast(text),
      }),
    [],
  )
  const titleOf = ({ heard }: PlaylistEntry) => heard?.title ?? goneText()
  const move = (entry: PlaylistEntry, place: number) => {
    const last = tracks.value.length - 1
    if (place < 0 || place > last) return
    moves.move(entry.id, place)
    announce(say('{title} is track {place} of {last}.', { title: titleOf(entry), place: place + 1, last: last + 1 }))
  }
  useDragRows(box, (from, to) => {
    const entry = tracks.value[from]
    if (entry) move(entry, to)
  })
  const takeOff = async (entry: PlaylistEntry) => {
    const { error } = await api.playlists({ id }).tracks({ trackId: entry.id }).delete()
    // It may be off the list already, by another tab.
    if (error && Number(error.status) !== 404) return showToast(troubleOf(error).text)
    const place = tracks.value.findIndex((each) => each.id === entry.id)
    tracks.value = tracks.value.filter((each) => each.id !== entry.id)
    announce(say('{title} is removed from the playlist.', { title: titleOf(entry) }))
    // The row is gone: the key of the one in its place, so that several can be taken off in a row.
    const after = tracks.value[place] ?? tracks.value[place - 1]
    focusOn(after ? `#off-${after.id}` : '#playlist-name')
  }
  const rename = async (text: string) => {
    const { error } = await api.playlists({ id }).patch({ name: text })
    if (!error) name.value = text
    return error && troubleOf(error)
  }
  const cues = useComputed(() => toCues(tapes, tracks.value))
  return (
    <>
      <div class="side-head">
        <h1 class="playlist-name">
          <Inline
            id="playlist-name"
            label={say('Name of the playlist')}
            value={name.value}
            faultOf={faultOfName}
            onKeep={rename}
          />
        </h1>
        {tracks.value.length > 0 && <p class="mono">{tracksText(tracks.value.length)}</p>}
      </div>
      {cues.value.length > 0 && (
        <p class="acts">
          <button type="button" class="key go needs-js" onClick={() => play(cues.value, 0)}>
            <Icon name="play" />
            {say('Play all')}
          </button>
        </p>
      )}
      {tracks.value.length === 0 && (
        <p class="empty">
          {inParts(
            say(
              'Nothing on it yet. “Add to a playlist” on a casset’s page or in your library puts tracks here. <a>Your library</a>',
            ),
            { a: (text) => <a href="/library">{text}</a> },
          )}
        </p>
      )}
      <ol ref={box} class="playlist-tracks">
        {shown.map((entry, place) => (
          <Row
            key={entry.id}
            entry={entry}
            tape={entry.heard ? tapes[entry.heard.tape] : undefined}
            place={place}
            count={tracks.value.length}
            cues={cues}
            onMove={(to) => move(entry, to)}
            onTakeOff={() => void takeOff(entry)}
          />
        ))}
      </ol>
      {tracks.value.length > drawnFirst && (
        <noscript>
          <p class="hint">{say('The first {drawnFirst} are shown: the others need scripts.', { drawnFirst })}</p>
        </noscript>
      )}
      <p class="acts needs-js">
        <button
          type="button"
          class="key"
          onClick={() => {
            deleting.value = id
          }}
        >
          {say('Delete this playlist')}
        </button>
      </p>
      <AskDialog
        about={deleting}
        title={() => say('Delete this playlist?')}
        keep={say('Cancel')}
        go={say('Delete it')}
        act={async () => {
          const { error } = await api.playlists({ id }).delete()
          return error && troubleOf(error)
        }}
        after={() => goFully('/library/playlists')}
      >
        {() => <p>{say('What you have stays in your library.')}</p>}
      </AskDialog>
    </>
  )
}

function faultOfName(name: string): string {
  if (name === '') return say('Give the playlist a name.')
  return lengthOf(name) > longest.playlistName
    ? say('Use at most {playlistName} characters.', { playlistName: longest.playlistName })
    : ''
}

/** Returns what the deck plays: all tracks that can be heard. */
const toCues = (tapes: readonly Tape[], tracks: readonly PlaylistEntry[]): Cue[] =>
  tracks.flatMap(({ id, heard }) => {
    const tape = heard ? tapes[heard.tape] : undefined
    if (!heard || !tape) return []
    const { title, durationSec, hookStartSec } = heard
    return [{ ...tape, id, title, durationSec, hookStartSec }]
  })

type RowProps = {
  entry: PlaylistEntry
  tape: Tape | undefined
  place: number
  count: number
  cues: Signal<Cue[]>
  onMove: (place: number) => void
  onTakeOff: () => void
}

function Row({ entry: { id, heard }, tape, place, count: last, cues, onMove, onTakeOff }: RowProps) {
  const isPlaying = useComputed(() => current.value?.id === id && playing.value)
  const title = heard?.title ?? goneText()
  const press = () =>
    play(
      cues.value,
      cues.value.findIndex((cue) => cue.id === id),
    )
  return (
    <li class="playlist-track" data-away={heard ? undefined : ''}>
      <span class="grip needs-js" aria-hidden="true">
        <Icon name="grip" />
      </span>
      <button
        type="button"
        class={isPlaying.value ? 'key play down needs-js' : 'key play needs-js'}
        disabled={heard === null}
        aria-label={isPlaying.value ? say('Pause {title}', { title: title }) : say('Play {title}', { title: title })}
        onClick={press}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      {heard && tape ? (
        <span class="title">
          <b dir="auto">{title}</b>
          <a href={pagePath(tape.handle)} dir="auto">
            {say('{name} by {artist}', { name: tape.name, artist: tape.artist })}
          </a>
        </span>
      ) : (
        <span class="title">{say('{title}. It is skipped.', { title })}</span>
      )}
      <span class="mono">
        {heard && (heard.isHook ? say('Hook') : heard.durationSec !== null && clock(heard.durationSec))}
      </span>
      <span class="row-keys needs-js">
        <MoveKeys title={title} place={place} count={last} onMove={onMove} />
        <button
          type="button"
          id={`off-${id}`}
          class="quiet"
          aria-label={say('Remove {title} from the playlist', { title })}
          onClick={onTakeOff}
        >
          <Icon name="remove" />
        </button>
      </span>
    </li>
  )
}
