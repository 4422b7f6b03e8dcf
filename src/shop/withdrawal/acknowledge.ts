import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import { readBought } from '../../books/receipt/issue-receipt.ts'
import { receiptOfOrder } from '../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { accountOfOrder } from '../../lib/payment/order-parties.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { exactMoment } from '../../lib/time/moment-text.ts'
import type { Order } from '../../order/order.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { MailReader } from '../../platform/mail/reader-language.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

const usefulMs = 180 * dayMs

/** An order that somebody withdraws from, and why it is too late; null where its money returns. */
export type Meant = { order: Order; refused: (() => string) | null }

/**
 * Stores a withdrawal and acknowledges it at once by email, with what was said and the second at
 * which it came (directive 2011/83, article 11a). Words reach only whoever wrote them: without
 * `isTheirs` the email repeats none. Called in a transaction.
 */
export function acknowledge(ctx: Ctx, row: WithdrawalRow, to: MailReader, meant: Meant | null, isTheirs: boolean) {
  ctx.db.insert(withdrawals).values(row).run()
  queueEmail(ctx, {
    uniqueKey: `withdrawal:${row.id}`,
    kind: 'withdrawal',
    to,
    ...(meant ? { orderId: meant.order.id } : {}),
    write: () => ({
      subject: say('We received your withdrawal'),
      paragraphs: [
        say('We received your withdrawal from a contract with {site} on {moment} UTC.', {
          site: signatureOf(ctx),
          moment: exactMoment(row.receivedAt),
        }),
        ...(isTheirs ? contentOf(ctx, row, meant) : []),
        resultOf(row, meant),
        wayOf(ctx, meant),
      ],
      below: meant && isTestMoney(meant.order.mode) ? [say('This was a TEST: no real money has moved.')] : [],
    }),
    usefulUntil: row.receivedAt + usefulMs,
  })
}

function contentOf(ctx: Ctx, { orderNumber, what, email }: WithdrawalRow, meant: Meant | null): string[] {
  const name = meant ? receiptOfOrder(ctx, meant.order.id)?.receipt.what : undefined
  const sum = meant && sumText({ amount: meant.order.amountMinor, currency: meant.order.currency })
  const lines = [
    [say('Order ## a purchase'), meant?.order.id ?? orderNumber],
    [say('For ## what was paid'), name ?? ''],
    [say('Paid ## a sum'), sum ?? ''],
    [say('Email address'), email],
    [say('You wrote ## in a withdrawal'), what.replace(/\s+/g, ' ')],
  ] as const
  return [
    lines
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n'),
  ]
}

function resultOf({ outcome }: WithdrawalRow, meant: Meant | null): string {
  if (outcome === 'returns') {
    return say('All that you paid goes back to you, and an email tells you when it is on its way.')
  }
  if (outcome === 'over' && meant?.refused) return meant.refused()
  return say('Whoever runs this site looks at it and answers you.')
}

/** An account comes to its receipt; nobody else has a page without a secret. */
function wayOf(ctx: Ctx, meant: Meant | null): string {
  const { origin } = ctx.site
  return meant && accountOfOrder(meant.order) !== null
    ? keyTo(say('Your receipt'), `${origin}/receipt/${meant.order.id}`)
    : keyTo(say('Withdraw from contract'), `${origin}/withdraw`)
}

/**
 * Acknowledges that the payer of an order withdrew by its key. Nobody is written to without an
 * address. Called in the transaction of that.
 */
export function acknowledgePress(ctx: Ctx, order: Order, receivedAt: number): void {
  const to = readBought(ctx, order.id)?.payer
  const said = {
    orderNumber: order.id,
    what: '',
    orderId: order.id,
    outcome: 'returns',
    decidedAt: receivedAt,
  } as const
  const row = { id: ctx.uuid(), receivedAt, email: to?.address ?? '', ...said }
  acknowledge(ctx, row, to ?? { address: '' }, { order, refused: null }, true)
}
