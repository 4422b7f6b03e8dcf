import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { orders, purchases, webhookEvents } from './schema/checkout.ts'
import { mails } from './schema/job.ts'
import { receipts } from './schema/receipt.ts'

type Order = typeof orders.$inferSelect
type Event = Omit<typeof webhookEvents.$inferSelect, 'processedAt'>
type Purchase = typeof purchases.$inferSelect
type Receipt = typeof receipts.$inferSelect
type Mail = Omit<typeof mails.$inferSelect, 'sentAt' | 'problem'>

/** The writes that every sale makes. */
export type SaleWrites = ReturnType<typeof prepareSaleWrites>

const { placeholder } = sql
const given = (name: string) => sql`${placeholder(name)}`

/** Prepares the writes of a sale once, as its reads are. */
export function prepareSaleWrites(db: Db) {
  const addOrder = db
    .insert(orders)
    .values({
      id: placeholder('id'),
      userId: placeholder('userId'),
      cassetId: placeholder('cassetId'),
      kind: placeholder('kind'),
      emojiId: placeholder('emojiId'),
      message: placeholder('message'),
      mode: placeholder('mode'),
      amountMinor: placeholder('amountMinor'),
      currency: placeholder('currency'),
      priceMinor: placeholder('priceMinor'),
      feeMinor: placeholder('feeMinor'),
      sellerAccountId: placeholder('sellerAccountId'),
      referralCode: placeholder('referralCode'),
      createdAt: placeholder('createdAt'),
    })
    .returning()
    .prepare()
  const joinIntent = db
    .update(orders)
    .set({ paymentIntentId: given('paymentIntentId') })
    .where(and(eq(orders.id, placeholder('id')), eq(orders.state, 'OPEN')))
    .returning({ id: orders.id })
    .prepare()
  const moveOrder = db
    .update(orders)
    .set({ state: given('to'), paidAt: given('paidAt') })
    .where(and(eq(orders.id, placeholder('id')), eq(orders.state, placeholder('from'))))
    .prepare()
  const addPurchase = db
    .insert(purchases)
    .values({
      id: placeholder('id'),
      userId: placeholder('userId'),
      cassetId: placeholder('cassetId'),
      orderId: placeholder('orderId'),
      status: placeholder('status'),
      purchasedAt: placeholder('purchasedAt'),
      endedAt: placeholder('endedAt'),
    })
    .prepare()
  const addReceipt = db
    .insert(receipts)
    .values({
      orderId: placeholder('orderId'),
      what: placeholder('what'),
      sellerName: placeholder('sellerName'),
      sellerHandle: placeholder('sellerHandle'),
      cardBrand: placeholder('cardBrand'),
      cardLast4: placeholder('cardLast4'),
      issuedAt: placeholder('issuedAt'),
    })
    .prepare()
  const addMail = db
    .insert(mails)
    .values({
      id: placeholder('id'),
      uniqueKey: placeholder('uniqueKey'),
      kind: placeholder('kind'),
      recipient: placeholder('recipient'),
      recipientName: placeholder('recipientName'),
      subject: placeholder('subject'),
      textBody: placeholder('textBody'),
      createdAt: placeholder('createdAt'),
      usefulUntil: placeholder('usefulUntil'),
    })
    .onConflictDoNothing()
    .returning({ id: mails.id })
    .prepare()
  const addEvent = db
    .insert(webhookEvents)
    .values({
      id: placeholder('id'),
      source: placeholder('source'),
      type: placeholder('type'),
      body: placeholder('body'),
      receivedAt: placeholder('receivedAt'),
    })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id })
    .prepare()
  const endEvent = db
    .update(webhookEvents)
    .set({ processedAt: given('now') })
    .where(eq(webhookEvents.id, placeholder('id')))
    .prepare()

  return {
    addOrder: (order: Omit<Order, 'state' | 'refusedRefunds' | 'paymentIntentId' | 'paidAt'>): Order =>
      addOrder.get(order),
    /** Answers whether the order was still open. */
    joinIntent: (id: string, paymentIntentId: string) => joinIntent.get({ id, paymentIntentId }) !== undefined,
    moveOrder: (id: string, from: Order['state'], to: Order['state'], paidAt: number | null) =>
      void moveOrder.run({ id, from, to, paidAt }),
    addPurchase: (purchase: Purchase) => void addPurchase.run(purchase),
    addReceipt: (receipt: Receipt) => void addReceipt.run(receipt),
    /** Answers whether no mail has its unique key yet. */
    addMail: (mail: Mail) => addMail.get(mail) !== undefined,
    /** Answers whether the event is new. */
    addEvent: (event: Event) => addEvent.get(event) !== undefined,
    endEvent: (id: string, now: number) => void endEvent.run({ id, now }),
  }
}
