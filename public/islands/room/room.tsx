import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'
import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { type Cue, offered, type Tape } from '../../player/state.ts'
import type { Comment, Person, Tip } from '../../room/message.ts'
import { openRoom } from '../../room/open-room.ts'
import { addComments, addTips, createRoomStore, type RoomStore } from '../../room/room-store.ts'
import { Feed } from './feed.tsx'
import { ListenAlong } from './listen-along.tsx'
import type { RoomEmoji } from './room-text.tsx'
import { TapeMarks } from './tape-marks.tsx'
import { Write } from './write.tsx'

export type RoomTrack = {
  id: string
  hookId: string
  title: string
  durationSec: number | null
  hookStartSec: number
  position: number
  /** Its artists, where they are not the casset's. */
  artist?: string
}

export type RoomViewer = { handle: string; isModerator: boolean; studioPath: string | null }

export type RoomView = {
  tape: Tape
  tracks: readonly RoomTrack[]
  cues: readonly Cue[]
  emojis: readonly RoomEmoji[]
  canTip: boolean
  viewer: RoomViewer | null
}

export type RoomProps = Omit<RoomView, 'cues'> & {
  recent: readonly Comment[]
  /** The tips of the last 24 hours. */
  tips: readonly Tip[]
  /** How many people got the album today. */
  boughtToday: number
}

/** Not everybody in the room asks at once. */
const askWithinMs = 1_000

export default function Room({ recent, tips, boughtToday, ...props }: RoomProps) {
  const opened = useSignal<readonly RoomTrack[]>([])
  const tracks = useMemo(
    () => [...props.tracks, ...opened.value].toSorted((one, other) => one.position - other.position),
    [props.tracks, opened.value],
  )
  const cues = useMemo(
    () => tracks.map(({ hookId: _, position: __, ...track }): Cue => ({ ...props.tape, ...track })),
    [props.tape, tracks],
  )
  const room = useMemo(() => {
    const store = globalThis.window ? openRoom(props.tape.handle) : { ...createRoomStore(), close() {} }
    addComments(store, recent)
    addTips(store, tips)
    return store
  }, [])
  useEffect(() => {
    offered.value = cues
    return () => room.close()
  }, [])
  const ledId = room.position.value?.trackId
  const isUnknown = props.viewer !== null && ledId !== undefined && !tracks.some(({ id }) => id === ledId)
  // A party may let them hear a track that was closed when this page was loaded.
  useEffect(() => {
    if (!isUnknown) return
    const asking = setTimeout(async () => {
      const { data } = await api.casset({ slug: props.tape.handle }).party.get()
      if (data) opened.value = data.tracks
    }, Math.random() * askWithinMs)
    return () => clearTimeout(asking)
  }, [isUnknown, ledId])
  const view: RoomView = { ...props, tracks, cues }
  return (
    <>
      <Shelf
        listeners={room.listeners.value}
        playing={room.position.value?.isPlaying ? room.position.value.playing : 0}
        members={room.members.value}
        ownHandle={view.viewer?.handle ?? null}
      />
      <ListenAlong room={room} view={view} />
      <TapeMarks room={room} view={view} />
      <Feed room={room} view={view} boughtToday={boughtToday} />
      <Status room={room} />
      {view.viewer ? <Write room={room} view={view} /> : <Invitation handle={view.tape.handle} />}
    </>
  )
}

const statusText = () =>
  ({
    opening: '',
    open: '',
    waiting: say('Reconnecting… You miss nothing.'),
    refused: say('You were removed from this room.'),
  }) as const

const Status = ({ room }: { room: RoomStore }) => <Said class="room-status">{statusText()[room.status.value]}</Said>

const Invitation = ({ handle }: { handle: string }) => (
  <p class="write invitation">
    <a class="key" href={`/login?next=${encodeURIComponent(`/@${handle}/sideb`)}`}>
      {say('Sign in to talk')}
    </a>
    <span class="hand">{say('You are here as a guest.')}</span>
  </p>
)

type ShelfProps = { listeners: number; playing: number; members: readonly Person[]; ownHandle: string | null }

const mostBlank = 6

/** Each member has a cassette on the shelf, a few guests a blank one. */
function Shelf({ listeners, playing, members, ownHandle }: ShelfProps) {
  const guests = Math.max(0, listeners - members.length)
  const blanks = Array.from({ length: Math.min(guests, mostBlank) }, (_, at) => `guest ${at}`)
  return (
    <section class="shelf-of-listeners" aria-labelledby="listeners">
      <h2 id="listeners">{headingOf(listeners, playing)}</h2>
      <ul>
        {members.map(({ handle, displayName, pfp }) => (
          <li key={handle} data-own={handle === ownHandle ? '' : undefined}>
            <a href={`/@${handle}`}>
              <img src={pfp} alt="" width="28" height="28" loading="lazy" decoding="async" />
              <span dir="auto">{handle === ownHandle ? say('You') : displayName}</span>
            </a>
          </li>
        ))}
        {blanks.map((key) => (
          <li key={key} class="guest" aria-hidden="true" />
        ))}
      </ul>
      {guests > 0 && (
        <p class="mono">
          {members.length > 0
            ? say('+{guests, plural, one {# guest} other {# guests}}', { guests })
            : say('{guests, plural, one {# guest} other {# guests}}', { guests })}
        </p>
      )}
    </section>
  )
}

function headingOf(listeners: number, playing: number): string {
  if (listeners === 0) return say('Who is here')
  if (playing > 0) {
    return say(
      '{listeners, plural, one {# here} other {# here}}, {playing, plural, one {# playing} other {# playing}} ## people in the room',
      { listeners, playing },
    )
  }
  return say('{listeners, plural, one {# here} other {# here}} ## people in the room', { listeners })
}
