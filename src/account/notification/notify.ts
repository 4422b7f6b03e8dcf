import type { Static, TSchema } from '@sinclair/typebox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { partsBy, prepared, wholeRow } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { boxOf, countNew } from './box.ts'
import type { NotificationDefinition } from './define-notification.ts'
import { queueGathering } from './gather-digest.ts'
import { queuePushes } from './send-push.ts'

const { placeholder } = sql

const known = partsBy(notifications, ['id'], 'userId', 'eventKey')
const add = prepared((db) =>
  db.insert(notifications).values({ ...wholeRow(notifications), details: placeholder('details') }),
)
const ownerOfArtist = prepared((db) =>
  db
    .select({ userId: artists.userId })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(and(eq(artists.id, placeholder('artistId')), isNull(users.deletedAt))),
)

export type Event<Details> = {
  artistId: string
  /** Names the event: nobody is notified of the same event twice. */
  key: string
  /** The artist who caused it, if the reader may know. */
  actorId?: string
  details: Details
}

/**
 * Notifies an artist of an event, once, unless they have switched that off, caused it themselves or
 * deleted their account (rule: told-once). Called in the transaction of its cause.
 */
export function notify<S extends TSchema>(
  ctx: Ctx,
  { kind, switch: name, digest }: NotificationDefinition<S>,
  { artistId, actorId, key, details }: Event<Static<S>>,
): void {
  const userId = ownerOfArtist(ctx.db).get({ artistId })?.userId
  if (userId === undefined || actorId === artistId) return
  const eventKey = `${kind}:${key}`
  if (known(ctx.db).get({ userId, eventKey })) return
  if (name !== null && boxOf(ctx, userId)?.[name] === false) return
  const row: typeof notifications.$inferSelect = {
    id: ctx.uuid(),
    userId,
    position: countNew(ctx, userId),
    eventKey,
    kind,
    actorId: actorId ?? null,
    details,
    digest,
    createdAt: ctx.now(),
    readAt: null,
  }
  add(ctx.db).run(row)
  queuePushes(ctx, userId, row.position)
  if (digest !== null) queueGathering(ctx, userId, digest)
}

/** Replaces what an artist was told of an event, as it is so no longer. Called in a transaction. */
export function retell<S extends TSchema>(
  { db }: Ctx,
  { kind }: NotificationDefinition<S>,
  { artistId, key, details }: Event<Static<S>>,
): void {
  const userId = ownerOfArtist(db).get({ artistId })?.userId
  if (userId === undefined) return
  const isIt = and(eq(notifications.userId, userId), eq(notifications.eventKey, `${kind}:${key}`))
  db.update(notifications).set({ details }).where(isIt).run()
}
