import { lostOfRest } from '../../../src/casset/access/track-holding.ts'
import type { Ctx } from '../../../src/context.ts'
import { idOf, isKept, type Statement } from '../earnings/statement.ts'
import type { Bank } from '../order/bank.ts'
import { holdingOrders } from '../order/order-rows.ts'
import type { Run } from '../order/run.ts'
import { lostForFree } from './free-rest-proof.ts'

/** The sums are of the orders: what was paid, the price then, and what was taken off it. */
type RestRow = {
  restId: string
  kind: string
  singleId: string
  cassetId: string
  restHolder: string | null
  singleHolder: string | null
  restState: string
  ownMinor: number
  wholeMinor: number
  paidMinor: number
  trackMinor: number
}

/** Returns which orders are the rest of which, by the database. */
const restRows = ({ db: { $client: sql } }: Ctx): RestRow[] =>
  sql
    .query<RestRow, []>(
      `SELECT g.order_id AS restId, r.kind, g.single_order_id AS singleId, s.casset_id AS cassetId, r.holder_id AS restHolder, s.holder_id AS singleHolder,
         r.state AS restState, r.amount_minor AS ownMinor, r.price_minor + r.credit_minor AS wholeMinor,
         s.amount_minor AS paidMinor, s.price_minor AS trackMinor
       FROM rest_orders g JOIN orders r ON r.id = g.order_id JOIN orders s ON s.id = g.single_order_id
       WHERE r.mode = 'test-key'`,
    )
    .all()

/**
 * Returns whether two orders of guests for single tracks were taken off one price: two guests, or
 * one, may have bought the same track, and both payments count then.
 */
export function areJoined(ctx: Ctx): (one: string, other: string) => boolean {
  const paid = restRows(ctx).filter(({ restState }) => restState === 'PAID')
  const pairs = new Set(paid.map(({ restId, singleId }) => `${restId} ${singleId}`))
  return (one, other) => paid.some(({ restId, singleId }) => singleId === one && pairs.has(`${restId} ${other}`))
}

/**
 * The rest is sold for the difference: tracks are taken off one price at a time, they and their
 * rest are one person's, and a rest holds all but the tracks whose money went back.
 */
export async function restFaults(
  { deck: { ctx, processor, movesClock } }: Run,
  statement: Statement,
): Promise<string[]> {
  const { payments } = statement
  const lostRests = lostForFree(ctx, statement)
  const holding = holdingOrders(ctx)
  const rows = restRows(ctx).filter(({ restState }) => restState === 'PAID')
  const paid = new Map(payments.map((payment) => [payment.orderId, payment]))
  const isFree = (id: string) => !paid.has(id)
  const hasMoney = (id: string) => {
    const payment = paid.get(id)
    return payment !== undefined && isKept(payment)
  }
  const apart = rows
    .filter(({ restHolder, singleHolder }) => restHolder !== singleHolder)
    .map(({ restId }) => `the rest ${restId} is not of whom its tracks are`)
  const kept = rows.filter(
    ({ restId, cassetId }) => !lostRests.has(`${restId} ${cassetId}`) && (isFree(restId) || hasMoney(restId)),
  )
  const twice = [...Map.groupBy(kept, ({ singleId }) => singleId).values()]
    .filter((ofSingle) => ofSingle.length > 1)
    .flat()
  const many = [...Map.groupBy(twice, ({ singleId }) => singleId)].flatMap(([singleId, ofSingle]) => {
    // One that no refund is possible of any more stays, as everywhere.
    const mendable = ofSingle.filter(({ restId }) => paid.get(restId)?.isBeyondRefund !== true)
    return mendable.length > 1 ? [`the tracks of ${singleId} were taken off ${mendable.length} prices`] : []
  })
  const shared = new Set(twice.map(({ restId }) => restId))
  const wrong = [...Map.groupBy(kept, ({ restId }) => restId)].flatMap(([restId, ofRest]) => {
    if (shared.has(restId) || !holding.has(restId)) return []
    const singles = ofRest.map(({ singleId }) => singleId)
    const gone = singles.filter((id) => !hasMoney(id)).flatMap((id) => tracksOf(ctx, id))
    const lost = lostOfRest(ctx, restId)
    const isRight = lost.size === new Set(gone).size && gone.every((id) => lost.has(id))
    return isRight ? [] : [`a rest does not hold ${[...lost]}, and the money went back for ${gone}`]
  })
  const cheap = [...Map.groupBy(kept, ({ restId }) => restId)].flatMap(([restId, ofRest]) => {
    const [first] = ofRest
    if (first?.kind !== 'casset' || first.ownMinor === 0 || paid.get(restId)?.isBeyondRefund) return []
    // A track that went back is not theirs: its price less is enough.
    const counted = ofRest.map(({ singleId, paidMinor, trackMinor }) => (hasMoney(singleId) ? paidMinor : trackMinor))
    const sum = counted.reduce((all, each) => all + each, first.ownMinor)
    return sum < first.wholeMinor ? [{ restId, text: `a rest is kept for ${sum} of ${first.wholeMinor}` }] : []
  })
  const faults = [...apart, ...many, ...wrong]
  for (const { restId, text } of cheap) {
    // A program whose clock cannot be moved tries again in a day.
    const isLater = !movesClock && isTriedLater(ctx, restId)
    if (!isLater && !(await waitsForArtists(ctx, processor, statement, restId))) faults.push(text)
  }
  return faults
}

const isTriedLater = ({ db: { $client: sql } }: Ctx, orderId: string): boolean =>
  sql.query("SELECT 1 FROM jobs WHERE kind = 'refund-waits' AND unique_key = 'refund-waits:' || ?").get(orderId) !==
  null

/**
 * Returns whether the refund of an order waits for its artists (rule: owner-pays-nothing): one of
 * them owes money, or their account lacks what they got of it.
 */
async function waitsForArtists(
  { db }: Ctx,
  { stripe }: Bank,
  { transfers }: Statement,
  orderId: string,
): Promise<boolean> {
  const owing = db.$client
    .query(
      `SELECT p.artist_id FROM owed_parts p WHERE p.order_id = ? AND
       (SELECT sum(o.amount_minor) FROM owed_parts o WHERE o.artist_id = p.artist_id AND o.currency = p.currency) < 0`,
    )
    .get(orderId)
  if (owing !== null) return true
  for (const { amount, amount_reversed: back, currency, destination, transfer_group: group } of transfers) {
    if (group !== orderId || amount === back) continue
    const stripeAccount = idOf(destination)
    const there = await stripe.balance.retrieve({}, { stripeAccount }).catch(() => undefined)
    const held = there?.available.find((sum) => sum.currency === currency)?.amount ?? 0
    if (held < amount - back) return true
  }
  return false
}

const tracksOf = ({ db: { $client: sql } }: Ctx, orderId: string): string[] =>
  sql
    .query<{ id: string }, [string]>('SELECT track_id AS id FROM track_holdings WHERE order_id = ?')
    .all(orderId)
    .map(({ id }) => id)
