import { and, asc, count, desc, eq, notInArray, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { pushSubscriptions as subscriptions } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { boxOf } from './box.ts'
import type { NewSubscription } from './model.ts'
import { readEndpoint } from './push-endpoint.ts'
import { refuseBadKeys } from './push-keys.ts'

/** A further one replaces the one that was silent longest. */
const mostOfPerson = 10

/**
 * Stores a browser that wants pushes and returns its id. One endpoint has one id, also when another
 * account signs in there (rule: pushes). Throws VALIDATION, and FORBIDDEN for the endpoint of
 * another account when its keys, which only that browser has, are missing.
 */
export function subscribeToPush(ctx: Ctx, { userId, sessionId }: Viewer, asked: NewSubscription): { id: string } {
  const endpoint = readEndpoint(ctx, asked.endpoint)
  refuseBadKeys(asked.keys)
  const now = ctx.now()
  return inTransaction(ctx.db, () => {
    const whose = { userId, sessionId, ...asked.keys, expiresAt: asked.expirationTime ?? null, confirmedAt: now }
    const known = ctx.db.select().from(subscriptions).where(eq(subscriptions.endpoint, endpoint)).get()
    const hasItsKeys = known?.p256dh === asked.keys.p256dh && known.auth === asked.keys.auth
    if (known && known.userId !== userId && !hasItsKeys) {
      throw new AppError('FORBIDDEN', say('This endpoint belongs to somebody else, and these are not its keys.'))
    }
    const pushedTo = known?.userId === userId ? known.pushedTo : (boxOf(ctx, userId)?.lastPosition ?? 0)
    const kept = ctx.db
      .insert(subscriptions)
      .values({ id: ctx.uuid(), endpoint, createdAt: now, pushedTo, ...whose })
      .onConflictDoUpdate({ target: subscriptions.endpoint, set: { pushedTo, ...whose } })
      .returning({ id: subscriptions.id })
      .get()
    dropSilent(ctx, userId)
    return kept
  })
}

function dropSilent({ db }: Ctx, userId: string): void {
  const own = eq(subscriptions.userId, userId)
  const all = db.select({ count: count() }).from(subscriptions).where(own).get()?.count ?? 0
  if (all <= mostOfPerson) return
  const kept = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(own)
    .orderBy(desc(subscriptions.confirmedAt), desc(subscriptions.id))
    .limit(mostOfPerson)
  db.delete(subscriptions)
    .where(and(own, notInArray(subscriptions.id, kept)))
    .run()
}

/** Ends pushes to a browser. Throws NOT_FOUND, FORBIDDEN. */
export function unsubscribeFromPush(ctx: Ctx, { userId }: Viewer, id: string): void {
  const found = ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get()
  if (!found) throw notFound('subscription')
  if (found.userId !== userId) throw new AppError('FORBIDDEN', say('This subscription belongs to somebody else.'))
  removeSubscription(ctx, id)
}

export const removeSubscription = ({ db }: Ctx, id: string): void =>
  void db.delete(subscriptions).where(eq(subscriptions.id, id)).run()

const ofUser = prepared((db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .orderBy(asc(subscriptions.confirmedAt))
    .limit(mostOfPerson),
)

export const subscriptionsOf = ({ db }: Ctx, userId: string) => ofUser(db).all({ userId })
