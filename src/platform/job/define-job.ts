import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'
import { parseJson } from '../../lib/json/json.ts'
import { type Backoff, defaultBackoff, defaultLimitMs, GiveUp, type JobDefinition } from './job-kind.ts'

/** How one kind of job is done. The payload is validated before `run` gets it. */
export type JobWork<S extends TSchema, C = Ctx> = {
  payload: S
  concurrency: number
  /**
   * Whether its lanes take turns: while others wait, a lane has one place. Otherwise first come,
   * first served.
   */
  takesTurns?: boolean
  maxAttempts: number
  backoff?: Backoff
  /** The most an attempt takes, by default an hour. Then it is aborted and counts as failed. */
  limitMs?: number
  /** Whether a stop aborts it at once, as it is cheap to repeat. Else the stop waits for it. */
  endsAtStop?: boolean
  /** Whether this instance runs such jobs; by default it does. Jobs it does not run wait. */
  isEnabled?(ctx: C): boolean
  /**
   * Whether such jobs may begin now; by default they may. Those that a date ends wait for a clock
   * that has settled (rule: wrong-clock). Asked at each look: it must be cheap.
   */
  mayBegin?(ctx: C): boolean
  /** Adds the jobs that are due when the program starts. */
  atStart?(ctx: C): void
  /**
   * Does the work; must be idempotent. `signal` aborts when the queue stops without waiting longer,
   * or the limit is over. `end` ends the job in the current transaction, so that it needs none of
   * its own; if that one fails, the caller throws.
   */
  run(ctx: C, payload: Static<S>, attempt: number, signal: AbortSignal, end: () => void): Promise<void>
  /** Called in the transaction that records the final failure. */
  failed?(ctx: C, payload: Static<S>, problem: string): void
}

/** A plain value, created without a context. */
export function defineJob<S extends TSchema, C = Ctx>(kind: string, work: JobWork<S, C>): JobDefinition<S, C> {
  const { payload: schema, concurrency, maxAttempts } = work
  const { takesTurns = false, endsAtStop = false, backoff = defaultBackoff, limitMs = defaultLimitMs } = work
  return {
    kind,
    payload: schema,
    concurrency,
    takesTurns,
    maxAttempts,
    backoff,
    limitMs,
    endsAtStop,
    isEnabled: (ctx) => work.isEnabled?.(ctx) ?? true,
    mayBegin: (ctx) => work.mayBegin?.(ctx) ?? true,
    atStart: (ctx) => work.atStart?.(ctx),
    open(ctx, text) {
      const payload: unknown = parseJson(text)
      if (!Value.Check(schema, payload)) throw new GiveUp('The payload is not what this kind of job takes.')
      return {
        run: (attempt, signal, end) => work.run(ctx, payload, attempt, signal, end),
        failed: (problem) => work.failed?.(ctx, payload, problem),
      }
    },
  }
}
