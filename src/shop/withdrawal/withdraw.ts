import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import { readBought } from '../../books/receipt/issue-receipt.ts'
import { tracksOfOrder } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { accountOfOrder } from '../../lib/payment/order-parties.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { startWithdrawal, withdrawable } from '../../order/give-back/withdrawal.ts'
import { type Order, orderById } from '../../order/order.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { acknowledge, type Meant, type WithdrawalRow } from './acknowledge.ts'
import { refusal } from './give-back.ts'
import type { NewWithdrawal, Withdrawal } from './model.ts'
import { tellOwner } from './withdrawal-notification.ts'

type Said = Pick<WithdrawalRow, 'email' | 'orderNumber' | 'what'>

/** Returns what somebody declares, cleaned. Throws VALIDATION. */
export function readWithdrawal({ email: typed, order = '', what = '' }: NewWithdrawal): Said {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  const said = { email, orderNumber: cleanLine(order), what: cleanLines(what) ?? '' }
  if (said.orderNumber !== '' || said.what !== '') return said
  throw invalid('order', say('Enter the number of the order, or what you bought.'))
}

/**
 * Takes somebody's withdrawal from a contract, by the number of an order and the address of its
 * payer (rule: withdrawal-function). Its money goes back where the right stands; the owner of the
 * instance looks at what is found by neither, or is a part of it. Says the same to everybody, so
 * that nobody learns what an address bought: the rest goes there. Throws VALIDATION.
 */
export function withdraw(ctx: Ctx, viewer: Viewer | null, asked: NewWithdrawal): Promise<Withdrawal> {
  const said = readWithdrawal(asked)
  const language = currentLanguage()
  return ctx.jointly(() => {
    const order = orderMeant(ctx, viewer, said)
    const meant = order ? { order, refused: refusedFor(ctx, order) } : null
    const before = saidBefore(ctx, said)
    if (before && !mayReturnNow(before, meant)) return toWithdrawal(before)
    const outcome = outcomeOf(ctx, said, meant)
    const receivedAt = ctx.now()
    const decidedAt = outcome === 'open' ? null : receivedAt
    const row = { id: ctx.uuid(), receivedAt, ...said, orderId: order?.id ?? null, outcome, decidedAt }
    const isConfirmed = viewer?.emailVerified === true && viewer.email === said.email
    const isTheirs = isConfirmed || (order !== undefined && isPaidBy(ctx, order, said))
    // Others may have asked for an email, or paid with an address that is not theirs.
    const isDue = isConfirmed || (isTheirs && outcome === 'returns')
    const mayWrite = isDue || tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(said.email))
    if (outcome === 'open') tellOwner(ctx)
    acknowledge(ctx, row, { address: mayWrite ? said.email : '', language }, meant, isTheirs)
    return toWithdrawal(row)
  })
}

/** The words of a day may be said again where they found no order, or the right was in the way. */
const mayReturnNow = ({ orderId, outcome }: WithdrawalRow, meant: Meant | null): boolean =>
  meant?.refused === null && (orderId !== meant.order.id || outcome === 'over')

const sameMs = dayMs

/** The same words within a day are the same withdrawal. */
const saidBefore = ({ db, now }: Ctx, { email, orderNumber, what }: Said): WithdrawalRow | undefined =>
  db
    .select()
    .from(withdrawals)
    .where(
      and(
        // Written as in the index `withdrawals_by_email`.
        sql`${withdrawals.email} <> ''`,
        eq(withdrawals.email, email),
        gt(withdrawals.receivedAt, now() - sameMs),
        eq(withdrawals.orderNumber, orderNumber),
        eq(withdrawals.what, what),
      ),
    )
    .orderBy(desc(withdrawals.id))
    .get()

const number = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Returns the order of that number, if it was paid by that address, or by the viewer. The number of
 * a receipt does not do: those count on, and anybody could try them with a known address.
 */
function orderMeant(ctx: Ctx, viewer: Viewer | null, said: Said): Order | undefined {
  const id = number.exec(said.orderNumber)?.[0].toLowerCase()
  const order = id === undefined ? undefined : orderById(ctx, id)
  if (!order || order.paidAt === null) return undefined
  const isOfViewer = viewer !== null && accountOfOrder(order) === viewer.userId
  return isOfViewer || isPaidBy(ctx, order, said) ? order : undefined
}

const isPaidBy = (ctx: Ctx, order: Order, { email }: Said): boolean =>
  readBought(ctx, order.id)?.payer.address === email

/** Returns why an order can no longer be withdrawn from; null where it can. */
const refusedFor = (ctx: Ctx, order: Order): Meant['refused'] =>
  withdrawable(ctx, order) ? null : () => refusal(ctx, order).told

/** Starts to give it back, where it can be done without anybody's judgement. */
function outcomeOf(ctx: Ctx, { what }: Said, meant: Meant | null): WithdrawalRow['outcome'] {
  if (!meant) return 'open'
  const { order, refused } = meant
  if (refused !== null) return order.withdrawal === null && order.withdrawnAt === null ? 'open' : 'over'
  // Of several tracks it may be one.
  if (what !== '' && tracksOfOrder(ctx, order).length > 1) return 'open'
  return startWithdrawal(ctx, order, ctx.now()) ? 'returns' : 'open'
}

const toWithdrawal = ({ receivedAt, email, orderNumber, what }: WithdrawalRow): Withdrawal => ({
  receivedAt: new Date(receivedAt).toISOString(),
  email,
  order: orderNumber || null,
  what: what || null,
})
