import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../../db/schema/account/account.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Decision, Decisions, DecisionsQuery, DeskDecision, DeskDecisions, ThingKind } from './model.ts'

export type DecisionRow = typeof contentDecisions.$inferSelect

/** For so long after a decision its maker can object: the six months of article 20. */
export const objectableMs = 184 * dayMs

/** Returns the decision about a thing that is in force; undefined for none. */
export function decisionInForce({ db }: Ctx, kind: ThingKind, thingId: string): DecisionRow | undefined {
  const isOfThing = and(eq(contentDecisions.kind, kind), eq(contentDecisions.thingId, thingId))
  return db
    .select()
    .from(contentDecisions)
    .where(and(isOfThing, isNull(contentDecisions.liftedAt)))
    .get()
}

export const canObject = (ctx: Ctx, { objectedAt, liftedAt, decidedAt }: DecisionRow): boolean =>
  objectedAt === null && liftedAt === null && ctx.now() <= decidedAt + objectableMs

function toDecision(ctx: Ctx, row: DecisionRow): Decision {
  const { id, kind, thingId, title, path, ground, basis, facts, foundBy, objection, answer } = row
  return {
    ...{ id, kind, thingId, title, path, ground, basis, facts, foundBy, objection, answer },
    decidedAt: new Date(row.decidedAt).toISOString(),
    liftedAt: isoOf(row.liftedAt),
    objectedAt: isoOf(row.objectedAt),
    answeredAt: isoOf(row.answeredAt),
    objectUntil: canObject(ctx, row) ? isoOf(row.decidedAt + objectableMs) : null,
  }
}

const makers = alias(artists, 'makers')
const deciders = alias(artists, 'deciders')

const select = (ctx: Ctx, which: SQL | undefined, most: number) =>
  ctx.db
    .select({
      row: contentDecisions,
      maker: { handle: makers.handle, displayName: makers.displayName },
      decidedBy: deciders.handle,
    })
    .from(contentDecisions)
    .leftJoin(makers, eq(makers.userId, contentDecisions.userId))
    .leftJoin(deciders, eq(deciders.userId, contentDecisions.decidedBy))
    .where(which)
    .orderBy(desc(contentDecisions.id))
    .limit(most)
    .all()

const before = (cursor: string | undefined) => (cursor === undefined ? undefined : lt(contentDecisions.id, cursor))

/** Returns decisions for the site, newest first. */
export function listDecisions(ctx: Ctx, limit: number, { kind, state, cursor }: DecisionsQuery): DeskDecisions {
  // The words of the partial index.
  const isObjected =
    state === 'objected' ? and(isNotNull(contentDecisions.objectedAt), isNull(contentDecisions.answeredAt)) : undefined
  const isOfKind = kind === undefined ? undefined : eq(contentDecisions.kind, kind)
  const rows = select(ctx, and(isObjected, isOfKind, before(cursor)), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ row }) => row.id)
  const decisions = page.map(({ row, ...people }) => ({ ...toDecision(ctx, row), ...people }))
  return { decisions, nextCursor }
}

/** Returns a decision for the site. Throws NOT_FOUND. */
export function readDecision(ctx: Ctx, id: string): DeskDecision {
  const [found] = isUuidV7(id) ? select(ctx, eq(contentDecisions.id, id), 1) : []
  if (!found) throw notFound('decision')
  const { row, ...people } = found
  return { ...toDecision(ctx, row), ...people }
}

/** Returns the row of a decision. Throws NOT_FOUND. */
export function decisionById({ db }: Ctx, id: string): DecisionRow {
  const which = eq(contentDecisions.id, id)
  const row = isUuidV7(id) ? db.select().from(contentDecisions).where(which).get() : undefined
  if (!row) throw notFound('decision')
  return row
}

/** Returns the decisions about the caller's things, newest first. */
export function listOwnDecisions(ctx: Ctx, { userId }: Viewer, limit: number, cursor?: string): Decisions {
  const whereOwn = and(eq(contentDecisions.userId, userId), before(cursor))
  const { page, nextCursor } = cutPage(select(ctx, whereOwn, limit + 1), limit, ({ row }) => row.id)
  return { decisions: page.map(({ row }) => toDecision(ctx, row)), nextCursor }
}

/** Returns a decision about the caller's thing. Throws NOT_FOUND, also for another's. */
export function ownDecision(ctx: Ctx, { userId }: Viewer, id: string): DecisionRow {
  const row = decisionById(ctx, id)
  if (row.userId !== userId) throw notFound('decision')
  return row
}

/** Returns a decision about the caller's thing as they read it. Throws NOT_FOUND. */
export const readOwnDecision = (ctx: Ctx, viewer: Viewer, id: string): Decision =>
  toDecision(ctx, ownDecision(ctx, viewer, id))

const first = (ctx: Ctx, userId: string) =>
  ctx.db.select({ one: sql`1` }).from(contentDecisions).where(eq(contentDecisions.userId, userId)).limit(1).get()

export const hasDecisions = (ctx: Ctx, userId: string): boolean => first(ctx, userId) !== undefined
