import { accountExists } from '../../../src/account/account-exists.ts'
import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { hasCollected } from '../../../src/casset/access/collected.ts'
import { heldOf, trackHeldSince } from '../../../src/casset/access/held-of.ts'
import { hasEmoji } from '../../../src/shop/emoji/sale/emoji-holdings.ts'
import { statementFaults } from '../earnings/artist-statement.ts'
import { payoutFaults } from '../earnings/payout-proof.ts'
import { isKept, type PaymentStatement, readStatement, type Statement } from '../earnings/statement.ts'
import { freeRestFaults, lostForFree } from '../shop/free-rest-proof.ts'
import { areJoined, restFaults } from '../shop/guest-rest-proof.ts'
import { preorderFaults } from '../shop/preorder-proof.ts'
import { balanceFaults } from './balance-proof.ts'
import {
  collectedBy,
  gotForFree,
  holdingOrders,
  type OrderRow,
  orderedTapes,
  orderedTracks,
  ordersForMoney,
} from './order-rows.ts'
import { ownerCashFaults } from './owner-cash.ts'
import { type Run, workKinds } from './run.ts'

/** Returns what is wrong once everything has quieted: nothing, or sentences. */
export async function faultsOf(run: Run, known?: Statement): Promise<string[]> {
  const { deck } = run
  const statement = known ?? (await readStatement(deck.processor, run.feesOf))
  return [
    ...verifyLedger(deck.ctx).problems,
    ...workFaults(run),
    ...(await balanceFaults(run, statement)),
    ...(await ownerCashFaults(run, statement)),
    ...(await payoutFaults(run)),
    ...orderFaults(run, statement),
    ...refundFaults(run, statement),
    ...holdingFaults(run, statement),
    ...trackFaults(run, statement),
    ...(await restFaults(run, statement)),
    ...freeRestFaults(deck.ctx, statement),
    ...customerFaults(run, statement),
    ...codeFaults(run),
    ...(await statementFaults(run)),
    ...preorderFaults(run, statement),
  ]
}

/** Everything due has to be done in the end. */
function workFaults({ deck: { ctx } }: Run): string[] {
  const sql = ctx.db.$client
  const left = `SELECT concat(kind, ' is ', state, ', tried ', attempts, ' times, due in ', run_at - ?, ' ms. ', problem)
    FROM jobs WHERE kind IN ${workKinds}`
  const unheard = "SELECT type FROM webhook_events WHERE processed_at IS NULL AND mode = 'test-key'"
  return [
    ...sql
      .query(left)
      .values(ctx.now())
      .map(([what]) => `a job is left: ${what}`),
    ...sql
      .query(unheard)
      .values()
      .map(([type]) => `an event was not worked on: ${type}`),
  ]
}

/**
 * Orders have to be paid as the processor says, each sold once; what cannot be delivered goes back,
 * if a bank lets it.
 */
function orderFaults({ deck: { ctx } }: Run, { payments }: Statement): string[] {
  const rows = ordersForMoney(ctx)
  const known = new Set(rows.map(({ id }) => id))
  const paid = new Map(payments.map((payment) => [payment.orderId, payment]))
  const lost = payments.filter(({ orderId }) => !known.has(orderId)).map(({ intent }) => `nobody ordered ${intent.id}`)
  const wrong = rows.flatMap(({ id, kind, state, sold }) => {
    const payment = paid.get(id)
    const isPaid = payment !== undefined
    if (state === 'UNDELIVERED' && payment && isKept(payment) && !payment.isBeyondRefund) {
      return [`a ${kind} was paid and never delivered, and the money did not go back`]
    }
    const isSettled = state === 'PAID' || state === 'UNDELIVERED'
    if (isSettled === isPaid && sold === Number(isPaid)) return []
    return [`an order of a ${kind} is ${state} and sold ${sold} times, paid at the processor: ${isPaid}`]
  })
  return [...lost, ...wrong]
}

/**
 * Each refund that an artist wants is made once at most, however often they ask; what they are told
 * of is there.
 */
function refundFaults({ refundsWanted }: Run, { payments, refunds }: Statement): string[] {
  return payments.flatMap(({ intent: { id } }) => {
    const all = refunds.filter(({ payment_intent: intent }) => intent === id)
    const made = all.filter(({ reason }) => reason === 'requested_by_customer').length
    const { wanted, isTold } = refundsWanted.get(id) ?? { wanted: 0, isTold: false }
    if (made <= wanted && (all.length > 0 || !isTold)) return []
    return [`a payment was refunded ${made} times, the artist wanted ${wanted}, and was told of it: ${isTold}`]
  })
}

/**
 * Each buyer has a track if the money of a payment for it is with us, or if they have its casset by
 * an order that does not count on money which went back; and paid for it once.
 */
function trackFaults({ deck: { ctx, buyers, sellers } }: Run, { payments }: Statement): string[] {
  const states = new Map(ordersForMoney(ctx).map(({ id, state }) => [id, state]))
  const kept = new Map(
    payments.flatMap((payment) =>
      isKept(payment) && states.get(payment.orderId) === 'PAID' ? [[payment.orderId, payment] as const] : [],
    ),
  )
  const ordered = orderedTracks(ctx)
  const isJoined = areJoined(ctx)
  const collected = [...collectedBy(ctx)].map((text) => text.split(' '))
  return buyers.flatMap(({ userId, handle }) =>
    sellers.flatMap(({ person: { cassetId }, trackIds }) => {
      const held = heldOf(ctx, cassetId, userId)
      return trackIds.flatMap((trackId) => {
        const ofTrack = ordered.filter((row) => row.userId === userId && row.thingId === trackId)
        const theirs = ofTrack.filter(({ orderId }) => kept.has(orderId))
        const wholes = collected.filter(([user, casset]) => user === userId && casset === cassetId)
        const isWhole = wholes.some(
          ([, , orderId]) => !ofTrack.some((row) => row.restOrderId === orderId && !kept.has(row.orderId)),
        )
        const isHeld = trackHeldSince(held, trackId) !== undefined
        const what = `a track that ${handle} paid for ${theirs.length} times`
        const wrong = isHeld === (theirs.length > 0 || isWhole) ? [] : [`${what} is theirs: ${isHeld}`]
        const mendable = theirs.filter(({ orderId }) => kept.get(orderId)?.isBeyondRefund === false)
        // Tracks that were taken off one price are claimed together, also the same one twice.
        const again = mendable.filter(
          ({ orderId }, at) => !mendable.slice(0, at).some((other) => isJoined(other.orderId, orderId)),
        )
        return again.length > 1 ? [...wrong, `${what} was charged twice`] : wrong
      })
    }),
  )
}

/** No more people pay with a code than it has uses, and nobody does twice. */
function codeFaults({ deck: { ctx }, restores }: Run): string[] {
  // An older copy does not know who has paid with it.
  if (restores > 0) return []
  const sql = ctx.db.$client
  const paid = "FROM orders o JOIN discounts d ON d.id = o.discount_id WHERE o.state = 'PAID'"
  const many = sql
    .query(`SELECT d.code, count(*), d.uses, d.used ${paid} GROUP BY d.id HAVING count(*) > d.uses`)
    .values()
  const twice = sql
    .query(
      `SELECT d.code, count(*) ${paid} GROUP BY d.id, coalesce(o.user_id, nullif(o.buyer_email, ''), o.id) HAVING count(*) > 1`,
    )
    .values()
  return [
    ...many.map(([code, times, uses]) => `the code ${code} was paid with ${times} times of ${uses}`),
    ...twice.map(([code, times]) => `somebody paid ${times} times with the code ${code}`),
  ]
}

/**
 * An account is one customer at most, and none once it is deleted and an hour has passed; no
 * payment is somebody else's, and a guest is none.
 */
function customerFaults(
  { deck: { ctx, movesClock }, left: gone, restores }: Run,
  { customers, payments }: Statement,
): string[] {
  const users = new Map(customers.map(({ id, metadata }) => [id, metadata.userId ?? '']))
  // An older copy does not know who was a customer already.
  const isOnce = restores > 0 || customers.length === new Set(users.values()).size
  const twice = isOnce ? [] : ['an account is several customers']
  const wrong = payments.flatMap(({ intent: { id, customer, metadata } }) => {
    if (customer === null) return []
    const payer = typeof customer === 'string' ? users.get(customer) : undefined
    const isRight = payer === undefined ? gone.has(metadata.userId ?? '') : payer === metadata.userId
    return isRight ? [] : [`${id} is paid by the customer of somebody else`]
  })
  const waits = "SELECT user_id FROM customers WHERE state = 'ENDED' AND mode = 'test-key'"
  const waiting = new Set(movesClock ? [] : ctx.db.$client.query(waits).values().flat())
  const left = [...users.values()].filter((userId) => !accountExists(ctx, userId) && !waiting.has(userId))
  return [...twice, ...wrong, ...left.map((userId) => `a deleted account is a customer: ${userId}`)]
}

type Kept = { payment: PaymentStatement; row: OrderRow }

/**
 * Each buyer has a thing if the money of a payment for it is with us, or if they got it for free;
 * and paid for it once.
 */
function holdingFaults(run: Run, statement: Statement): string[] {
  const { payments } = statement
  const { ctx, sellers, buyers } = run.deck
  const rows = ordersForMoney(ctx)
  const known = new Map(rows.map((row) => [row.id, row]))
  const kept = payments.filter(isKept).flatMap((payment): Kept[] => {
    const row = known.get(payment.orderId)
    return row && row.state !== 'UNDELIVERED' ? [{ payment, row }] : []
  })
  const keptOrders = new Set(kept.map(({ row }) => row.id))
  const lost = lostForFree(ctx, statement)
  const free = gotForFree(ctx, 'test-key', lost)
  const holding = holdingOrders(ctx)
  const heldByOrder = ({ id, kind, isTipped, isLicensed, isGuest }: OrderRow) => {
    if (isGuest) return holding.has(id)
    return kind === 'tip' ? isTipped : kind === 'license' ? isLicensed : undefined
  }
  // A preorder that is called off ends for everybody who got it for nothing. Somebody who paid for
  // it gets it no more either, if it was called off while a refund or dispute had their money.
  const returned = new Set(kept.flatMap(({ payment, row }) => (payment.isBeyondRefund ? [row.id] : [])))
  const bundled = new Set(
    orderedTapes(ctx).flatMap(({ orderId, userId, thingId, partMinor, isCalledOff }) => {
      const isClosed = isCalledOff === 1 && (partMinor === 0 || returned.has(orderId))
      const isTheirs = keptOrders.has(orderId) && !lost.has(`${orderId} ${thingId}`) && !isClosed
      return isTheirs ? [`${userId} ${thingId}`] : []
    }),
  )
  const faults = rows.flatMap((row) => {
    const isHeld = heldByOrder(row)
    if (isHeld === undefined || isHeld === keptOrders.has(row.id)) return []
    return [`a ${row.kind} ${isHeld ? 'counts' : 'does not count'} against its money`]
  })
  for (const { userId, handle } of buyers) {
    for (const { person, emojiId, tapeIds } of sellers) {
      const things = [
        ...tapeIds.map((id) => ['casset', id, hasCollected(ctx, id, userId)] as const),
        ['emoji', emojiId, hasEmoji(ctx, emojiId, userId)] as const,
      ]
      for (const [kind, id, isHeld] of things) {
        const theirs = kept.filter(({ row }) => row.userId === userId && row.kind === kind && row.thingId === id)
        const isFree = free.has(`${userId} ${id}`)
        const what = `the ${kind} of ${person.handle} that ${handle} paid for ${theirs.length} times`
        const isBundled = kind === 'casset' && bundled.has(`${userId} ${id}`)
        if (isHeld !== (theirs.length > 0 || isFree || isBundled))
          faults.push(`${what} is theirs: ${isHeld}, free: ${isFree}`)
        // Of several payments one is theirs to keep, and the others go back, as far as the
        // processor allows it.
        const more = theirs.filter(({ payment, row }) => !payment.isBeyondRefund && (isFree || !holding.has(row.id)))
        if (more.length > 0) faults.push(`${what} was charged twice, free: ${isFree}`)
      }
    }
  }
  return faults
}
