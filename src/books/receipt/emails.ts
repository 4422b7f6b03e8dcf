import type { Order } from '../../../db/schema/order/order.ts'
import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { rateText } from '../../lib/money/vat.ts'
import { accountOfOrder, isOfGuest } from '../../lib/payment/order-parties.ts'
import { confirmationText } from '../../lib/payment/withdrawal-text.ts'
import { joinSentences } from '../../lib/text/gap.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { longDay } from '../../lib/time/day-text.ts'
import type { EmailKind } from '../../platform/mail/foot/email-kinds.ts'
import { type EmailDraft, keyTo } from '../../platform/mail/queue-email.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { vatTakenBack } from '../vat/vat-lines.ts'
import { cardName } from './card-name.ts'
import { goodsTextOf } from './goods-text.ts'
import type { ReceiptRow } from './issue-receipt.ts'
import { sellersOf } from './sellers.ts'
import { type OrderVatText, vatOfOrder } from './vat-of-order.ts'
import { wayToMusic } from './ways.ts'

/** `keeps`: the payer still has the goods. */
export type Paper = { order: Order; receipt: ReceiptRow; payer: EmailDraft['to']; keeps: boolean }

// After half a year without SMTP an email is no longer sent; the receipt stays on its page.
const usefulMs = 180 * dayMs

type ReceiptEmail = { uniqueKey: string; kind: EmailKind; write: () => { subject: string; says: string; facts: Facts } }
type Facts = readonly (readonly [name: string, value: string | null])[]

/** `isAgain` when an earlier receipt may have been sent and lost. */
export function receiptEmail(ctx: Ctx, paper: Paper, isAgain: boolean): EmailDraft {
  const { order, receipt } = paper
  return email(ctx, paper, {
    uniqueKey: `receipt:${order.id}`,
    kind: 'receipt',
    write: () => ({
      subject: say('{what}: receipt for {sum}', { what: receipt.what, sum: paid(order) }),
      says: joinSentences(
        goodsTextOf(ctx)[order.kind].email.thanks(receipt.what, seller(receipt), isPreorder(ctx, order)),
        say('Your receipt is below.'),
        isAgain ? again() : '',
      ),
      facts: [
        ...sellersOf(receipt).map(({ part, lines }) => [part, lines.join(', ')] as const),
        [say('Paid ## a sum'), [paid(order), receipt.priceNote].filter((text) => text !== null).join(' ')],
        ...vatFacts(order, order.amountMinor, ({ minor }) => minor),
        [say('Tax'), receipt.taxNote],
        [say('Paid with'), cardName(receipt)],
      ],
    }),
  })
}

const isPreorder = (ctx: Ctx, { cassetId }: Order): boolean => openingOf(ctx, cassetId).opensAt !== null

const again = () =>
  say(
    'If you have an earlier one of this payment, this one takes its place: the site was restored from a backup since.',
  )

const refundedAgain = () =>
  say(
    'If you have an earlier email about this refund, this one takes its place: the site was restored from a backup since.',
  )

type NotedRefund = { id: string; amount: number; note: string; isAgain: boolean }

/** `note`: the number of its credit note. `isAgain` as for receipts. */
export function refundEmail(ctx: Ctx, paper: Paper, { note, isAgain, ...refund }: NotedRefund): EmailDraft {
  const { order, receipt } = paper
  return email(ctx, paper, {
    uniqueKey: `refund:${refund.id}`,
    kind: 'refund',
    write() {
      const back = sumText({ ...refund, currency: order.currency })
      return {
        subject: say('Refund: {sum} from {name}', { sum: back, name: receipt.sellerName }),
        says: joinSentences(
          say('{sum} is on its way back to you. Banks take about a week.', { sum: back }),
          leftOf(ctx, paper),
          isAgain ? refundedAgain() : '',
        ),
        facts: [
          [say('Refunded ## a sum'), say('{part} of {whole} ## sums of money', { part: back, whole: paid(order) })],
          ...vatFacts(order, refund.amount, () => vatTakenBack(ctx, [`REFUND ${refund.id}`])),
          [say('To ## a card'), cardName(receipt)],
          [say('Credit note'), note],
        ],
      }
    },
  })
}

export function failedRefundEmail(ctx: Ctx, paper: Paper, refund: { id: string; amount: number }): EmailDraft {
  const { order, receipt } = paper
  return email(ctx, paper, {
    uniqueKey: `refund-failed:${refund.id}`,
    kind: 'refund-failed',
    write() {
      const back = sumText({ ...refund, currency: order.currency })
      const says = say(
        'We told you that {sum} was on its way back to you. Your bank did not accept it, so you have not been refunded yet.',
        { sum: back },
      )
      return {
        subject: say('Refund failed: {sum} from {name}', { sum: back, name: receipt.sellerName }),
        says: joinSentences(says, paper.keeps ? goodsTextOf(ctx)[order.kind].email.keptAfterAll : ''),
        facts: [
          [say('Not refunded'), say('{part} of {whole} ## sums of money', { part: back, whole: paid(order) })],
          [say('To ## a card'), cardName(receipt)],
        ],
      }
    },
  })
}

type LostDispute = { id: string; amount: number; balance_transactions: readonly { id: string }[] }

export function disputeEmail(ctx: Ctx, paper: Paper, dispute: LostDispute): EmailDraft {
  const { order, receipt } = paper
  return email(ctx, paper, {
    uniqueKey: `dispute-lost:${dispute.id}`,
    kind: 'dispute-lost',
    write() {
      const back = sumText({ ...dispute, currency: order.currency })
      const says = say('Your bank decided the dispute in your favour: {sum} goes back to you.', { sum: back })
      return {
        subject: say('Dispute decided: {sum} from {name}', { sum: back, name: receipt.sellerName }),
        says: joinSentences(says, leftOf(ctx, paper)),
        facts: [
          [say('Returned ## a sum'), say('{part} of {whole} ## sums of money', { part: back, whole: paid(order) })],
          ...vatFacts(order, dispute.amount, () => {
            return vatTakenBack(
              ctx,
              dispute.balance_transactions.map(({ id }) => `DISPUTE ${id}`),
            )
          }),
        ],
      }
    },
  })
}

/** Returns the lines on the VAT within a sum of an order; `minorOf` says how much of it is VAT. */
function vatFacts(order: Order, sumMinor: number, minorOf: (whole: OrderVatText) => number): Facts {
  const vat = vatOfOrder(order)
  if (vat === null) return []
  const minor = minorOf(vat)
  const { currency } = order
  return [
    [say('Net'), sumText({ amount: sumMinor - minor, currency })],
    [say('VAT'), `${sumText({ amount: minor, currency })} (${rateText(vat.percent)} %, ${vat.country})`],
  ]
}

/** The paragraph of an email to a guest that is replaced with their links when it is sent. */
export const linksOfGuest = '{{links}}'

const paid = ({ amountMinor, currency }: Order) => sumText({ amount: amountMinor, currency })

const seller = ({ sellerName, sellerHandle }: ReceiptRow) => `${sellerName} (@${sellerHandle})`

function withdrawalParagraph(ctx: Ctx, order: Order): string[] {
  const text = confirmationText(order, goodsTextOf(ctx)[order.kind].delivery)
  return text === null ? [] : [text]
}

function leftOf(ctx: Ctx, { order, keeps }: Paper): string {
  const { kept, ended, more } = goodsTextOf(ctx)[order.kind].email
  return joinSentences(keeps ? kept : ended, more?.(ctx, order) ?? '')
}

function email(ctx: Ctx, { order, receipt, payer }: Paper, { write, ...head }: ReceiptEmail): EmailDraft {
  const textOf = () => {
    const { subject, says, facts } = write()
    const { origin } = ctx.site
    const lines: Facts = [
      [say('For ## what was paid'), goodsTextOf(ctx)[order.kind].email.line ?? receipt.what],
      [say('From ## the seller'), seller(receipt)],
      ...facts,
      [say('Date'), longDay(ctx.now())],
      [say('Receipt'), receipt.number],
      [say('Order ## a purchase'), order.id],
    ]
    const told = lines.filter(([, value]) => value !== null)
    const width = Math.max(14, ...told.map(([name]) => name.length + 2))
    const list = told.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n')
    const { agreed, way } = goodsTextOf(ctx)[order.kind].email
    const isReceipt = head.kind === 'receipt'
    const isOfAccount = accountOfOrder(order) !== null
    const page = `${origin}/receipt/${order.id}`
    return {
      subject,
      paragraphs: [
        says,
        ...(isReceipt && isOfGuest(order) ? [linksOfGuest] : []),
        ...(isReceipt && isOfAccount ? (way ?? wayToMusic)(ctx, order) : []),
        ...(isReceipt ? (agreed?.(ctx, order) ?? []) : []),
        ...(!isReceipt && isOfAccount ? [keyTo(say('Your receipt'), page)] : []),
      ],
      below: [
        list,
        ...(isReceipt ? withdrawalParagraph(ctx, order) : []),
        ...(isTestMoney(order.mode) ? [say('This was a TEST: no real money has moved.')] : []),
        ...(isReceipt && isOfAccount
          ? [say('The receipt, to print or to keep:\n{origin}/receipt/{id}', { origin, id: order.id })]
          : []),
        say('The page of {artist}:\n{origin}/@{handle}', {
          artist: receipt.sellerName,
          origin,
          handle: receipt.sellerHandle,
        }),
      ],
    }
  }
  return {
    ...head,
    to: payer,
    cassetId: order.cassetId,
    orderId: order.id,
    write: textOf,
    usefulUntil: ctx.now() + usefulMs,
  }
}
