import { orders } from '../../../db/schema/order/order.ts'
import { type Account, accountId, type Posting, post } from '../../../src/books/ledger/post.ts'
import { uuidV7 } from '../../../src/lib/hash/uuid.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

export const buyers: Account = { kind: 'BUYERS' }
export const platform: Account = { kind: 'PLATFORM' }
export const processorFees: Account = { kind: 'PROCESSOR_FEES' }
export const refunds: Account = { kind: 'REFUNDS' }
export const bank: Account = { kind: 'BANK' }

export const accountOf = ({ artistId }: Person): Account => ({ kind: 'ARTIST', artistId })

/** One movement at a time of its own: from whom, to whom, how much. */
export type Movement = {
  at: string
  kind: Posting['kind']
  from: Account
  to: Account
  amount: number
  orderId?: string | null
  currency?: string
}

/** Writes movements into the ledger as if the clock had stood at their times. */
export function moveAt({ ctx }: TestServer, movements: readonly Movement[]): void {
  ctx.db.transaction(() => {
    for (const { at, kind, from, to, amount, orderId = null, currency = 'usd' } of movements) {
      const now = Date.parse(at)
      const then = { ...ctx, now: () => now, datedUuid: () => uuidV7(now, ctx.random(10)) }
      const entries = [[from, -amount] as const, [to, amount] as const]
      post(then, { uniqueKey: `${kind} ${ctx.uuid()}`, kind, orderId, currency, entries })
    }
  })
}

/** Puts a paid order of some kind into the database. */
export function paidOrder(
  { ctx }: Pick<TestServer, 'ctx'>,
  buyer: Person,
  seller: Person,
  kind: 'casset' | 'tip' = 'casset',
): string {
  const id = ctx.uuid()
  const now = ctx.now()
  ctx.db
    .insert(orders)
    .values({
      id,
      userId: buyer.userId,
      holderId: buyer.userId,
      cassetId: seller.cassetId,
      kind,
      mode: ctx.config.paymentMode,
      state: 'PAID',
      amountMinor: 700,
      currency: 'usd',
      priceMinor: 700,
      createdAt: now,
      paidAt: now,
    })
    .run()
  return id
}

/**
 * So many sales of 1, 2, 3 and so on, a second apart; written without the verb, which is not made
 * for thousands.
 */
export function sellOften(svc: TestServer, seller: Person, at: string, sales: number): void {
  const sql = svc.ctx.db.$client
  moveAt(svc, [{ at, kind: 'SALE', from: buyers, to: accountOf(seller), amount: 1 }])
  const [entry, posting] = [
    sql.query('INSERT INTO ledger_entries VALUES (?, ?, ?, ?)'),
    sql.query("INSERT INTO ledger_postings VALUES (?, ?, 'SALE', NULL, ?)"),
  ]
  sql.transaction(() => {
    for (let sale = 2; sale <= sales; sale += 1) {
      const now = Date.parse(at) + sale * 1_000
      const id = uuidV7(now, svc.ctx.random(10))
      entry.run(id, 0, accountId(svc.ctx, buyers, 'usd'), -sale)
      entry.run(id, 1, accountId(svc.ctx, accountOf(seller), 'usd'), sale)
      posting.run(id, `SALE ${id}`, now)
    }
  })()
}
