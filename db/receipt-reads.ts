import { aliasedTable, eq, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { artists, users } from './schema/account.ts'
import { cassets } from './schema/casset.ts'
import { emojis, orders } from './schema/checkout.ts'
import { receipts } from './schema/receipt.ts'

const { placeholder } = sql

/** Prepares what each sale reads for its receipt, once. */
export function prepareReceiptReads(db: Db) {
  const receipt = db
    .select()
    .from(receipts)
    .where(eq(receipts.orderId, placeholder('orderId')))
    .prepare()
  const payers = aliasedTable(artists, 'payers')
  const goods = db
    .select({
      cassetName: cassets.name,
      shortcode: emojis.shortcode,
      seller: { name: artists.displayName, handle: artists.handle },
      // By the handle and not the display name, as all our letters.
      payer: { name: payers.handle, address: users.email },
    })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(payers, eq(payers.userId, users.id))
    .leftJoin(emojis, eq(emojis.id, orders.emojiId))
    .where(eq(orders.id, placeholder('orderId')))
    .prepare()
  return {
    receipt: (orderId: string) => receipt.get({ orderId }),
    /** What an order is for, from whom, and who pays. */
    goods: (orderId: string) => goods.get({ orderId }),
  }
}
