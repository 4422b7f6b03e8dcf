import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'

/** How long a failed job waits: `firstMs` at first, twice as long after each further attempt, at most `capMs`. */
type Backoff = { readonly firstMs: number; readonly capMs: number }

const defaultBackoff: Backoff = { firstMs: 2_000, capMs: 3_600_000 }

/** Returns how long to wait after so many attempts have failed. */
export const backoffMs = ({ firstMs, capMs }: Backoff, attempts: number): number =>
  Math.min(capMs, firstMs * 2 ** Math.min(attempts - 1, 40))

const killBackoff: Backoff = { firstMs: 10_000, capMs: 3_600_000 }

/** A job in whose middle the process ended this often, the last time as the only suspect, is given up. */
export const mostKills = 8

/** What is said of such a job. */
export const endedEachTime = 'The program ended each time this was tried.'

/**
 * Returns how long a job waits after the process has ended so many times in its middle. The first time it waits for
 * nothing; then those that ran together come back one after another, by `place`, so that the one that ends the process is
 * found alone.
 */
export const pauseAfterKills = (kills: number, place: number): number =>
  kills <= 1 ? 0 : backoffMs(killBackoff, kills - 1) * (1 + place)

/** A kind of job: its name and the schema of its payload, which is all that adding one needs. */
export type JobKind<S extends TSchema = TSchema> = { readonly kind: string; readonly payload: S }

/** How one kind of job is done. The payload is validated before `run` gets it. */
export type JobWork<S extends TSchema, C = Ctx> = {
  payload: S
  concurrency: number
  /** Whether its lanes take turns: while others wait, a lane has one place. Otherwise first come, first served. */
  takesTurns?: boolean
  maxAttempts: number
  backoff?: Backoff
  /** Whether a stop aborts it at once, because doing it again is cheap. Otherwise the stop waits for it. */
  endsAtStop?: boolean
  /** Whether this instance runs such jobs; by default it does. Jobs it does not run wait. */
  isEnabled?(ctx: C): boolean
  /** Adds the jobs that are due when the program starts. */
  atStart?(ctx: C): void
  /**
   * Does the work; must be idempotent. `signal` aborts when the queue stops without waiting longer. `end` ends the job in
   * the transaction that it is called in, which saves the job one of its own: whoever calls it throws if that one fails.
   */
  run(ctx: C, payload: Static<S>, attempt: number, signal: AbortSignal, end: () => void): Promise<void>
  /** Called in the transaction that records the final failure. */
  failed?(ctx: C, payload: Static<S>, problem: string): void
}

/** Thrown by a job's `run` when a retry would not help; the job fails at once with this message as its problem. */
export class GiveUp extends Error {}

/** Thrown by a job's `run` when somebody has said how long to wait before the next attempt. */
export class TryLater extends Error {
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** A job with its parsed payload. */
export type OpenedJob = {
  run(attempt: number, signal: AbortSignal, end: () => void): Promise<void>
  failed(problem: string): void
}

/** A kind of job as the queue holds it. Only `add` knows the type of its payload; in `open` it is closed over. */
export type JobDefinition<S extends TSchema = TSchema, C = Ctx> = JobKind<S> & {
  readonly concurrency: number
  readonly takesTurns: boolean
  readonly maxAttempts: number
  readonly backoff: Backoff
  readonly endsAtStop: boolean
  readonly isEnabled: (ctx: C) => boolean
  readonly atStart: (ctx: C) => void
  /** Parses a stored payload. Throws GiveUp when it does not match the schema. */
  readonly open: (ctx: C, payload: string) => OpenedJob
}

/** Returns the definition of a kind of job: a plain value, created without a context, for the list in work.ts. */
export function defineJob<S extends TSchema, C = Ctx>(kind: string, work: JobWork<S, C>): JobDefinition<S, C> {
  const { payload: schema, concurrency, maxAttempts } = work
  const { takesTurns = false, endsAtStop = false, backoff = defaultBackoff } = work
  return {
    kind,
    payload: schema,
    concurrency,
    takesTurns,
    maxAttempts,
    backoff,
    endsAtStop,
    isEnabled: (ctx) => work.isEnabled?.(ctx) ?? true,
    atStart: (ctx) => work.atStart?.(ctx),
    open(ctx, text) {
      const payload: unknown = JSON.parse(text)
      if (!Value.Check(schema, payload)) throw new GiveUp('The payload is not what this kind of job takes.')
      return {
        run: (attempt, signal, end) => work.run(ctx, payload, attempt, signal, end),
        failed: (problem) => work.failed?.(ctx, payload, problem),
      }
    },
  }
}
