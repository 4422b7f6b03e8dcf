import { Type as t } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import { owedParts } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import { accountReadyJob } from '../seller/account-ready.ts'
import type { Order } from './order.ts'

const payload = t.Object({ orderId: t.String(), looks: t.Optional(t.Boolean()) })

/**
 * The job that sends payees what an order left for them, or takes back what was sent too much; with `looks` it first
 * writes down what was done about its transfers at the processor.
 */
export const transferJob: JobKind<typeof payload> = { kind: 'transfer', payload }

/** What an order leaves for an artist that they have not got yet; negative when they have got too much. */
export type OwedPart = { artistId: string; currency: string; amountMinor: number }

// What is left of an order that was not delivered is its payer's, and not held against what its artist owes of others.
const partsOf = `SELECT a.artist_id AS artistId, a.currency, max(p.rowid) AS posting,
  iif(o.state = 'UNDELIVERED', min(sum(e.amount_minor), 0), sum(e.amount_minor)) AS amountMinor
  FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
  JOIN orders o ON o.id = p.order_id WHERE p.order_id = ? AND a.kind = 'OWED' GROUP BY a.id`

/** Returns what the ledger owes for an order by now, to each artist in each currency. */
export const owedPartsOf = ({ db: { $client: sql } }: Ctx, orderId: string) =>
  sql.query<OwedPart & { posting: number }, [string]>(partsOf).all(orderId)

const keep = `INSERT INTO owed_parts (order_id, artist_id, currency, mode, amount_minor, changed_at)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
  SET amount_minor = excluded.amount_minor, changed_at = excluded.changed_at, is_waiting = 0 WHERE amount_minor <> excluded.amount_minor`
const drop = `DELETE FROM owed_parts WHERE order_id = ? AND artist_id = ? AND currency = ?
  RETURNING amount_minor AS amountMinor`

/**
 * Writes down what an order's payees have to get or give back by the ledger, and asks for the transfers once it is known
 * what the order became in the balance. Called in the transaction of the order's postings.
 */
export function noteOwed(ctx: Ctx, { id, mode }: Order, isSettled: boolean): void {
  const { $client: sql } = ctx.db
  const parts = owedPartsOf(ctx, id)
  for (const { artistId, currency, amountMinor, posting } of parts) {
    if (amountMinor !== 0) {
      sql.query(keep).run(id, artistId, currency, mode, amountMinor, ctx.now())
      continue
    }
    const gone = sql.query<{ amountMinor: number }, [string, string, string]>(drop).get(id, artistId, currency)
    // No part is left here to do it: what other orders hold against this debt goes out.
    if (gone && gone.amountMinor < 0) ctx.jobs.add(accountReadyJob, { artistId }, { key: `${artistId} ${posting}` })
  }
  if (isSettled && parts.some(({ amountMinor }) => amountMinor !== 0)) askForTransfers(ctx, id, parts)
}

/**
 * Adds the job of an order's transfers. Its key has the last posting: what is written while such a job runs asks for
 * another one.
 */
export function askForTransfers(ctx: Ctx, orderId: string, parts = owedPartsOf(ctx, orderId)): void {
  const last = Math.max(...parts.map(({ posting }) => posting))
  ctx.jobs.add(transferJob, { orderId }, { key: `${orderId} ${last}` })
}

/** Notes that a part has to wait, and with `isRefused` that the processor refused to move it. */
export function noteWaiting({ db }: Ctx, part: typeof owedParts.$inferSelect, isRefused = false): void {
  const { orderId, artistId, currency } = part
  const ofArtist = and(eq(owedParts.artistId, artistId), eq(owedParts.currency, currency))
  const refusals = part.refusals + (isRefused ? 1 : 0)
  db.update(owedParts)
    .set({ isWaiting: true, refusals })
    .where(and(eq(owedParts.orderId, orderId), ofArtist))
    .run()
}
