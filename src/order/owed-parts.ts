import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { assigned, prepared, wholeRow } from '../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../db/schema/books/ledger.ts'
import { orders, owedParts } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { JobKind } from '../platform/job/job-kind.ts'
import { accountReadyJob } from '../platform/job/job-kinds.ts'
import { callBackOf } from './call-back.ts'
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

const posted = prepared((db) =>
  db
    .select({
      artistId: sql<string>`${ledgerAccounts.artistId}`,
      currency: ledgerAccounts.currency,
      posting: sql<number>`max(${ledgerPostings}.rowid)`,
      amountMinor: sql<number>`sum(${ledgerEntries.amountMinor})`,
      state: orders.state,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .where(and(eq(ledgerPostings.orderId, placeholder('orderId')), eq(ledgerAccounts.kind, 'OWED')))
    .groupBy(ledgerAccounts.id),
)

/** Returns what the ledger has of an order for each artist in each currency by now. */
export const postedTo = ({ db }: Ctx, orderId: string): (OwedPart & { posting: number })[] =>
  posted(db).all({ orderId })

/**
 * Returns what the ledger owes each artist in each currency for an order by now. The rest of an
 * undelivered order belongs to its payer, and does not count against its artist's other debts.
 */
export const owedPartsOf = ({ db }: Ctx, orderId: string): (OwedPart & { posting: number })[] =>
  posted(db)
    .all({ orderId })
    .map(({ state, amountMinor, ...part }) => ({
      ...part,
      amountMinor: state === 'UNDELIVERED' ? Math.min(amountMinor, 0) : amountMinor,
    }))

const keep = prepared((db) => {
  const { orderId, artistId, currency, amountMinor } = owedParts
  return db
    .insert(owedParts)
    .values({ ...wholeRow(owedParts), isWaiting: false, refusals: 0, waitsFor: null })
    .onConflictDoUpdate({
      target: [orderId, artistId, currency],
      set: {
        amountMinor: sql`excluded.amount_minor`,
        changedAt: sql`excluded.changed_at`,
        isWaiting: false,
        waitsFor: null,
      },
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
export function noteOwed(ctx: Ctx, order: Order, isSettled: boolean): void {
  const { db } = ctx
  const { id, mode } = order
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
  noteCallBack(ctx, order)
  if (isSettled && parts.some(({ amountMinor }) => amountMinor !== 0)) askForTransfers(ctx, id, parts)
}

/** The cause, other than a posting, for which an order's money may be sent. */
type Cause = 'opened' | 'downloaded' | 'delivered' | 'confirmed' | 'kept'

/**
 * Queues the job of an order's transfers. Its key has the last posting, or another cause: later
 * ones queue another job even while one runs.
 */
export function askForTransfers(
  ctx: Ctx,
  orderId: string,
  parts: readonly { posting: number }[] | Cause = owedPartsOf(ctx, orderId),
): void {
  const cause = typeof parts === 'string' ? parts : Math.max(...parts.map(({ posting }) => posting))
  ctx.jobs.add(transferJob, { orderId }, { key: `${orderId} ${cause}` })
}

const isOfOrder = eq(owedParts.orderId, placeholder('orderId'))
const holdBack = prepared((db) =>
  db
    .update(owedParts)
    .set({ waitsFor: assigned('waitsFor'), isWaiting: true })
    .where(and(isOfOrder, gt(owedParts.amountMinor, 0)))
    .returning({ orderId: owedParts.orderId }),
)
const letGo = prepared((db) =>
  db
    .update(owedParts)
    .set({ waitsFor: null })
    .where(and(isOfOrder, isNotNull(owedParts.waitsFor))),
)

/**
 * Stores whether what an order owes its payees waits, because it may still be called back, and
 * returns whether (rule: money-called-back). Called in a transaction.
 */
export function noteCallBack(ctx: Ctx, order: Order): boolean {
  const callBack = callBackOf(ctx, order)
  const { id: orderId } = order
  if (!callBack) {
    letGo(ctx.db).run({ orderId })
    return false
  }
  const { by: waitsFor, until } = callBack
  const isHeld = holdBack(ctx.db).all({ orderId, waitsFor }).length > 0
  if (isHeld && until !== null) ctx.jobs.add(transferJob, { orderId }, { key: `${orderId} ${until}`, runAt: until })
  return true
}

const atOnce = 200

/**
 * Queues the transfers of a page of the orders that waited for a tape to open, after one of them.
 * Returns the last one; null once there are no more. Called in a transaction.
 */
export function askForOpened(ctx: Ctx, cassetId: string, after: string): string | null {
  const { orderId, waitsFor } = owedParts
  const waiting = ctx.db
    .selectDistinct({ id: orderId })
    .from(owedParts)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(waitsFor, 'opening'), gt(orderId, after), eq(orders.cassetId, cassetId)))
    .orderBy(asc(orderId))
    .limit(atOnce)
    .all()
  for (const { id } of waiting) askForTransfers(ctx, id, 'opened')
  return waiting.at(-1)?.id ?? null
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
