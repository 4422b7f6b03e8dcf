import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { assigned, prepared, rowsBy, wholeRow } from '../../../../db/prepared.ts'
import { webhookEvents } from '../../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../../context.ts'

type StoredEvent = typeof webhookEvents.$inferSelect

/** The source of events at an address: the platform's own, or those of connected accounts. */
export type EventSource = StoredEvent['source']

const add = prepared((db) =>
  db.insert(webhookEvents).values(wholeRow(webhookEvents)).onConflictDoNothing().returning({ id: webhookEvents.id }),
)
const byId = rowsBy(webhookEvents, 'id')
const end = prepared((db) =>
  db
    .update(webhookEvents)
    .set({ processedAt: assigned('now'), outcome: assigned('outcome') })
    .where(eq(webhookEvents.id, sql.placeholder('id'))),
)

/** Stores an event as it came. Returns true if it was not stored before. */
export const addEvent = (ctx: Ctx, event: Pick<StoredEvent, 'id' | 'source' | 'type' | 'body' | 'mode'>): boolean =>
  add(ctx.db).get({ ...event, receivedAt: ctx.now(), processedAt: null, outcome: null }) !== undefined

/** Returns a stored event, or undefined when there is none with this id. */
export const eventById = (ctx: Ctx, id: string): StoredEvent | undefined => byId(ctx.db).get({ id })

/** Writes down that an event has been processed, and what became of it. */
export const endEvent = (ctx: Ctx, id: string, outcome: NonNullable<StoredEvent['outcome']>): void =>
  void end(ctx.db).run({ id, outcome, now: ctx.now() })

/** Returns when the last event of the present mode came; null when none ever did. */
export const lastEventMs = ({ db, config }: Ctx): number | null =>
  db
    .select({ at: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .where(eq(webhookEvents.mode, config.paymentMode))
    .get()?.at ?? null

/** Null when no event ever came. */
export const lastHeardMs = ({ db, config }: Ctx): number | null =>
  db
    .select({ at: sql<number | null>`max(coalesce(${webhookEvents.processedAt}, ${webhookEvents.receivedAt}))` })
    .from(webhookEvents)
    .where(eq(webhookEvents.mode, config.paymentMode))
    .get()?.at ?? null

/** Returns the events in the order in which they came. */
export const waitingEvents = ({ db, config }: Ctx): string[] =>
  db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), eq(webhookEvents.mode, config.paymentMode)))
    .orderBy(webhookEvents.receivedAt)
    .all()
    .map(({ id }) => id)
