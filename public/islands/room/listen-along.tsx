import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { splitSlug } from '../../../src/lib/text/slug.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { type Along, ledSec, listenAlong } from '../../player/along.ts'
import { play } from '../../player/engine.ts'
import { current, playing } from '../../player/state.ts'
import type { Person, Position } from '../../room/message.ts'
import type { RoomStore } from '../../room/room-store.ts'
import { leading, leadProblem, startLeading, stopLeading } from './lead.ts'
import type { RoomView } from './room.tsx'

/** A leader who was not heard for so long has left. */
const silentMs = 12_000

type ListenAlongProps = { room: RoomStore; view: RoomView }

/** One person leads; everybody else can follow by one press and hears the same second. */
export function ListenAlong({ room, view }: ListenAlongProps) {
  const { cues, tape, viewer } = view
  const following = useSignal<ReturnType<typeof listenAlong> | null>(null)
  const comes = useRef(false)
  const cuesNow = useRef(cues)
  cuesNow.current = cues
  useEffect(() => {
    comes.current = location.hash === '#along'
    const waning = setInterval(() => {
      const { value } = room.position
      if (value && performance.now() - value.heardAtMs > silentMs) room.position.value = null
    }, 1_000)
    return () => {
      clearInterval(waning)
      following.value?.stop()
      room.isAlong.value = false
      stopLeading()
    }
  }, [])
  const state = useComputed((): Along => following.value?.state.value ?? 'off').value
  useEffect(() => {
    room.isAlong.value = state !== 'off'
  }, [state])
  const position = room.position.value
  // The clock of a party leads in the name of its artist, who can take over.
  const isOwn = position !== null && !position.byClock && position.leader.handle === viewer?.handle
  const title = cues.find(({ id }) => id === position?.trackId)?.title
  const follow = () => {
    stopLeading()
    following.value = listenAlong(() => cuesNow.current, room.position)
  }
  const isLed = position !== null
  // A visitor who comes from a party's page has pressed its key, or waited for it.
  useEffect(() => {
    if (!isLed || !comes.current) return
    comes.current = false
    if (!isOwn) follow()
  }, [isLed])
  const lead = () => {
    following.value?.stop()
    startLeading(tape.handle, new Set(cues.map(({ id }) => id)))
    const led = position?.byClock ? cues.findIndex(({ id }) => id === position.trackId) : -1
    const place = cues.findIndex(({ id }) => id === current.value?.id)
    if (position && led >= 0) play(cues, led, { trackSec: ledSec(position, performance.now()) })
    else if (place < 0) play(cues, 0)
    else if (!playing.value) play(cues, place)
  }
  const canLead = viewer !== null && (position === null || viewer.studioPath !== null) && !leading.value && !isOwn
  if (cues.length === 0) return null
  const isFree = position === null && !leading.value
  const next = isFree ? firstInLine(room.members.value, splitSlug(tape.handle).handle) : undefined
  const isNext = next !== undefined && next.handle === viewer?.handle
  return (
    <section id="along" class="along needs-js" aria-label={say('Listen along')}>
      {leading.value && <Leading />}
      {position && !leading.value && !isOwn && (
        <>
          <p>
            {inParts(leadsText(position, title ?? say('a track')), {
              b: (text) => <b dir="auto">{text}</b>,
              span: (text) => <span dir="auto">{text}</span>,
            })}
          </p>
          {state === 'off' ? (
            <button type="button" class="key go" onClick={follow}>
              {say('Listen along')}
            </button>
          ) : (
            <button type="button" class="key" onClick={() => following.value?.stop()}>
              {say('Leave the party')}
            </button>
          )}
        </>
      )}
      {state === 'outside' && (
        <Said class="hand">
          {say('You hear the highlighted part of each track. Get the casset to listen along to all of it.')}
        </Said>
      )}
      {next && <Line name={isNext ? null : next.displayName} />}
      {canLead && (
        <button type="button" class={isNext ? 'key go' : 'key'} onClick={lead}>
          {position ? say('Host instead') : say('Start listening party')}
        </button>
      )}
      <Said role="alert" class="problem">
        {leadProblem}
      </Said>
    </section>
  )
}

const leadsText = ({ leader: { displayName: name }, isPlaying, byClock }: Position, title: string) => {
  if (byClock) {
    return isPlaying
      ? say('The record is playing: <span>{title}</span>', { title })
      : say('The record is paused: <span>{title}</span>', { title })
  }
  return isPlaying
    ? say('<b>{name}</b> hosts: <span>{title}</span>', { name, title })
    : say('<b>{name}</b> hosts: <span>{title}</span>, paused', { name, title })
}

/** Says who may lead next; null is the viewer. */
const Line = ({ name }: { name: string | null }) => (
  <p>
    {name === null
      ? say('No one is hosting. You can start.')
      : inParts(say('No one is hosting. <b>{name}</b> is first in line.', { name }), {
          b: (text) => <b dir="auto">{text}</b>,
        })}
  </p>
)

const Leading = () => (
  <>
    <Said>{say('You are hosting: whoever listens along hears what you play, at the same second.')}</Said>
    <button type="button" class="key" onClick={stopLeading}>
      {say('End it')}
    </button>
  </>
)

/**
 * Returns the person whose turn it is to lead a room that nobody leads: its artist if here, else
 * the member who has been here longest. `members` are in the order of their arrival.
 */
const firstInLine = (members: readonly Person[], artistHandle: string): Person | undefined =>
  members.find(({ handle }) => handle === artistHandle) ?? members[0]
