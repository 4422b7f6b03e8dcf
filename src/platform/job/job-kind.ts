import type { TSchema } from '@sinclair/typebox'

/** `firstMs` at first, twice as long after each further attempt, at most `capMs`. */
export type Backoff = { readonly firstMs: number; readonly capMs: number }

export const defaultBackoff: Backoff = { firstMs: 2_000, capMs: 3_600_000 }

/** Returns how long to wait after so many attempts have failed. */
export const backoffMs = ({ firstMs, capMs }: Backoff, attempts: number): number =>
  Math.min(capMs, firstMs * 2 ** Math.min(attempts - 1, 40))

const killBackoff: Backoff = { firstMs: 10_000, capMs: 3_600_000 }

/** How long an attempt of a kind of job may take that declares nothing else. */
export const defaultLimitMs = 3_600_000

/** A job is given up once the process ended this often during it, last with no other suspect. */
export const mostKills = 8

export const endedEachTime = 'The program ended each time this was tried.'

/**
 * Returns how long a job waits after the process has ended this many times in its middle. The first
 * time it does not wait; then those that ran together come back one after another, by `place`, so
 * that the one that ends the process is found alone.
 */
export const pauseAfterKills = (kills: number, place: number): number =>
  kills <= 1 ? 0 : backoffMs(killBackoff, kills - 1) * (1 + place)

/** A kind of job: its name and the schema of its payload, which is all that adding one needs. */
export type JobKind<S extends TSchema = TSchema> = { readonly kind: string; readonly payload: S }

/** Thrown by `run` when a retry would not help: the job fails with this as its problem. */
export class GiveUp extends Error {}

/** Thrown by a job's `run` when somebody has said how long to wait before the next attempt. */
export class TryLater extends Error {
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

export type OpenedJob = {
  run(attempt: number, signal: AbortSignal, end: () => void): Promise<void>
  failed(problem: string): void
}

/** A kind as the queue holds it: only `add` knows the payload's type, `open` closes over it. */
export type JobDefinition<S extends TSchema, C> = JobKind<S> & {
  readonly concurrency: number
  readonly takesTurns: boolean
  readonly maxAttempts: number
  readonly backoff: Backoff
  readonly limitMs: number
  readonly endsAtStop: boolean
  readonly isEnabled: (ctx: C) => boolean
  readonly mayBegin: (ctx: C) => boolean
  readonly atStart: (ctx: C) => void
  /** Parses a stored payload. Throws GiveUp when it does not match the schema. */
  readonly open: (ctx: C, payload: string) => OpenedJob
}
