import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Backoff, defaultBackoff } from './backoff.ts'

/** How one kind of job is done. The payload is held to its schema before `run` sees it. */
export type Handler<S extends TSchema> = {
  payload: S
  concurrency: number
  /** Whether its lanes take turns: while others wait, a lane has one place. Otherwise who came first is first. */
  takesTurns?: boolean
  maxAttempts: number
  backoff?: Backoff
  /** Whether a stop aborts it at once, as doing it again costs nobody anything. Otherwise the stop waits for it. */
  endsAtStop?: boolean
  /** Does the work, which must bear being done again. `signal` aborts when the queue stops without waiting longer. */
  run(payload: Static<S>, attempt: number, signal: AbortSignal): Promise<void>
  /** Called in the transaction that records the final failure. */
  failed?(payload: Static<S>, problem: string): void
}

/** Thrown by a handler when trying again would not help; the job fails at once with this message as its problem. */
export class GiveUp extends Error {}

/** A job whose payload has been read. */
export type Work = { run(attempt: number, signal: AbortSignal): Promise<void>; failed(problem: string): void }

/** A handler as the queue keeps it, with the type of its payload closed inside. */
export type Kind = {
  concurrency: number
  takesTurns: boolean
  maxAttempts: number
  backoff: Backoff
  endsAtStop: boolean
  open(payload: string): Work
}

/** Closes a handler over its payload's type. `open` throws GiveUp on a payload of another shape. */
export function toKind<S extends TSchema>(handler: Handler<S>): Kind {
  const { payload: schema, concurrency, takesTurns = false, endsAtStop = false } = handler
  const { maxAttempts, backoff = defaultBackoff } = handler
  const open = (text: string): Work => {
    const payload: unknown = JSON.parse(text)
    if (!Value.Check(schema, payload)) throw new GiveUp('The payload is not what this kind of job takes.')
    return {
      run: (attempt, signal) => handler.run(payload, attempt, signal),
      failed: (problem) => handler.failed?.(payload, problem),
    }
  }
  return { concurrency, takesTurns, maxAttempts, backoff, endsAtStop, open }
}
