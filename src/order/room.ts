import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import { stays } from '../platform/promised.ts'
import type { Room } from '../room.ts'
import { soldSums } from './sold-sums.ts'

const { id, userId, message } = orders

const eraseMessages = prepared((db) => {
  const isWritten = and(eq(userId, sql.placeholder('userId')), isNotNull(message))
  const some = db.select({ id }).from(orders).where(isWritten).limit(sql.placeholder('limit'))
  return db.update(orders).set({ message: null }).where(inArray(id, some)).returning({ id })
})

export const orderRoom = {
  // Messages that somebody wrote with payments. The books stay.
  personal: { traces: [eraseMessages] },
  sums: [soldSums],
  promises: [
    {
      name: 'earnings',
      tables: ['order_parts', 'owed_parts'],
      thing: 'Money of a sale that is not sent on yet',
      giver: stays,
      receiver: stays,
    },
    { name: 'refund', tables: ['orders'], thing: 'Money that is being given back', giver: stays, receiver: stays },
  ],
} satisfies Room
