import { Type as t } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/money/ledger.ts'
import { orders, owedParts } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import { accountReadyJob } from '../../platform/job/job-kinds.ts'
import type { Order } from './order.ts'

const { placeholder } = sql

const payload = t.Object({ orderId: t.String(), looks: t.Optional(t.Boolean()) })

/**
 * The job that sends payees their parts of an order, or takes back overpayments; with `looks` it
 * first reads the state of its transfers at the processor.
 */
export const transferJob: JobKind<typeof payload> = { kind: 'transfer', payload }

/** An artist's open part of an order; negative when they have got too much. */
export type OwedPart = { artistId: string; currency: string; amountMinor: number }

const parts = prepared((db) => {
  const sum = sql`sum(${ledgerEntries.amountMinor})`
  return db
    .select({
      artistId: sql<string>`${ledgerAccounts.artistId}`,
      currency: ledgerAccounts.currency,
      posting: sql<number>`max(${ledgerPostings}.rowid)`,
      // The rest of an undelivered order belongs to its payer, and does not count against its
      // artist's other debts.
      amountMinor: sql<number>`iif(${orders.state} = 'UNDELIVERED', min(${sum}, 0), ${sum})`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .where(and(eq(ledgerPostings.orderId, placeholder('orderId')), eq(ledgerAccounts.kind, 'OWED')))
    .groupBy(ledgerAccounts.id)
})

/** Returns what the ledger owes each artist in each currency for an order by now. */
export const owedPartsOf = ({ db }: Ctx, orderId: string): (OwedPart & { posting: number })[] =>
  parts(db).all({ orderId })

const keep = prepared((db) => {
  const { orderId, artistId, currency, amountMinor } = owedParts
  return db
    .insert(owedParts)
    .values({ ...wholeRow(owedParts), isWaiting: false, refusals: 0 })
    .onConflictDoUpdate({
      target: [orderId, artistId, currency],
      set: { amountMinor: sql`excluded.amount_minor`, changedAt: sql`excluded.changed_at`, isWaiting: false },
      setWhere: sql`${amountMinor} <> excluded.amount_minor`,
    })
})
const drop = prepared((db) => {
  const { orderId, artistId, currency, amountMinor } = owedParts
  const isPart = and(eq(artistId, placeholder('artistId')), eq(currency, placeholder('currency')))
  return db
    .delete(owedParts)
    .where(and(eq(orderId, placeholder('orderId')), isPart))
    .returning({ amountMinor })
})

/**
 * Stores what an order's payees have to get or give back by the ledger, and queues the transfers
 * once the order has settled. Called in the transaction of the order's postings.
 */
export function noteOwed(ctx: Ctx, { id, mode }: Order, isSettled: boolean): void {
  const { db } = ctx
  const parts = owedPartsOf(ctx, id)
  for (const { artistId, currency, amountMinor, posting } of parts) {
    if (amountMinor !== 0) {
      keep(db).run({ orderId: id, artistId, currency, mode, amountMinor, changedAt: ctx.now() })
      continue
    }
    const gone = drop(db).get({ orderId: id, artistId, currency })
    // No part of this order is left that would trigger it: amounts of other orders that this debt
    // held back are sent.
    if (gone && gone.amountMinor < 0) ctx.jobs.add(accountReadyJob, { artistId }, { key: `${artistId} ${posting}` })
  }
  if (isSettled && parts.some(({ amountMinor }) => amountMinor !== 0)) askForTransfers(ctx, id, parts)
}

/**
 * Queues the job of an order's transfers. Its key has the last posting: later postings queue
 * another job even while one runs.
 */
export function askForTransfers(ctx: Ctx, orderId: string, parts = owedPartsOf(ctx, orderId)): void {
  const last = Math.max(...parts.map(({ posting }) => posting))
  ctx.jobs.add(transferJob, { orderId }, { key: `${orderId} ${last}` })
}

/** Stores that a part has to wait, and with `isRefused` that the processor refused to move it. */
export function noteWaiting({ db }: Ctx, part: typeof owedParts.$inferSelect, isRefused = false): void {
  const { orderId, artistId, currency } = part
  const ofArtist = and(eq(owedParts.artistId, artistId), eq(owedParts.currency, currency))
  const refusals = part.refusals + (isRefused ? 1 : 0)
  db.update(owedParts)
    .set({ isWaiting: true, refusals })
    .where(and(eq(owedParts.orderId, orderId), ofArtist))
    .run()
}
