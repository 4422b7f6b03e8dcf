import type { ReadonlySignal } from '@preact/signals'
import { anySignal } from './any-signal.ts'
import type { RoomMessage } from './message.ts'
import { readStream } from './read-stream.ts'

/** `refused` is final: a ban, or a casset that cannot be seen. */
export type RoomStatus = 'opening' | 'open' | 'waiting' | 'refused'

export type StreamEvents = {
  status(status: RoomStatus): void
  heard(message: RoomMessage, id: string | undefined): void
}

type KeptStream = {
  path: string
  lastEventId: string | null
  isAlong: ReadonlySignal<boolean>
  signal: AbortSignal
  events: StreamEvents
}

const firstMs = 1_000
const mostMs = 30_000
const final = new Set([403, 404])

/** Returns the wait before a try: 1 s doubling to 30 s, of which a random half to all. */
export const waitMs = (failures: number, chance: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures, 10)) * (0.5 + chance / 2)

/** Waits; shorter when the browser is back on the network or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/**
 * Keeps a room's stream open until `signal` aborts or the server refuses for good. It reopens at
 * the room's own address after its last event. Without one it begins at the present, after a reset.
 * The stream says whether this browser listens along: when that changes, the next one opens before
 * the last one ends, so that nobody leaves the room in between.
 */
export async function keepStream({ path, lastEventId, isAlong, signal, events }: KeptStream): Promise<void> {
  let after = lastEventId
  let failures = 0
  let listeners = 0
  let newest = new AbortController()
  while (!signal.aborted) {
    let askedMs: number | undefined
    events.status(failures === 0 ? 'opening' : 'waiting')
    const before = newest
    const own = new AbortController()
    newest = own
    const along = isAlong.value
    const reading = readStream(addressOf(path, after, along), anySignal(signal, own.signal), {
      opened() {
        before.abort()
        failures = 0
        if (after === null) events.heard({ event: 'reset', data: {} }, undefined)
        events.status('open')
      },
      heard(message, id) {
        // The next stream replays what has an id.
        if (id !== undefined && newest !== own) return
        if (id !== undefined) after = id === '' ? null : id
        if (message.event === 'hello' || message.event === 'presence') listeners = message.data.listeners
        events.heard(message, id)
      },
      retryIn(ms) {
        askedMs = ms
      },
    }).catch(() => 0)
    const changing = changeOf(isAlong, along)
    const status = await Promise.race([reading, changing.changed])
    changing.forget()
    if (status === 'changed') {
      // A leader who leaves changes it for all listeners at once.
      await pause(Math.min(mostMs, listeners) * Math.random(), signal)
      continue
    }
    before.abort()
    if (final.has(status)) return events.status('refused')
    if (signal.aborted) return
    events.status('waiting')
    await pause(askedMs ?? waitMs(failures, Math.random()), signal)
    failures += 1
  }
}

function addressOf(path: string, after: string | null, along: boolean): string {
  const query = new URLSearchParams({
    ...(after === null ? {} : { lastEventId: after }),
    ...(along ? { along: 'true' } : {}),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

/** Waits until a signal no longer has a value. */
function changeOf(flag: ReadonlySignal<boolean>, from: boolean) {
  let forget = () => {}
  const changed = new Promise<'changed'>((resolve) => {
    forget = flag.subscribe((now) => {
      if (now !== from) resolve('changed')
    })
  })
  return { changed, forget }
}
