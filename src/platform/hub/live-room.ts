import { createCatchUp, goesOn } from './catch-up.ts'
import {
  eventText,
  keptEvents,
  type Member,
  type Person,
  type ReadPast,
  type RoomEvent,
  type RoomPast,
  resetText,
  type StreamEnd,
} from './event.ts'
import { createFanOut } from './fan-out.ts'
import { createListener, type Listener } from './listener.ts'
import { createPresence } from './presence.ts'
import { createRing, type Ring } from './ring.ts'

export type LiveRoom = {
  /** Resolves once the past is known; rejects when it cannot be read. Nobody joins before. */
  readonly opened: Promise<void>
  /** Continues after an event, or begins at the present; calls `left` when the stream has ended. */
  join(member: Member | null, after: string | null, left?: () => void): ReadableStream<Uint8Array>
  /** Takes an event. One that does not follow the last makes the room read what it missed. */
  take(event: RoomEvent): void
  /** Tells all who listen now of something that is never replayed. */
  pass(type: string, json: string): void
  /** Is told who listens in all processes together. */
  tellAll(listeners: number, members: readonly Person[]): void
  catchUp(): void
  endWhere(which: StreamEnd): void
  endAll(last: () => Uint8Array): void
  listeners(): readonly Listener[]
  count(): number
  has(userId: string): boolean
  /** When the last listener left; undefined while somebody listens. */
  emptySince(): number | undefined
}

/** How long events are gathered for one write to each listener, and how often presence is told. */
export type Pace = { readonly frameMs: number; readonly crowdFrameMs: number; readonly presenceMs: number }

/** `isPart`: others listen in other processes; the one that knows all tells the presence. */
type RoomOptions = { past: ReadPast; monotonicMs: () => number; pace: Pace; isPart: boolean }

const crowd = 2_000
const listenersOfPresence = 1_000
const encoder = new TextEncoder()
const resetBytes = encoder.encode(resetText)
const endBytes = encoder.encode(':\n\n')
const nothing: RoomPast = { events: [], recent: [] }

/** Events within a moment are one frame: encoded once, written to each listener once. */
export function createLiveRoom({ past, monotonicMs, pace, isPart }: RoomOptions): LiveRoom {
  let ring = createRing(nothing)
  const opening = Promise.withResolvers<void>()
  let hasOpened = false
  const presence = createPresence()
  let all = { listeners: 0, members: presence.members() }
  const listeners = new Set<Listener>()
  const fanOut = createFanOut()
  let waiting = ''
  let framedId = ring.lastId()
  let frameAt = Number.NEGATIVE_INFINITY
  let frameTimer: Timer | undefined
  let presenceTimer: Timer | undefined
  let toldPresence = ''
  let replayed = { key: '', bytes: new Uint8Array() }
  let listed = { members: presence.members(), json: '[]' }
  // A room that is not open yet is not empty: somebody waits for it.
  let emptySince: number | undefined

  function sendFrame(): void {
    frameTimer = undefined
    frameAt = monotonicMs()
    framedId = ring.lastId()
    const bytes = encoder.encode(waiting)
    waiting = ''
    fanOut(bytes, [...listeners])
  }

  /** The first event after a silence is sent at once. */
  function send(text: string): void {
    waiting += text
    // Each write costs the same whatever is in it, so that a frame waits the longer the more
    // listeners it has, those on other edges included.
    const size = isPart ? count() : listeners.size
    const gathersMs = Math.max(pace.frameMs, pace.crowdFrameMs * Math.min(1, size / crowd))
    const silentMs = monotonicMs() - frameAt
    if (frameTimer !== undefined) return
    if (silentMs >= gathersMs) sendFrame()
    else frameTimer = setTimeout(sendFrame, gathersMs - silentMs)
  }

  // The list of processes is up to a second old: those who have just come here are added.
  const count = () => Math.max(presence.count(), all.listeners)

  function presenceFields(): string {
    const members = all.members.length > 0 ? all.members : presence.members()
    if (members !== listed.members) listed = { members, json: JSON.stringify(members) }
    return `"listeners":${count()},"members":${listed.json}`
  }

  function sendPresence(): void {
    presenceTimer = undefined
    const fields = presenceFields()
    if (fields === toldPresence) return
    toldPresence = fields
    send(eventText('presence', `{${fields}}`))
  }

  /** In a crowd presence is told less often: its list is longer than all else together. */
  function tellPresence(): void {
    if (isPart) return
    const everyMs = pace.presenceMs * Math.max(1, listeners.size / listenersOfPresence)
    presenceTimer ??= setTimeout(sendPresence, everyMs)
  }

  /** Those who lost their connection together come back after the same event. */
  function replay(after: number): Uint8Array {
    const key = `${after} ${framedId} ${ring.changes()}`
    if (replayed.key !== key) replayed = { key, bytes: encoder.encode(ring.between(after, framedId)) }
    return replayed.bytes
  }

  function hello(recent: string): Uint8Array {
    const fields = presenceFields()
    // This listener knows more than was told to all: they must hear if that becomes untrue again.
    if (fields !== toldPresence) toldPresence = ''
    return encoder.encode(eventText('hello', `{${fields},"recent":${recent}}`))
  }

  function greeting(after: string | null): Uint8Array[] {
    if (after === null) return [hello(ring.recent(framedId))]
    const id = /^\d{1,16}$/.test(after) ? Number(after) : 0
    return ring.has(id) ? [hello('[]'), replay(id)] : [resetBytes, hello(ring.recent(framedId))]
  }

  function add(event: RoomEvent): void {
    ring.add(event)
    send(eventText(event.type, event.json, event.id))
  }

  function begin(from: Ring): void {
    ring = from
    framedId = ring.lastId()
  }

  /** Later events do not continue the earlier ones: all listeners start anew. */
  function startOver(from: Ring): void {
    clearTimeout(frameTimer)
    frameTimer = undefined
    waiting = ''
    begin(from)
    fanOut(Buffer.concat([resetBytes, hello(ring.recent(framedId))]), [...listeners])
  }

  const { read, hold } = createCatchUp({
    past,
    took(past) {
      if (!hasOpened) {
        hasOpened = true
        begin(createRing(past))
        emptySince = monotonicMs()
        opening.resolve()
      } else if (!goesOn(past, ring.lastId(), keptEvents)) startOver(createRing(past))
      else for (const event of past.events) if (event.id > ring.lastId()) add(event)
    },
    take,
    failed(thrown) {
      if (hasOpened) endAll(() => endBytes)
      else opening.reject(thrown)
    },
  })

  const catchUp = () => read(ring.lastId())

  function take(event: RoomEvent): void {
    if (hold(event)) return
    const lastId = ring.lastId()
    if (event.id <= lastId) return
    if (lastId === 0 || event.id === lastId + 1) add(event)
    else catchUp()
  }

  function endAll(last: () => Uint8Array): void {
    clearTimeout(frameTimer)
    for (const listener of [...listeners]) listener.end(last())
    clearTimeout(presenceTimer)
  }

  read()
  return {
    opened: opening.promise,
    join(member, after, told) {
      presence.come(member)
      const left = () => {
        told?.()
        listeners.delete(listener)
        presence.go(member)
        if (listeners.size === 0) emptySince = monotonicMs()
        tellPresence()
      }
      const listener = createListener({ member, first: greeting(after), whenDropped: resetBytes, left })
      listeners.add(listener)
      emptySince = undefined
      tellPresence()
      return listener.stream
    },
    take,
    pass: (type, json) => send(eventText(type, json)),
    tellAll(count, members) {
      all = { listeners: count, members }
      sendPresence()
    },
    catchUp,
    endWhere({ userId, sessionId, isGuest }) {
      for (const listener of [...listeners]) {
        const isOfAccount = userId === undefined || listener.member?.userId === userId
        const isOfSession = sessionId === undefined || listener.member?.sessionId === sessionId
        const isOfGuest = isGuest === undefined || (listener.member === null) === isGuest
        if (isOfAccount && isOfSession && isOfGuest) listener.end(endBytes)
      }
    },
    endAll,
    listeners: () => [...listeners],
    count,
    has: presence.has,
    emptySince: () => emptySince,
  }
}
