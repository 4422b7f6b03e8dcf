import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Personal } from '../platform/personal.ts'

const { id, userId, message } = orders

const eraseMessages = prepared((db) => {
  const isWritten = and(eq(userId, sql.placeholder('userId')), isNotNull(message))
  const some = db.select({ id }).from(orders).where(isWritten).limit(sql.placeholder('limit'))
  return db.update(orders).set({ message: null }).where(inArray(id, some)).returning({ id })
})

/** Messages that somebody wrote with payments. The books stay. */
export const orderPersonal: Personal = { traces: [eraseMessages] }
