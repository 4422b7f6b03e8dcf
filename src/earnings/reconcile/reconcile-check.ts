import { refreshAccount } from '../../books/seller/account/read-account.ts'
import { recordPayout } from '../../books/seller/payout/record-payout.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dateOf, dayAt, dayMs } from '../../lib/time/calendar.ts'
import { isForOthers, orderOfIntent } from '../../order/order.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Check, Finding } from '../../platform/check.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { bookFees } from '../account-fee/book-fees.ts'
import { findFees } from '../account-fee/find-fees.ts'
import { listContents } from '../payout/list-contents.ts'
import { findTransfers } from '../transfer/find-transfers.ts'
import { noteCallOff } from './call-off-again.ts'
import { compareAccounts } from './compare-accounts.ts'
import { compareBalance } from './compare-balance.ts'
import { comparePayments, firstOrderMs } from './compare-payments.ts'
import { comparePayouts } from './compare-payouts.ts'
import { type ComparedSpan, comparedSpan, saveCleanComparison } from './compared-span.ts'
import { type MovedPayments, movedPayments } from './moved-payments.ts'

const named = 20

async function compare(ctx: Ctx, processor: Processor, { sinceMs, isWhole }: ComparedSpan) {
  const fees = await findFees(ctx, processor, sinceMs)
  const accounts = await compareAccounts(ctx, processor)
  const moved = isWhole ? nothingMoved : await movedPayments(ctx, processor, sinceMs)
  const payments = await comparePayments(ctx, processor, sinceMs, moved.intentIds)
  const firstMs = firstOrderMs(ctx, processor.mode)
  const none = { differences: [], unrelated: 0 }
  if (firstMs === undefined) return { payments, fees, accounts, payouts: [], balance: none }
  const payouts = await comparePayouts(ctx, processor, payoutsSince(firstMs, sinceMs))
  if (!isWhole) return { payments, fees, accounts, payouts, balance: { ...none, unrelated: moved.unrelated } }
  const first = await compareBalance(ctx, processor, firstMs)
  // Money may have moved between the two sums while the service is running.
  const balance = first.differences.length > 0 ? await compareBalance(ctx, processor, firstMs) : first
  return { payments, fees, accounts, payouts, balance }
}

const nothingMoved: MovedPayments = { intentIds: new Set(), unrelated: 0 }

// A bank returns a payout days after it was made.
const returnedWithinMs = 30 * dayMs
const payoutsSince = (firstMs: number, sinceMs: number) => Math.max(firstMs, sinceMs - returnedWithinMs)

type Compared = Awaited<ReturnType<typeof compare>>

const comparedText = (payments: number, day: string | null): string =>
  day === null
    ? say('{payments, plural, one {# payment} other {# payments}} compared', { payments })
    : say('{payments, plural, one {# payment} other {# payments}} compared since {day}', { payments, day })

function toFinding(
  { payments, fees, accounts, payouts, balance }: Compared,
  { sinceMs, isWhole }: ComparedSpan,
): Finding {
  const unbooked = fees.map(({ line }) =>
    say('the fee {fee} of {amount} {currency} is not in the ledger', {
      fee: line.id,
      amount: -line.net,
      currency: line.currency,
    }),
  )
  const texts = [...[...payments.differences, ...accounts, ...payouts].map(({ text }) => text), ...unbooked]
  const all = [...texts, ...balance.differences]
  const note = [
    comparedText(payments.compared, isWhole ? null : dateOf(dayAt(sinceMs))),
    ...payments.notes,
    // As long as something is missing here, it would seem to belong to another instance.
    ...(balance.unrelated > 0 && all.length === 0
      ? [
          say('{lines, plural, one {# unrelated transaction} other {# unrelated transactions}} on the account', {
            lines: balance.unrelated,
          }),
        ]
      : []),
  ].join('; ')
  if (all.length === 0) return payments.compared === 0 && balance.unrelated === 0 ? {} : { note }
  const more = all.length > named ? [say('and {more} more ## at the end of a list', { more: all.length - named })] : []
  return {
    problem: [...all.slice(0, named), ...more].join('; '),
    fix: say('tapedeck doctor --fix settles what the processor knows; check the rest by hand'),
    note,
  }
}

/**
 * Checks that every payment, refund, dispute, transfer, fee, account and payout is the same here
 * and at the processor. After a clean run only later movements are compared (rule:
 * doctor-compares).
 */
export const reconcileCheck: Check = {
  name: 'reconciling',
  place: 160,
  async look(ctx, { all = false } = {}) {
    const { processor } = ctx
    const beganAt = ctx.now()
    const span = processor && comparedSpan(ctx, processor, all)
    if (!processor || !span) return {}
    const finding = toFinding(await compare(ctx, processor, span), span)
    if (finding.problem === undefined) saveCleanComparison(ctx, processor, beganAt)
    return finding
  },
  async fix(ctx, { all = false } = {}) {
    const { processor } = ctx
    const span = processor && comparedSpan(ctx, processor, all)
    if (!processor || !span) return
    const { sinceMs, isWhole } = span
    for (const { accountId } of await compareAccounts(ctx, processor)) await refreshAccount(ctx, processor, accountId)
    const moved = isWhole ? nothingMoved : await movedPayments(ctx, processor, sinceMs)
    const { differences } = await comparePayments(ctx, processor, sinceMs, moved.intentIds)
    const ids = new Set(differences.flatMap(({ paymentIntentId: id }) => (id === null ? [] : [id])))
    // As in the service, which may run at the same time: every grant and record goes through here.
    for (const id of ids) {
      const callOffAgain = noteCallOff(ctx, id)
      const payment = await settle(ctx, processor, id)
      if (payment) await callOffAgain(payment)
      const order = orderOfIntent(ctx, id)
      if (order && isForOthers(order)) await findTransfers(ctx, processor, order)
    }
    await bookFees(ctx, processor, sinceMs)
    // Only now: the accounts that were paid out may have been lost with their orders.
    const firstMs = firstOrderMs(ctx, processor.mode)
    const payouts = firstMs === undefined ? [] : await comparePayouts(ctx, processor, payoutsSince(firstMs, sinceMs))
    for (const { payout } of payouts) {
      if (!payout) continue
      await recordPayout(ctx, processor, payout)
      await listContents(ctx, processor, payout)
    }
  },
}
