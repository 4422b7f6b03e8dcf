import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { letterOrders, letters } from '../../../../db/schema/audience/letter.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { orders } from '../../../../db/schema/order/order.ts'
import type { Ctx } from '../../../context.ts'
import { isUuidV7 } from '../../../lib/hash/uuid.ts'
import { cookieDays } from '../../../lib/stored/in-browsers.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { cookieOf, keptCookie } from '../../../platform/http/session/kept-cookie.ts'

const cookieName = 'svc_letter'
const orderKeptMs = 7 * dayMs

/**
 * Returns the cookie that remembers the letter by whose link somebody came; undefined for other
 * visits. It is the same for everybody who comes by that letter (rule: letter-figures).
 */
export function keepLetter(ctx: Ctx, request: Request): string | undefined {
  if (!request.url.includes('letter=')) return undefined
  const id = new URL(request.url).searchParams.get('letter') ?? ''
  if (!isUuidV7(id) || letterOf(request) === id || !isBegun(ctx, id)) return undefined
  return keptCookie(ctx, cookieName, id, cookieDays[cookieName])
}

const isBegun = ({ db }: Ctx, id: string): boolean =>
  db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.id, id), isNotNull(letters.begunAt)))
    .get() !== undefined

export function letterOf(request: Request): string | undefined {
  const id = cookieOf(request, cookieName)
  return id && isUuidV7(id) ? id : undefined
}

/**
 * Notes that an order came by a letter of the same artist, until it is paid, when a trigger counts
 * it; one that was free is counted at once.
 */
export function noteOrder(ctx: Ctx, request: Request, orderId: string): void {
  const letterId = letterOf(request)
  if (letterId === undefined) return
  inTransaction(ctx.db, () => {
    const { db } = ctx
    const order = db
      .select({ state: orders.state, artistId: cassets.artistId })
      .from(orders)
      .innerJoin(cassets, eq(cassets.id, orders.cassetId))
      .where(eq(orders.id, orderId))
      .get()
    if (!order) return
    const isTheirs = and(eq(letters.id, letterId), eq(letters.artistId, order.artistId))
    if (!db.select({ id: letters.id }).from(letters).where(isTheirs).get()) return
    if (order.state === 'PAID') {
      const counted = { collects: sql`${letters.collects} + 1` }
      db.update(letters).set(counted).where(eq(letters.id, letterId)).run()
    } else {
      db.insert(letterOrders).values({ orderId, letterId, createdAt: ctx.now() }).onConflictDoNothing().run()
    }
  })
}

/** Forgets by which letter orders came that nobody paid within a week. */
export const forgetLetterOrders = ({ db, now }: Ctx): void =>
  void db
    .delete(letterOrders)
    .where(lte(letterOrders.createdAt, now() - orderKeptMs))
    .run()
