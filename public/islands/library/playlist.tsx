import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { tracksText } from '../../../src/lib/text/count-text.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { clock } from '../../lib/clock.ts'
import { useDragRows } from '../../lib/drag-rows.ts'
import { focusOn } from '../../lib/focus-on.ts'
import { lengthFault } from '../../lib/form.ts'
import { Icon } from '../../lib/icon.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Inline } from '../../lib/inline.tsx'
import { MoveKeys } from '../../lib/move-keys.tsx'
import { createMoves } from '../../lib/moves.ts'
import { useNearRow } from '../../lib/near-rows.ts'
import { showToast } from '../../lib/toast.ts'
import { type Trouble, troubleOf } from '../../lib/trouble.ts'
import { showUndo } from '../../lib/undo.ts'
import { play } from '../../player/engine.ts'
import { type Cue, current, playing, type Tape } from '../../player/state.ts'

/** A track of a playlist; `heard` is null for one that can no longer be heard. */
export type PlaylistEntry = {
  id: string
  heard: {
    title: string
    /** Its artists, where they are not the casset's. */
    artist?: string
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
  tapes: readonly Tape[]
  tracks: readonly PlaylistEntry[]
}

const goneText = () => say('This track can no longer be heard')

export default function Playlist({ id, name: firstName, tapes, tracks: first }: PlaylistProps) {
  const box = useRef<HTMLOListElement>(null)
  const name = useSignal(firstName)
  const tracks = useSignal(first)
  /** A track that cannot be put back once it is off. */
  const goingForGood = useSignal<PlaylistEntry | null>(null)
  const isDeleted = useSignal(false)
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
  const takeOff = async (entry: PlaylistEntry): Promise<Trouble | null> => {
    const place = tracks.value.indexOf(entry)
    const { error } = await api.playlists({ id }).tracks({ trackId: entry.id }).delete()
    // It may be off the list already, by another tab.
    if (error && Number(error.status) !== 404) return troubleOf(error)
    tracks.value = tracks.value.filter((each) => each.id !== entry.id)
    const text = say('{title} is removed from the playlist.', { title: titleOf(entry) })
    if (entry.heard) showUndo(text, () => putBack(entry, place))
    else announce(text)
    return null
  }
  const putBack = async (entry: PlaylistEntry, place: number) => {
    const body = { trackIds: [entry.id], position: place + 1 }
    const { error } = await api.playlists({ id }).tracks.post(body)
    if (error) return troubleOf(error)
    const others = tracks.value.filter((each) => each.id !== entry.id)
    tracks.value = [...others.slice(0, place), entry, ...others.slice(place)]
    focusOn('#playlist-name')
    return null
  }
  const deleteAll = async () => {
    const { error } = await api.playlists({ id }).delete()
    if (error) return showToast(troubleOf(error).text)
    isDeleted.value = true
    const text = say('The playlist is deleted. What you have stays in your library.')
    showUndo(text, async () => {
      const { error: refused } = await api.playlists({ id }).restore.post()
      if (refused) return troubleOf(refused)
      isDeleted.value = false
      focusOn('#playlist-name')
      return null
    })
  }
  const rename = async (text: string) => {
    const { error } = await api.playlists({ id }).patch({ name: text })
    if (!error) name.value = text
    return error && troubleOf(error)
  }
  const cues = useComputed(() => toCues(tapes, tracks.value))
  if (isDeleted.value) {
    return (
      <p class="empty">
        {inParts(say('This playlist is deleted. <a>Your playlists</a>'), {
          a: (text) => <a href="/library/playlists">{text}</a>,
        })}
      </p>
    )
  }
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
        {tracks.value.map((entry, place) => (
          <Row
            key={entry.id}
            entry={entry}
            tape={entry.heard ? tapes[entry.heard.tape] : undefined}
            place={place}
            count={tracks.value.length}
            cues={cues}
            onMove={(to) => move(entry, to)}
            onTakeOff={() => {
              if (entry.heard) void takeOff(entry).then((trouble) => trouble && showToast(trouble.text))
              else goingForGood.value = entry
            }}
          />
        ))}
      </ol>
      <p class="acts needs-js">
        <button type="button" class="key" onClick={() => void deleteAll()}>
          {say('Delete this playlist')}
        </button>
      </p>
      <AskDialog
        about={goingForGood}
        title={() => say('Remove it from the playlist?')}
        keep={say('Cancel')}
        go={say('Remove it')}
        act={takeOff}
        after={() => focusOn('#playlist-name')}
      >
        {() => <p>{say('You cannot hear this track now, so it cannot be put back either.')}</p>}
      </AskDialog>
    </>
  )
}

const faultOfName = (name: string): string =>
  name === '' ? say('Give the playlist a name.') : lengthFault(name, longest.playlistName)

const toCues = (tapes: readonly Tape[], tracks: readonly PlaylistEntry[]): Cue[] =>
  tracks.flatMap(({ id, heard }) => {
    const tape = heard ? tapes[heard.tape] : undefined
    if (!heard || !tape) return []
    const { title, artist = tape.artist, durationSec, hookStartSec } = heard
    return [{ ...tape, artist, id, title, durationSec, hookStartSec }]
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
  const row = useNearRow<HTMLLIElement>(place)
  const isPlaying = useComputed(() => current.value?.id === id && playing.value)
  const title = heard?.title ?? goneText()
  const isWhole = row.isWhole.value
  const press = () =>
    play(
      cues.value,
      cues.value.findIndex((cue) => cue.id === id),
    )
  return (
    <li ref={row.ref} class="playlist-track" data-away={heard ? undefined : ''}>
      {isWhole && (
        <>
          <span class="grip needs-js" aria-hidden="true">
            <Icon name="grip" />
          </span>
          <button
            type="button"
            class={isPlaying.value ? 'key play down needs-js' : 'key play needs-js'}
            disabled={heard === null}
            aria-label={isPlaying.value ? say('Pause {title}', { title }) : say('Play {title}', { title })}
            onClick={press}
          >
            <Icon name={isPlaying.value ? 'pause' : 'play'} />
          </button>
        </>
      )}
      {heard && tape ? (
        <span class="title">
          <b dir="auto">{title}</b>
          {isWhole && (
            <a class="tap" href={pagePath(tape.handle)} dir="auto">
              {say('{name} by {artist}', { name: tape.name, artist: tape.artist })}
            </a>
          )}
        </span>
      ) : (
        <span class="title">{say('{title}. It is skipped.', { title })}</span>
      )}
      <span class="mono">
        {heard && (heard.isHook ? say('Hook') : heard.durationSec !== null && clock(heard.durationSec))}
      </span>
      {isWhole && (
        <span class="row-keys needs-js">
          <MoveKeys title={title} place={place} count={last} onMove={onMove} />
          <button
            type="button"
            class="quiet"
            aria-label={say('Remove {title} from the playlist', { title })}
            onClick={onTakeOff}
          >
            <Icon name="cross" />
          </button>
        </span>
      )}
    </li>
  )
}
