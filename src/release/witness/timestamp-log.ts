import { Type as t } from '@sinclair/typebox'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { logTimestamps } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { type OtsPath, readPaths } from '../../lib/hash/ots.ts'
import { sha256 } from '../../lib/hash/sha256.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { TryLater } from '../../platform/job/job-kind.ts'
import { type Checkpoint, latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { addTimestamp, checkpointOf, confirmTimestamp } from '../transparency-log/read-timestamp.ts'
import { askAgain, askCalendar } from './calendar.ts'

const lookAgainMs = 600_000
const gatherMs = 60_000

type Row = typeof logTimestamps.$inferSelect

const kind = { kind: 'timestamp-log', payload: t.Object({ calendar: t.String() }) }

/**
 * Asks each configured calendar to attest the newest checkpoint, and asks again until Bitcoin has
 * it (rule: timestamps). A calendar attests one checkpoint at a time: the next one is the newest by
 * then, and covers all in between.
 */
export const timestampLogJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 2,
  maxAttempts: 100_000,
  endsAtStop: true,
  backoff: { firstMs: 60_000, capMs: lookAgainMs * 6 },
  atStart: askForTimestamps,
  async run(ctx, { calendar }, _, signal) {
    if (!ctx.config.calendars.includes(calendar)) return
    const waiting = waitingAt(ctx, calendar)
    if (waiting) await confirm(ctx, waiting, signal)
    const newest = latestCheckpoint(ctx)
    if (!newest || isAsked(ctx, calendar, newest)) return
    const path = firstOf(readPaths(await askCalendar(calendar, digestOf(newest), signal), digestOf(newest)))
    const { number, size } = newest
    const row = { number, size, calendar, path: bytesOf(path), askedAt: ctx.now() }
    addTimestamp(ctx, row)
    throw new TryLater('Bitcoin takes some hours.', lookAgainMs)
  },
})

/** Queues asking the calendars, if there are any: in a minute, for all signed until then. */
export function askForTimestamps(ctx: Ctx): void {
  const runAt = ctx.now() + gatherMs
  for (const calendar of ctx.config.calendars) ctx.jobs.add(kind, { calendar }, { key: calendar, runAt })
}

async function confirm(ctx: Ctx, row: Row, signal: AbortSignal): Promise<void> {
  const { number, size, calendar } = row
  const checkpoint = checkpointOf(ctx, number, size)
  const asked = firstOf(readPaths(row.path, digestOf(checkpoint)))
  const more = await askAgain(calendar, asked.result, signal)
  const found = more && readPaths(more, asked.result).find(({ blockHeight }) => blockHeight !== null)
  if (!found) throw new TryLater('Bitcoin has not attested it yet.', lookAgainMs)
  const path = Buffer.concat([asked.steps, bytesOf(found)])
  confirmTimestamp(ctx, row, { path, blockHeight: found.blockHeight })
}

const digestOf = ({ note }: Pick<Checkpoint, 'note'>): Uint8Array => sha256(Buffer.from(note))
const bytesOf = ({ steps, attestation }: OtsPath): Buffer => Buffer.concat([steps, attestation])

function firstOf(paths: readonly OtsPath[]): OtsPath {
  const [first] = paths
  if (!first) throw new Error('The calendar gave no timestamp.')
  return first
}

const waitingAt = (ctx: Ctx, calendar: string): Row | undefined =>
  ctx.db
    .select()
    .from(logTimestamps)
    .where(and(eq(logTimestamps.calendar, calendar), isNull(logTimestamps.blockHeight)))
    .orderBy(desc(logTimestamps.size))
    .limit(1)
    .get()

const isAsked = (ctx: Ctx, calendar: string, { number, size }: Checkpoint): boolean =>
  ctx.db
    .select({ size: logTimestamps.size })
    .from(logTimestamps)
    .where(and(eq(logTimestamps.number, number), eq(logTimestamps.size, size), eq(logTimestamps.calendar, calendar)))
    .get() !== undefined
