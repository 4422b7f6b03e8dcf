import { and, eq, gte, isNull, min, or } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { unrecordedDisputes } from '../../order/dispute/record-disputes.ts'
import { goodsOf } from '../../order/goods.ts'
import { isForOthers, type Order, orderOfIntent } from '../../order/order.ts'
import { isOfThisInstance } from '../../order/order-metadata.ts'
import { payeesOf } from '../../order/payees.ts'
import { keptVat, vatKeptOf } from '../../order/post/kept-vat.ts'
import type { Money } from '../../order/post/movement.ts'
import { keptPlatformFee, platformFeeOf } from '../../order/post/platform-fee.ts'
import { paymentLines } from '../../order/post/post-payment.ts'
import { purchaseStatusOf, readPayment } from '../../order/read-payment.ts'
import { behindText } from '../../order/settle/catch-up.ts'
import { obstacleToRebuild } from '../../order/settle/rebuild-order.ts'
import { isMissing } from '../../platform/payment/ask-processor.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { bookedFees } from '../account-fee/find-fees.ts'
import { readTransfers } from '../transfer/read-transfers.ts'
import { payeeOf } from '../transfer/record-transfers.ts'
import { transferLines } from '../transfer/transfer-lines.ts'
import { listPayments, type PaymentWithTransfers } from './list-payments.ts'
import { noteOfLostPrize, sentOf } from './lost-prize.ts'
import { notReturned } from './not-returned.ts'
import { isPaidWhileGone } from './paid-while-gone.ts'
import { notesOfReversals } from './reversed-by-hand.ts'

/** A difference between database and processor; settling its payment may repair it. */
export type Difference = { text: string; paymentIntentId: string | null }

// Clocks differ, and an order is stored a moment before its payment is created.
const marginMs = 3_600_000

/** Returns the time of the first order to compare; undefined when there is none. */
export function firstOrderMs(ctx: Ctx, mode: Processor['mode']): number | undefined {
  const oldest = { at: min(orders.createdAt) }
  const row = ctx.db.select(oldest).from(orders).where(eq(orders.mode, mode)).get()
  return row?.at === null || row?.at === undefined ? undefined : row.at - marginMs
}

/**
 * Compares the payments since a time with the orders of the current mode, and older ones that
 * `moved`. Returns each difference, oldest payments first.
 */
export async function comparePayments(ctx: Ctx, processor: Processor, sinceMs: number, moved: ReadonlySet<string>) {
  const payments = await listPayments(
    processor.stripe,
    sinceMs,
    // Known orders too: new secrets come with another id, and orders that the database lost are
    // known by it alone.
    (intent) => isOfThisInstance(ctx, intent) || orderOfIntent(ctx, intent.id) !== undefined,
  )
  const suspects = payments.filter((payment) => ofPayment(ctx, processor, payment).length > 0)
  const there = new Set(payments.map(({ intent }) => intent.id))
  const unseen = new Set([...paidIntents(ctx, processor.mode, sinceMs), ...moved]).difference(there)
  const differences: Difference[] = []
  // The service may be running: each apparent difference is read again, in the database and at the
  // processor.
  for (const id of [...suspects.map(({ intent }) => intent.id).toReversed(), ...unseen]) {
    const payment = await readAgain(ctx, processor, id)
    if (payment) {
      differences.push(...ofPayment(ctx, processor, payment))
      if (unseen.has(id)) payments.push(payment)
      continue
    }
    const order = orderOfIntent(ctx, id)
    if (order?.state !== 'PAID') continue
    const known = { order: order.id, payment: id }
    const text = say('order {order} is PAID in the database, but the processor has no payment {payment}', known)
    differences.push(different(text, null))
  }
  const notes = payments.flatMap((payment) => [...notesOfReversals(ctx, payment), ...noteOfLostPrize(ctx, payment)])
  return { compared: payments.length, differences, notes }
}

const different = (text: string, paymentIntentId: string | null): Difference => ({ text, paymentIntentId })

const paidIntents = (ctx: Ctx, mode: Processor['mode'], sinceMs: number): string[] =>
  ctx.db
    .select({ id: orders.paymentIntentId })
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.state, 'PAID'), or(isNull(orders.paidAt), gte(orders.paidAt, sinceMs))))
    .all()
    .flatMap(({ id }) => (id === null ? [] : [id]))

async function readAgain(ctx: Ctx, processor: Processor, id: string): Promise<PaymentWithTransfers | undefined> {
  try {
    const payment = await readPayment(ctx, processor, id)
    const order = orderOfIntent(ctx, id)
    const group = order ? (isForOthers(order) ? order.id : undefined) : payment.intent.metadata.orderId
    const transfers = group === undefined ? [] : await readTransfers(ctx, processor, group)
    return { ...payment, transfers }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function ofPayment(ctx: Ctx, processor: Processor, payment: PaymentWithTransfers): Difference[] {
  const { intent, charge } = payment
  const order = orderOfIntent(ctx, intent.id)
  if (!order) return charge ? ofLost(ctx, processor, payment) : []
  if (!charge) {
    const text = say('order {order} is PAID in the database, but {payment} is {status} at the processor', {
      order: order.id,
      payment: intent.id,
      status: intent.status,
    })
    return order.state === 'PAID' ? [different(text, null)] : []
  }
  const texts = [
    ...behindText(ctx, order, intent.metadata),
    ...ofGrant(ctx, order, payment),
    ...ofLedger(ctx, order, payment),
    ...ofDisputes(ctx, order, payment),
  ]
  return texts.map((text) => different(text, intent.id))
}

/**
 * An order that the database has lost is rebuilt from its payment; where that fails, somebody has
 * to decide.
 */
function ofLost(ctx: Ctx, processor: Processor, payment: PaymentWithTransfers): Difference[] {
  const { intent } = payment
  const sum = `${intent.amount_received} ${intent.currency}`
  const text = say('{payment} is paid at the processor ({sum}), but the database has no order {order}', {
    payment: intent.id,
    sum,
    order: `${intent.metadata.orderId}`,
  })
  const obstacle = obstacleToRebuild(ctx, processor, payment)
  if (obstacle === null) return [different(text, intent.id)]
  // Money that went back to its payer is settled.
  const { status, isRevoked } = purchaseStatusOf(payment)
  if (isRevoked || noteOfLostPrize(ctx, payment).length > 0) return []
  const sent = sentOf(payment)
  // While a bank decides, nobody can refund it. A clean comparison would never look at it again.
  const advice =
    status === 'DISPUTED'
      ? say('a bank decides about it: answer it at the processor, and run the doctor again once it has decided')
      : sent
        ? say('{sent}: reverse that before you refund it at the processor, or restore a newer copy of the database', {
            sent,
          })
        : say('refund it at the processor, or restore a newer copy of the database')
  return [different(say('{text}, and it cannot be rebuilt: {obstacle}; {advice}', { text, obstacle, advice }), null)]
}

function ofGrant(ctx: Ctx, order: Order, payment: Payment): string[] {
  const known = { payment: payment.intent.id, order: order.id }
  if (order.state === 'UNDELIVERED')
    return notReturned(say('order {order} could not be delivered', { order: order.id }), payment)
  if (order.state !== 'PAID') {
    const { state } = order
    return [
      say('{payment} is paid at the processor, but order {order} is {state} in the database', { ...known, state }),
    ]
  }
  const { holding } = goodsOf(ctx)[order.kind]
  const held = holding.find(ctx, order)
  const { status, isRevoked, hasReturned } = purchaseStatusOf(payment)
  const second = () =>
    notReturned(say('order {order} is a second payment of what its buyer has', { order: order.id }), payment)
  const describe = (what: string, isEnded: boolean) => (isEnded ? say('{what} and revoked', { what }) : what)
  const there = describe(status, isRevoked)
  if (held?.orderId === order.id) {
    if (held.status === status && (held.endedAt !== null) === isRevoked)
      return hasReturned && isPaidWhileGone(ctx, payment, holding.paidElsewhere?.(ctx, order) ?? [])
        ? second()
        : ofCalledOff(ctx, order, payment)
    const here = describe(held.status, held.endedAt !== null)
    return [
      say('{payment} is {there} at the processor, but order {order} is {here} in the database', {
        ...known,
        there,
        here,
      }),
    ]
  }
  if (isRevoked) return []
  if (held?.endedAt === null) return second()
  return [
    say('{payment} is {there} at the processor, but its buyer has nothing of order {order} in the database', {
      ...known,
      there,
    }),
  ]
}

function ofCalledOff(ctx: Ctx, order: Order, payment: Payment): string[] {
  const dueMinor = goodsOf(ctx)[order.kind].opening?.calledOffMinor(ctx, order) ?? 0
  const what = say('order {order} was of a preorder that was called off', { order: order.id })
  return dueMinor > 0 ? notReturned(what, payment, dueMinor) : []
}

const ofDisputes = (ctx: Ctx, order: Order, payment: Payment): string[] =>
  unrecordedDisputes(ctx, payment).map(({ id, here, there }) => {
    const known = { id, order: order.id, there }
    return here === undefined
      ? say('dispute {id} of order {order} is {there} at the processor, but not in the database', known)
      : say(
          'dispute {id} of order {order} is {there} at the processor, but {here} in the database, perhaps with another deadline',
          { ...known, here },
        )
  })

function ofLedger(ctx: Ctx, order: Order, payment: PaymentWithTransfers): string[] {
  const here = amountsOf(ctx, order.id)
  const lines = [...paymentLines(order, payeesOf(ctx, order)[0].account, payment), ...transferred(order, payment)]
  const wanted = lines.filter(({ entries }) => entries.some(([, amount]) => amount !== 0))
  const there = new Map(wanted.map(({ uniqueKey, entries }) => [uniqueKey, Math.abs(entries[0]?.[1] ?? 0)]))
  const missing = wanted.flatMap(({ uniqueKey, currency }) => {
    const [wanted, found] = [there.get(uniqueKey) ?? 0, here.get(uniqueKey)]
    if (found === wanted) return []
    const what = { key: uniqueKey, wanted, currency, order: order.id }
    return [
      found === undefined
        ? say('{key} of {wanted} {currency} (order {order}) is not in the ledger', what)
        : say('{key} of {wanted} {currency} (order {order}) is {found} in the ledger', { ...what, found }),
    ]
  })
  const fees = bookedFees(ctx)
  const isFee = (key: string) => fees.has(key.split(' ')[1] ?? '')
  const extra = [...here.keys()].filter((key) => !there.has(key) && !isOurs(key) && !isFee(key))
  return [
    ...missing,
    ...extra.map((key) =>
      say('{key} (order {order}) is in the ledger, but not at the processor', { key, order: order.id }),
    ),
    ...ofPlatformFee(ctx, order, payment),
  ]
}

const transferred = (order: Order, { transfers }: PaymentWithTransfers) =>
  transfers.flatMap((transfer) => {
    const artistId = payeeOf(transfer)
    return artistId === undefined ? [] : transferLines(order.id, artistId, transfer)
  })

/**
 * Returns whether we made this movement and not the processor: the platform's percent, VAT,
 * winners' prizes, money that waits to be exchanged.
 */
const isOurs = (key: string) => /^(?:PLATFORM_FEE|VAT|PRIZE|EXCHANGE (?:expected|exchanged)-)/.test(key)

/** The percent and the VAT are ours and not the processor's: they follow from its amounts. */
function ofPlatformFee(ctx: Ctx, order: Order, payment: Payment): string[] {
  const fee = platformFeeOf(order, payment)
  const vat = vatKeptOf(ctx, order, payment)
  return [
    ...differing(order, fee, keptPlatformFee(ctx, order.id), (sums) =>
      say('the platform’s part of order {order} is {due} {currency}, but {kept} in the ledger', sums),
    ),
    ...differing(order, vat, keptVat(ctx, order.id), (sums) =>
      say('the platform’s VAT of order {order} is {due} {currency}, but {kept} in the ledger', sums),
    ),
  ]
}

type Differing = { order: string; due: number; currency: string; kept: number }

const differing = (order: Order, due: Money | undefined, kept: number, tell: (sums: Differing) => string): string[] =>
  !due || due.amount === kept ? [] : [tell({ order: order.id, due: due.amount, currency: due.currency, kept })]
