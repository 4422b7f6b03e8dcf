import { eq, sql } from 'drizzle-orm'
import { assigned, prepared, rowsBy } from '../../../db/prepared.ts'
import { notificationBoxes as boxes } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { switches } from '../../lib/account/notification-switches.ts'
import type { Prefs } from './model.ts'

const { placeholder } = sql

const ofUser = rowsBy(boxes, 'userId')
const unread = prepared((db) =>
  db
    .select({ count: boxes.unread })
    .from(boxes)
    .where(eq(boxes.userId, placeholder('userId'))),
)
const takePosition = prepared((db) =>
  db
    .insert(boxes)
    .values({ userId: placeholder('userId'), lastPosition: 1, unread: 1 })
    .onConflictDoUpdate({
      target: boxes.userId,
      set: { lastPosition: sql`${boxes.lastPosition} + 1`, unread: sql`${boxes.unread} + 1` },
    })
    .returning({ position: boxes.lastPosition }),
)
const subtract = prepared((db) =>
  db
    .update(boxes)
    .set({ unread: sql`${boxes.unread} - ${assigned('fewer')}` })
    .where(eq(boxes.userId, placeholder('userId'))),
)

/** Undefined when nothing is unread and the person never changed a switch. */
export const boxOf = (ctx: Ctx, userId: string) => ofUser(ctx.db).get({ userId })

export const unreadCount = (ctx: Ctx, userId: string): number => unread(ctx.db).get({ userId })?.count ?? 0

/** Returns its position. Called in the transaction that writes it. */
export const countNew = (ctx: Ctx, userId: string): number => takePosition(ctx.db).get({ userId })?.position ?? 1

/** Called in the transaction that reads them. */
export const countRead = (ctx: Ctx, userId: string, fewer: number): void => void subtract(ctx.db).run({ userId, fewer })

/** Counts everything that a person has been sent until now as read. */
export const countAllRead = ({ db }: Ctx, userId: string): void =>
  void db
    .update(boxes)
    .set({ readTo: sql`${boxes.lastPosition}`, unread: 0 })
    .where(eq(boxes.userId, userId))
    .run()

export function readPrefs(ctx: Ctx, userId: string): Prefs {
  const box = boxOf(ctx, userId)
  const { collects = true, shares = true, comments = true, dropJoins = true, rewards = true } = box ?? {}
  return { collects, shares, comments, dropJoins, rewards }
}

export const readGathersMail = (ctx: Ctx, userId: string): boolean => boxOf(ctx, userId)?.gathersMail ?? true

export const saveGathersMail = ({ db }: Ctx, userId: string, gathersMail: boolean): void =>
  void db
    .insert(boxes)
    .values({ userId, gathersMail })
    .onConflictDoUpdate({ target: boxes.userId, set: { gathersMail } })
    .run()

/** Changes some of a person's switches (rule: notification-switches). Returns all of them. */
export function savePrefs(ctx: Ctx, userId: string, changed: Partial<Prefs>): Prefs {
  if (switches.some((name) => changed[name] !== undefined)) {
    ctx.db
      .insert(boxes)
      .values({ userId, ...changed })
      .onConflictDoUpdate({ target: boxes.userId, set: changed })
      .run()
  }
  return readPrefs(ctx, userId)
}
