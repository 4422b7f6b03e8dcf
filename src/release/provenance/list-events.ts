import { and, asc, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { releaseEvents } from '../../../db/schema/release/provenance.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { type PublicEvent, readEvent, readWhole, type StoredEvent } from './event.ts'

const { placeholder } = sql
const { sequence, event, eventHash, logPosition } = getTableColumns(releaseEvents)
const whereOfRelease = eq(releaseEvents.releaseId, placeholder('releaseId'))
const whereAfter = and(whereOfRelease, gt(sequence, placeholder('after')))
const most = placeholder('most')

const following = prepared((db) => db.select().from(releaseEvents).where(whereAfter).orderBy(asc(sequence)).limit(most))
const placesFollowing = prepared((db) =>
  db.select({ sequence, logPosition }).from(releaseEvents).where(whereAfter).orderBy(asc(sequence)).limit(most),
)
const newest = prepared((db) =>
  db.select({ event }).from(releaseEvents).where(whereOfRelease).orderBy(desc(sequence)).limit(most),
)
const last = prepared((db) =>
  db.select({ sequence, hash: eventHash }).from(releaseEvents).where(whereOfRelease).orderBy(desc(sequence)).limit(1),
)

const ofLicense = prepared((db) =>
  db
    .select({ event, hash: eventHash, place: logPosition })
    .from(releaseEvents)
    .where(and(sql`${event} ->> '$.payload.licenseId' = ${placeholder('licenseId')}`, whereOfRelease))
    .orderBy(asc(sequence)),
)

/** An event as it is answered, and its position in the log. */
export type PlacedEvent = { readonly event: PublicEvent; readonly place: number }

/** Returns the events of a license in the history of its release, oldest first. */
export const listLicenseEvents = (ctx: Ctx, releaseId: string, licenseId: string): PlacedEvent[] =>
  ofLicense(ctx.db)
    .all({ releaseId, licenseId })
    .map(({ event, hash, place }) => ({ event: { ...readWhole(event), eventHash: hash }, place }))

/**
 * Returns a page of a release's events, oldest first, as JSON text: the stored texts as they were
 * hashed, each with its hash. Throws VALIDATION for a cursor that we did not issue.
 */
export function listEvents(ctx: Ctx, releaseId: string, limit: number, cursor = '0'): string {
  const head = last(ctx.db).get({ releaseId })
  const after = Number(cursor)
  if (!head || after >= head.sequence) throw invalid('cursor', say('This cursor is not valid.'))
  const rows = following(ctx.db).all({ releaseId, after, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ sequence }) => String(sequence))
  const events = page.map(({ event, eventHash }) => `${event.slice(0, -1)},"eventHash":"${eventHash}"}`)
  const rest = JSON.stringify({ head: head.hash, nextCursor })
  return `{"releaseId":"${releaseId}","events":[${events.join()}],${rest.slice(1)}`
}

/**
 * Returns the positions in the log of a page of a release's events, oldest first. Throws VALIDATION
 * for a cursor that we did not issue.
 */
export function listPlaces(ctx: Ctx, releaseId: string, limit: number, cursor = '0') {
  const after = Number(cursor)
  if (after >= newestEvent(ctx, releaseId).eventCount) throw invalid('cursor', say('This cursor is not valid.'))
  const rows = placesFollowing(ctx.db).all({ releaseId, after, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ sequence }) => String(sequence))
  return { places: page.map(({ logPosition }) => logPosition), nextCursor }
}

export function newestEvent(ctx: Ctx, releaseId: string): { eventCount: number; head: string } {
  const found = last(ctx.db).get({ releaseId })
  if (!found) throw new Error(`The release ${releaseId} has no events.`)
  return { eventCount: found.sequence, head: found.hash }
}

/** Returns the time of a release's newest event; 0 where it has none. */
export function newestEventMs(ctx: Ctx, releaseId: string): number {
  const [event] = newestEvents(ctx, releaseId, 1)
  return event ? Date.parse(event.occurredAt) : 0
}

export const newestEvents = (ctx: Ctx, releaseId: string, most: number): StoredEvent[] =>
  newest(ctx.db)
    .all({ releaseId, most })
    .map(({ event }) => readEvent(event))
