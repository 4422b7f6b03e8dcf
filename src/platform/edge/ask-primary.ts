import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { tryJson } from '../../lib/json/json.ts'
import type { RoomPast } from '../hub/event.ts'
import { Past } from './relay/entry.ts'
import { passOf } from './relay/keys.ts'

/** A listener here, in the form of requests to the primary; guests are null. */
export type Listening = { room: string; userId: string | null; sessionId: string | null }

/** The primary has no edges, none with this secret, or no such room: retrying is useless. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

export type Primary = {
  /** Resolves when it answers. */
  hello(): Promise<void>
  /** Returns the past of a room; from an event on, when the primary still has it. */
  room(room: string, from?: number): Promise<RoomPast>
  /** Returns those of these listeners who may no longer listen. */
  ended(listening: readonly Listening[]): Promise<readonly Listening[]>
}

const Hello = t.Object({ at: t.Number() })
const Nullable = t.Union([t.String(), t.Null()])
const Ended = t.Object({ ended: t.Array(t.Object({ room: t.String(), userId: Nullable, sessionId: Nullable })) })

const readHello = (value: unknown) => (Value.Check(Hello, value) ? value : undefined)
const readPast = (value: unknown) => (Value.Check(Past, value) ? value : undefined)
const readEnded = (value: unknown) => (Value.Check(Ended, value) ? value : undefined)

const answerMs = 10_000
const refusing = new Set([401, 404])

/** Refusals reject with RefusedError, everything else with another error. */
export function createPrimary(primaryUrl: string, secret: string): Primary {
  const authorization = `Bearer ${passOf(secret)}`

  async function ask<T>(read: (value: unknown) => T | undefined, path: string, init: RequestInit = {}): Promise<T> {
    const signal = AbortSignal.timeout(answerMs)
    const url = new URL(path, primaryUrl)
    const response = await fetch(url, { ...init, signal, redirect: 'manual', headers: { authorization } })
    const text = await response.text()
    if (refusing.has(response.status))
      throw new RefusedError(`The primary answers ${response.status} to ${url.pathname}.`)
    const value = response.ok ? read(tryJson(text)) : undefined
    if (value !== undefined) return value
    throw new Error(`The primary answers ${response.status} to ${url.pathname}.`)
  }

  return {
    hello: async () => void (await ask(readHello, '/internal/hello')),
    room(room, from) {
      const query = new URLSearchParams(from === undefined ? { room } : { room, from: `${from}` })
      return ask(readPast, `/internal/room?${query}`)
    },
    async ended(listening) {
      const { ended } = await ask(readEnded, '/internal/standing', { method: 'POST', body: JSON.stringify(listening) })
      return ended
    },
  }
}
