import type { Order } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import { writeMoney } from '../../lib/money.ts'
import { accountOfOrder, isOfGuest } from '../../lib/order-parties.ts'
import { receiptText } from '../../lib/withdrawal-text.ts'
import type { EmailDraft } from '../../platform/mail/queue-email.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { cardName } from './card-name.ts'
import { goodsTextOf } from './goods-text.ts'
import type { ReceiptRow } from './issue-receipt.ts'
import { sellersOf } from './sellers.ts'
import { vatOfOrder } from './vat-of-order.ts'

/**
 * The subject of an email: the order, its receipt and its payer. `keeps`: the payer still has the
 * goods.
 */
export type Paper = { order: Order; receipt: ReceiptRow; payer: EmailDraft['to']; keeps: boolean }

// After half a year without SMTP an email is no longer sent; the receipt stays on its page.
const usefulMs = 180 * dayMs
const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }), 'en-GB')

type ReceiptEmail = { uniqueKey: string; kind: string; write: () => { subject: string; says: string; facts: Facts } }
type Facts = readonly (readonly [name: string, value: string | null])[]

/**
 * Returns the email with the receipt of a paid order; `isAgain` when an earlier receipt may have
 * been sent and lost.
 */
export function receiptEmail(ctx: Ctx, paper: Paper, isAgain: boolean): EmailDraft {
  const { order, receipt } = paper
  return email(ctx, paper, {
    uniqueKey: `receipt:${order.id}`,
    kind: 'receipt',
    write: () => ({
      subject: say('Receipt: {paid} to @{sellerHandle}', { paid: paid(order), sellerHandle: receipt.sellerHandle }),
      says: isAgain
        ? say('{thanks} This is your receipt. {again}', {
            thanks: goodsTextOf(ctx)[order.kind].email.thanks(receipt.what, seller(receipt)),
            again: again(),
          })
        : say('{thanks} This is your receipt.', {
            thanks: goodsTextOf(ctx)[order.kind].email.thanks(receipt.what, seller(receipt)),
          }),
      facts: [
        ...sellersOf(receipt).map(({ part, lines }) => [part, lines.join(', ')] as const),
        ['Paid', [paid(order), receipt.priceNote].filter((text) => text !== null).join(' ')],
        ...vatFacts(order),
        ['Tax', receipt.taxNote],
        [say('Paid with'), cardName(receipt)],
      ],
    }),
  })
}

const again = () =>
  say(
    'If you have an earlier one of this payment, this one takes its place: the site was restored from a backup since.',
  )

/** Returns the email about a refund. */
export function refundEmail(ctx: Ctx, paper: Paper, refund: { id: string; amount: number }): EmailDraft {
  const { order, receipt } = paper
  const back = writeMoney({ ...refund, currency: order.currency })
  const to = cardName(receipt)
  return email(ctx, paper, {
    uniqueKey: `refund:${refund.id}`,
    kind: 'refund',
    write: () => ({
      subject: say('Refund: {back} from @{sellerHandle}', { back, sellerHandle: receipt.sellerHandle }),
      says: say('{back} is on its way back to you. Banks take about a week. {left}', {
        back,
        left: leftOf(ctx, paper),
      }).trim(),
      facts: [
        ['Refunded', say('{back} of {paid}', { back, paid: paid(order) })],
        ['To', to],
      ],
    }),
  })
}

/** Returns the email about a refund that did not arrive. */
export function failedRefundEmail(ctx: Ctx, paper: Paper, refund: { id: string; amount: number }): EmailDraft {
  const { order, receipt } = paper
  const back = writeMoney({ ...refund, currency: order.currency })
  const again = paper.keeps ? goodsTextOf(ctx)[order.kind].email.keptAfterAll : ''
  return email(ctx, paper, {
    uniqueKey: `refund-failed:${refund.id}`,
    kind: 'refund-failed',
    write: () => ({
      subject: say('Refund failed: {back} from @{sellerHandle}', { back, sellerHandle: receipt.sellerHandle }),
      says: say(
        'We told you that {back} was on its way back to you. Your bank did not accept it, so you have not been refunded yet. {again}',
        { back, again },
      ).trim(),
      facts: [
        [say('Not refunded'), say('{back} of {paid}', { back, paid: paid(order) })],
        ['To', cardName(receipt)],
      ],
    }),
  })
}

/** Returns the email about a dispute that was decided for the payer. */
export function disputeEmail(ctx: Ctx, paper: Paper, dispute: { id: string; amount: number }): EmailDraft {
  const { order, receipt } = paper
  const back = writeMoney({ ...dispute, currency: order.currency })
  return email(ctx, paper, {
    uniqueKey: `dispute-lost:${dispute.id}`,
    kind: 'dispute-lost',
    write: () => ({
      subject: say('Dispute decided: {back} from @{sellerHandle}', { back, sellerHandle: receipt.sellerHandle }),
      says: say('Your bank decided the dispute in your favour: {back} goes back to you. {left}', {
        back,
        left: leftOf(ctx, paper),
      }).trim(),
      facts: [['Returned', say('{back} of {paid}', { back, paid: paid(order) })]],
    }),
  })
}

function vatFacts(order: Order): Facts {
  const vat = vatOfOrder(order)
  if (vat === null) return []
  const { currency, amountMinor } = order
  return [
    ['Net', writeMoney({ amount: amountMinor - vat.minor, currency })],
    ['VAT', `${writeMoney({ amount: vat.minor, currency })} (${vat.percent} %, ${vat.country})`],
  ]
}

/** The paragraph of an email to a guest that is replaced with their links when it is sent. */
export const linksOfGuest = '{{links}}'

const paid = ({ amountMinor, currency }: Order) => writeMoney({ amount: amountMinor, currency })

const seller = ({ sellerName, sellerHandle }: ReceiptRow) => `${sellerName} (@${sellerHandle})`

function leftOf(ctx: Ctx, { order: { kind }, keeps }: Paper): string {
  const { kept, ended } = goodsTextOf(ctx)[kind].email
  return keeps ? kept : ended
}

function email(ctx: Ctx, { order, receipt, payer }: Paper, { write, ...head }: ReceiptEmail): EmailDraft {
  const textOf = () => {
    const { subject, says, facts } = write()
    const { origin } = ctx.site
    const lines: Facts = [
      ['For', goodsTextOf(ctx)[order.kind].email.line ?? receipt.what],
      ['From', seller(receipt)],
      ...facts,
      ['Date', day().format(ctx.now())],
      ['Receipt', receipt.number],
      ['Order', order.id],
    ]
    const list = lines
      .flatMap(([name, value]) => (value === null ? [] : [`${`${name}:`.padEnd(14)}${value}`]))
      .join('\n')
    const paragraphs = [
      says,
      list,
      ...(head.kind === 'receipt' ? (goodsTextOf(ctx)[order.kind].email.agreed?.(ctx, order) ?? []) : []),
      ...(head.kind === 'receipt' && order.withdrawal !== null ? [receiptText()[order.withdrawal]] : []),
      ...(isTestMoney(order.mode) ? [say('This was a TEST: no real money has moved.')] : []),
      ...(isOfGuest(order) && head.kind === 'receipt' ? [linksOfGuest] : []),
      ...(accountOfOrder(order) === null
        ? []
        : [say('The receipt, to print or to keep:\n{origin}/receipt/{id}', { origin, id: order.id })]),
      say('The page of {sellerName}:\n{origin}/@{sellerHandle}', {
        sellerName: receipt.sellerName,
        origin,
        sellerHandle: receipt.sellerHandle,
      }),
    ]
    return { subject, paragraphs }
  }
  return { ...head, to: payer, write: textOf, usefulUntil: ctx.now() + usefulMs }
}
