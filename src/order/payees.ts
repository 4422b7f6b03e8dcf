import { and, asc, eq, notInArray, or, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { ledgerAccounts, ledgerPostings } from '../../db/schema/books/ledger.ts'
import { orderParts } from '../../db/schema/order/order.ts'
import type { Account, Posting } from '../books/ledger/post.ts'
import { sumOfEntries } from '../books/ledger/sum-of-entries.ts'
import { artistOf } from '../casset/artist-of.ts'
import type { Ctx } from '../context.ts'
import { divideByWeights } from '../lib/money/divide.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'

const { placeholder } = sql

/** Somebody who gets a part of an order's income and bears that part of its costs, by weight. */
export type Payee = { account: PayeeAccount; weight: number }

type PayeeAccount = Extract<Account, { artistId: string } | { campaignId: string }>

/** All payees of an order. The first one gets the remainder of divisions. */
export type Payees = readonly [Payee, ...Payee[]]

const parts = prepared((db) =>
  db
    .select()
    .from(orderParts)
    .where(eq(orderParts.orderId, placeholder('orderId')))
    .orderBy(asc(orderParts.position)),
)

/** Returns the sellers agreed when the order was placed; an empty list for any other order. */
export const partsOf = (ctx: Ctx, { id: orderId, isShared }: Pick<Order, 'id' | 'isShared'>) =>
  isShared ? parts(ctx.db).all({ orderId }) : []

/** Returns all payees of an order. The owner's own sales are theirs at once. */
export function payeesOf(ctx: Ctx, order: Order): Payees {
  const others = goodsOf(ctx)[order.kind].payout?.payees(order)
  if (others) return others
  const [first, ...rest] = partsOf(ctx, order).map(({ stays, artistId, basisPoints }) =>
    payee(stays, artistId, basisPoints),
  )
  if (first) return [first, ...rest]
  return [payee(order.sellerAccountId === null, artistOf(ctx, order.cassetId).id, 1)]
}

export const artistsPaidBy = (ctx: Ctx, order: Order): string[] =>
  payeesOf(ctx, order).flatMap(({ account }) => ('artistId' in account ? [account.artistId] : []))

const payee = (stays: boolean, artistId: string, weight: number): Payee => ({
  account: { kind: stays ? 'ARTIST' : 'OWED', artistId },
  weight,
})

/**
 * Returns a posting whose second entry belongs to the payees together, with that entry divided
 * among them. The division applies to the sum of all such postings of the order, so their parts are
 * right to the last unit however many postings there are and in whatever order they become known
 * (rule: divided-sales).
 */
export function dividedPosting(ctx: Ctx, payees: Payees, posting: Posting): Posting {
  const [other, together] = posting.entries
  if (payees.length === 1 || !other || !together) return posting
  const weights = payees.map(({ weight }) => weight)
  const before = dividedSoFar(ctx, payees, posting)
  const [had, have] = [divideByWeights(before, weights), divideByWeights(before + together[1], weights)]
  const each = payees.map(({ account }, index) => [account, (have[index] ?? 0) - (had[index] ?? 0)] as const)
  return { ...posting, entries: [other, ...each] }
}

const soFar = prepared((db) => {
  const { kind, artistId, currency } = ledgerAccounts
  const isStaying = and(eq(kind, 'ARTIST'), eq(artistId, placeholder('stays')))
  const isOfOrder = and(
    eq(ledgerPostings.orderId, placeholder('orderId')),
    notInArray(ledgerPostings.kind, ['TRANSFER', 'TRANSFER_REVERSAL']),
  )
  return sumOfEntries(db, and(isOfOrder, eq(currency, placeholder('currency')), or(eq(kind, 'OWED'), isStaying)))
})

function dividedSoFar({ db }: Ctx, payees: Payees, { orderId, currency }: Posting): number {
  const [stays = null] = payees.flatMap(({ account }) => (account.kind === 'ARTIST' ? [account.artistId] : []))
  return soFar(db).get({ orderId, currency, stays })?.amount ?? 0
}
