import type { Ctx } from '../../../src/context.ts'
import type { Order } from '../../../src/order/order.ts'
import { goods } from '../../../src/rooms.ts'
import { add, type Sums } from '../earnings/statement.ts'
import { allGoods } from './run-goods.ts'

/** The kinds of one whole tape. */
export const wholeTapes: readonly string[] = Object.values(goods).flatMap(({ kind, opening }) =>
  opening?.isWhole ? kind : [],
)

/** An order for money as the database has it. `thingId` is what a buyer can have once. */
export type OrderRow = {
  id: string
  /** The account that holds it; null for a guest, an agent, and a gift that nobody took. */
  userId: string | null
  /** Whether no account holds it, of a guest or of a gift that nobody took. */
  isGuest: boolean
  artistId: string
  kind: Order['kind']
  thingId: string
  state: string
  sold: number
  isForOther: boolean
  /** Whether the three sold it together. */
  isShared: boolean
  feeBasisPoints: number
  isTipped: boolean
  isLicensed: boolean
}

const tables = new Set(allGoods.flatMap(({ givenIn }) => givenIn ?? []))
const given = [...tables].map((table) => `SELECT order_id, holder_id FROM ${table}`).join(' UNION ALL ')

type Flag = 'isGuest' | 'isForOther' | 'isShared' | 'isTipped' | 'isLicensed'

/** Returns every order for money at the processor. */
export const ordersForMoney = ({ db: { $client: sql } }: Ctx): OrderRow[] =>
  sql
    .query<Omit<OrderRow, Flag> & Record<Flag, number>, []>(
      // A gift that was taken is a casset of whoever took it.
      `SELECT o.id, iif(g.order_id IS NULL, coalesce(o.user_id, o.holder_id), g.holder_id) AS userId,
         iif(g.order_id IS NULL, o.buyer_email IS NOT NULL AND o.holder_id IS NULL, g.holder_id IS NULL) AS isGuest,
         c.artist_id AS artistId, iif(g.holder_id IS NULL, o.kind, 'casset') AS kind, coalesce(iif(o.kind = 'emoji', o.thing_id, NULL), o.cassetId) AS thingId,
         o.state, o.fee_basis_points AS feeBasisPoints, o.seller_account_id IS NOT NULL OR o.is_shared AS isForOther, o.is_shared AS isShared,
         (SELECT count(*) FROM ledger_postings WHERE order_id = o.id AND kind = 'SALE') AS sold,
         EXISTS (SELECT 1 FROM tips WHERE order_id = o.id AND ended_at IS NULL) AS isTipped,
         EXISTS (SELECT 1 FROM licenses WHERE order_id = o.id AND granted_at > 0 AND ended_at IS NULL) AS isLicensed
       FROM (SELECT *, casset_id AS cassetId FROM orders) o JOIN cassets c ON c.id = o.casset_id
         LEFT JOIN (${given}) g ON g.order_id = o.id
       WHERE o.mode = 'test-key' AND o.payment_intent_id IS NOT NULL`,
    )
    .all()
    .map((row) => ({
      ...row,
      isGuest: row.isGuest === 1,
      isForOther: row.isForOther === 1,
      isShared: row.isShared === 1,
      isTipped: row.isTipped === 1,
      isLicensed: row.isLicensed === 1,
    }))

/**
 * Returns who got what for free, as "user thing": in every mode, or as the rest of what was paid in
 * one; not of a preorder that was called off since. A code works on after that. `lost` has what
 * went with the money of its tracks, as "order thing".
 */
export const gotForFree = (
  { db: { $client: sql } }: Ctx,
  mode = 'free',
  lost: ReadonlySet<string> = new Set(),
): Set<string> =>
  new Set(
    sql
      .query<{ user: string; thing: string; orderId: string }, [string]>(
        // The rest of a casset is free where it was paid for track by track.
        `SELECT o.holder_id AS user, coalesce(t.casset_id, o.thing_id, o.casset_id) AS thing, o.id AS orderId
         FROM orders o JOIN cassets c ON c.id = o.casset_id LEFT JOIN everything_tapes t ON t.order_id = o.id
         WHERE o.state = 'PAID' AND (o.mode = 'free' OR o.mode = ? AND o.payment_intent_id IS NULL)
           AND NOT (c.called_off_at IS NOT NULL AND o.paid_at < c.called_off_at AND o.kind = 'casset')`,
      )
      .all(mode)
      .flatMap(({ user, thing, orderId }) => (lost.has(`${orderId} ${thing}`) ? [] : [`${user} ${thing}`])),
  )

/** Returns the orders by which somebody has a thing now. */
export const holdingOrders = ({ db: { $client: sql } }: Ctx): Set<string> =>
  new Set(
    sql
      .query<{ id: string }, []>(
        `SELECT order_id AS id FROM purchases WHERE ended_at IS NULL
         UNION SELECT order_id FROM emoji_purchases WHERE ended_at IS NULL
         UNION SELECT order_id FROM track_holdings WHERE held_since > 0 AND ended_at IS NULL
         UNION SELECT order_id FROM everything_purchases WHERE held_since > 0 AND ended_at IS NULL`,
      )
      .all()
      .map(({ id }) => id),
  )

/**
 * The entries of the ledger in the present mode, summed by order, kind of account, artist and
 * currency.
 */
export type LedgerSum = {
  orderId: string | null
  kind: string
  artistId: string | null
  currency: string
  amount: number
}

/**
 * Returns what the ledger's accounts hold that are somebody's: the platform's, artists', and what
 * they are owed. `without` has lines of the balance that do not count.
 */
export const ledgerSums = ({ db: { $client: sql } }: Ctx, without: readonly { id: string }[] = []): LedgerSum[] =>
  sql
    .query<LedgerSum, [string]>(
      `SELECT p.order_id AS orderId, a.kind, a.artist_id AS artistId, a.currency, sum(e.amount_minor) AS amount
       FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id JOIN ledger_accounts a ON a.id = e.account_id
       WHERE a.mode = 'test-key' AND a.kind IN ('PLATFORM', 'VAT', 'ARTIST', 'OWED')
         AND p.unique_key NOT IN (SELECT 'PROCESSOR_FEE ' || value FROM json_each(?))
       GROUP BY p.order_id, a.id`,
    )
    .all(JSON.stringify(without.map(({ id }) => id)))

export function totalOf(sums: readonly LedgerSum[], isAsked: (sum: LedgerSum) => boolean): Sums {
  const total: Sums = new Map()
  for (const sum of sums) if (isAsked(sum)) add(total, sum.currency, sum.amount)
  return total
}

/** A track or a tape of an order for several of them, by account. */
type PartRow = { orderId: string; userId: string; thingId: string; restOrderId: string | null }

/** Returns the single tracks that accounts ordered, with the order that took off their price. */
export const orderedTracks = ({ db: { $client: sql } }: Ctx): PartRow[] =>
  sql
    .query<PartRow, []>(
      `SELECT order_id AS orderId, user_id AS userId, track_id AS thingId, rest_order_id AS restOrderId
       FROM track_holdings WHERE user_id IS NOT NULL AND mode = 'test-key'`,
    )
    .all()

type TapeRow = Omit<PartRow, 'restOrderId'> & { partMinor: number; isCalledOff: number }

/**
 * Returns the tapes of orders of everything, those included that came later, and whether each is
 * called off now.
 */
export const orderedTapes = ({ db: { $client: sql } }: Ctx): TapeRow[] =>
  sql
    .query<TapeRow, []>(
      `SELECT t.order_id AS orderId, e.user_id AS userId, t.casset_id AS thingId, t.part_minor AS partMinor,
         c.called_off_at IS NOT NULL AS isCalledOff
       FROM everything_tapes t JOIN everything_purchases e ON e.order_id = t.order_id
         JOIN cassets c ON c.id = t.casset_id`,
    )
    .all()

/** Returns by which orders accounts have cassets now, as "user casset order". */
export const collectedBy = ({ db: { $client: sql } }: Ctx): Set<string> =>
  new Set(
    sql
      .query<{ held: string }, []>(
        "SELECT user_id || ' ' || casset_id || ' ' || order_id AS held FROM purchases WHERE user_id IS NOT NULL AND ended_at IS NULL AND mode IN ('test-key', 'free')",
      )
      .all()
      .map(({ held }) => held),
  )
