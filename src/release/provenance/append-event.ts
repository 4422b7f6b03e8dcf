import type { Static } from '@sinclair/typebox'
import { desc, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { releaseEvents } from '../../../db/schema/release/provenance.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { anchorJob } from '../../platform/job/job-kinds.ts'
import { appendEntry } from '../transparency-log/append-entry.ts'
import { type EventType, type eventPayloads, readEvent } from './event.ts'

const latest = prepared((db) =>
  db
    .select()
    .from(releaseEvents)
    .where(eq(releaseEvents.releaseId, sql.placeholder('releaseId')))
    .orderBy(desc(releaseEvents.sequence))
    .limit(1),
)
const insert = prepared((db) => db.insert(releaseEvents).values(wholeRow(releaseEvents)))

const begin = { occurredAt: new Date(0).toISOString() }

/** An event and its author. Never a caller's text or address: no event can be deleted. */
export type NewEvent = {
  [Type in EventType]: {
    type: Type
    actor: { kind: 'artist'; handle: string } | { kind: 'agent' } | { kind: 'system' }
    payload: Static<(typeof eventPayloads)[Type]>
  }
}[EventType]

/**
 * Appends an event to the chain of a release and its hash to the log; both are part of the caller's
 * transaction. Returns its position in the log. Its time is never before that of the previous
 * event, whatever the clock says.
 */
export function appendEvent(ctx: Ctx, releaseId: string, { type, actor, payload }: NewEvent): number {
  const before = latest(ctx.db).get({ releaseId })
  const sequence = (before?.sequence ?? 0) + 1
  const { occurredAt: lastAt } = before ? readEvent(before.event) : begin
  const occurredAt = new Date(Math.max(ctx.now(), Date.parse(lastAt))).toISOString()
  const previousEventHash = before?.eventHash ?? null
  const event = canonicalJson({ sequence, type, occurredAt, actor, payload, previousEventHash })
  const eventHash = sha256Hex(event)
  const logPosition = appendEntry(ctx, Buffer.from(eventHash, 'hex'))
  insert(ctx.db).run({ releaseId, sequence, event, eventHash, logPosition })
  // A key for each size: a job that already runs may have read a smaller log. Jobs that come too
  // late have nothing to do.
  ctx.jobs.add(anchorJob, { size: logPosition + 1 }, { key: `${logPosition + 1}` })
  return logPosition
}
