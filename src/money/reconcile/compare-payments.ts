import { and, eq, gte, isNull, min, or } from 'drizzle-orm'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { isMissing } from '../../platform/payment/ask-processor.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { bookedFees } from '../account-fee/find-fees.ts'
import { amountsOf } from '../ledger/amounts-of.ts'
import { goodsOf } from '../order/goods.ts'
import { keptVat, vatKeptOf } from '../order/kept-vat.ts'
import type { Money } from '../order/movement.ts'
import { isForOthers, type Order, orderOfIntent } from '../order/order.ts'
import { isOfThisInstance } from '../order/order-metadata.ts'
import { payeesOf } from '../order/payees.ts'
import { keptPlatformFee, platformFeeOf } from '../order/platform-fee.ts'
import { paymentLines } from '../order/post-payment.ts'
import { purchaseStatusOf, readPayment } from '../order/read-payment.ts'
import { obstacleToRebuild } from '../order/rebuild-order.ts'
import { unrecordedDisputes } from '../order/record-disputes.ts'
import { readTransfers } from '../transfer/read-transfers.ts'
import { payeeOf } from '../transfer/record-transfers.ts'
import { transferLines } from '../transfer/transfer-lines.ts'
import { listPayments, type PaymentWithTransfers } from './list-payments.ts'
import { noteOfLostPrize, sentOf } from './lost-prize.ts'
import { notReturned } from './not-returned.ts'
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
    } else if (orderOfIntent(ctx, id)?.state === 'PAID')
      differences.push(
        different(
          `order ${orderOfIntent(ctx, id)?.id} is PAID in the database, but the processor has no payment ${id}`,
          null,
        ),
      )
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
    const text = `order ${order.id} is PAID in the database, but ${intent.id} is ${intent.status} at the processor`
    return order.state === 'PAID' ? [different(text, null)] : []
  }
  const texts = [...ofGrant(ctx, order, payment), ...ofLedger(ctx, order, payment), ...ofDisputes(ctx, order, payment)]
  return texts.map((text) => different(text, intent.id))
}

/**
 * An order that the database has lost is rebuilt from its payment; where that fails, somebody has
 * to decide.
 */
function ofLost(ctx: Ctx, processor: Processor, payment: PaymentWithTransfers): Difference[] {
  const { intent } = payment
  const sum = `${intent.amount_received} ${intent.currency}`
  const text = `${intent.id} is paid at the processor (${sum}), but the database has no order ${intent.metadata.orderId}`
  const obstacle = obstacleToRebuild(ctx, processor, payment)
  if (obstacle === null) return [different(text, intent.id)]
  // Money that went back to its payer is settled.
  const { status, isRevoked } = purchaseStatusOf(payment)
  // While a bank decides, nobody can refund it.
  if (isRevoked || status === 'DISPUTED' || noteOfLostPrize(ctx, payment).length > 0) return []
  const sent = sentOf(payment)
  const refund = sent ? `${sent}: reverse that before you refund it` : 'refund it'
  const advice = `${refund} at the processor, or restore a newer copy of the database`
  return [different(`${text}, and it cannot be rebuilt: ${obstacle}; ${advice}`, null)]
}

function ofGrant(ctx: Ctx, order: Order, payment: Payment): string[] {
  const { intent } = payment
  if (order.state === 'UNDELIVERED') return notReturned(`order ${order.id} could not be delivered`, payment)
  if (order.state !== 'PAID')
    return [`${intent.id} is paid at the processor, but order ${order.id} is ${order.state} in the database`]
  const held = goodsOf(ctx)[order.kind].held(ctx, order)
  const { status, isRevoked } = purchaseStatusOf(payment)
  const describe = (what: string, isEnded: boolean) => (isEnded ? `${what} and revoked` : what)
  const there = `${intent.id} is ${describe(status, isRevoked)} at the processor, but`
  if (held?.orderId === order.id) {
    if (held.status === status && (held.endedAt !== null) === isRevoked) return []
    return [`${there} order ${order.id} is ${describe(held.status, held.endedAt !== null)} in the database`]
  }
  if (isRevoked) return []
  if (held?.endedAt === null) return notReturned(`order ${order.id} is a second payment of what its buyer has`, payment)
  return [`${there} its buyer has nothing of order ${order.id} in the database`]
}

const ofDisputes = (ctx: Ctx, order: Order, payment: Payment): string[] =>
  unrecordedDisputes(ctx, payment).map(({ id, here, there }) => {
    const known = here === undefined ? 'not in the database' : `${here} in the database, perhaps with another deadline`
    return `dispute ${id} of order ${order.id} is ${there} at the processor, but ${known}`
  })

function ofLedger(ctx: Ctx, order: Order, payment: PaymentWithTransfers): string[] {
  const here = amountsOf(ctx, order.id)
  const lines = [...paymentLines(order, payeesOf(ctx, order)[0].account, payment), ...transferred(order, payment)]
  const wanted = lines.filter(({ entries }) => entries.some(([, amount]) => amount !== 0))
  const there = new Map(wanted.map(({ uniqueKey, entries }) => [uniqueKey, Math.abs(entries[0]?.[1] ?? 0)]))
  const missing = wanted.flatMap(({ uniqueKey, currency }) => {
    const [wanted, found] = [there.get(uniqueKey) ?? 0, here.get(uniqueKey)]
    if (found === wanted) return []
    const what = `${uniqueKey} of ${wanted} ${currency} (order ${order.id})`
    return [found === undefined ? `${what} is not in the ledger` : `${what} is ${found} in the ledger`]
  })
  const fees = bookedFees(ctx)
  const isFee = (key: string) => fees.has(key.split(' ')[1] ?? '')
  const extra = [...here.keys()].filter((key) => !there.has(key) && !isOurs(key) && !isFee(key))
  return [
    ...missing,
    ...extra.map((key) => `${key} (order ${order.id}) is in the ledger, but not at the processor`),
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
    ...differing('part', order, fee, keptPlatformFee(ctx, order.id)),
    ...differing('VAT', order, vat, keptVat(ctx, order.id)),
  ]
}

const differing = (what: string, order: Order, due: Money | undefined, kept: number): string[] =>
  !due || due.amount === kept
    ? []
    : [`the platform's ${what} of order ${order.id} is ${due.amount} ${due.currency}, but ${kept} in the ledger`]
