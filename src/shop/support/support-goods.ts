import { and, eq, lt } from 'drizzle-orm'
import { supportPayments } from '../../../db/schema/shop/support.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Goods, NamedItem } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { grant } from '../../order/settle/grant.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'
import { broughtBy } from '../purchase/everything-tapes.ts'
import { endFuture, settleFuture } from './future.ts'
import { isOver, paymentOfOrder, periodHoldings, type SupportPayment, settleSupport, supportById } from './support.ts'
import { supportUrl } from './support-key.ts'
import { lostSupport } from './support-metadata.ts'
import { runText } from './support-text.ts'

const levelOf = ({ order }: NamedItem): string => order.subject ?? ''
const named = (item: NamedItem): string => say('Support: {level}', { level: levelOf(item) })

const earlierOrders = ({ db }: Ctx, { supportId, period }: SupportPayment): string[] =>
  db
    .select({ orderId: supportPayments.orderId })
    .from(supportPayments)
    .where(and(eq(supportPayments.supportId, supportId), lt(supportPayments.period, period)))
    .all()
    .map(({ orderId }) => orderId)

/** A month or a year of supporting an artist, each an order of its own (rule: supporters). */
export const supportGoods: Goods = {
  kind: 'support',
  holding: {
    find(ctx, order) {
      const payment = paymentOfOrder(ctx, order.id)
      return payment && periodHoldings(ctx, order, payment).find()
    },
    broughtBy: broughtBy('support'),
  },
  delivery: 'use',
  taxed: 'always',
  isDonation: true,
  deliver(ctx, order, state) {
    const payment = paymentOfOrder(ctx, order.id)
    if (!payment) throw new Error(`The order ${order.id} is for no support.`)
    const holdings = periodHoldings(ctx, order, payment)
    grant(ctx, order, state, holdings)
    // A second payment for a period goes back, and gives nothing.
    if (holdings.find()?.orderId !== order.id) return
    if (payment.hasTapes) settleFuture(ctx, order, state)
    settleSupport(ctx, payment.supportId)
    endFuture(ctx, earlierOrders(ctx, payment))
  },
  obstacle(ctx, { id, paidAt }) {
    const payment = paymentOfOrder(ctx, id)
    if (!payment) return () => say('this time was paid for already ## after a colon')
    const support = supportById(ctx, payment.supportId)
    // A rebuilt order was delivered before.
    if (paidAt !== null || !support || !isOver(support)) return null
    return () => say('this support had ended before it was paid ## after a colon')
  },
  lost: lostSupport,
  checkoutPath: () => '/support',
  get label() {
    return say('Support ## a payment by the month or year')
  },
  receipt: { name: named },
  sale: {
    did: (item, who) => say('{who} supports you: {level}', { who, level: levelOf(item) }),
    what: ({ order }) => order.subject,
    title: levelOf,
    name: (item) => say('support ({level}) ## in a sentence', { level: levelOf(item) }),
    get refundWarning() {
      return say('After a full refund, this support ends.')
    },
  },
  evidence: {
    product: (item, seller) =>
      `Support for the artist ${seller} at the level “${levelOf(item)}”: a payment that repeats by the month or the ` +
      'year. The buyer agreed to sum and rhythm at the first payment, and each receipt has a link that ends it at once.',
    isInAccount: true,
  },
  email: {
    way: wayToSupport,
    thanks: (_name, seller) => say('Your support has reached {seller}. How good of you.', { seller }),
    agreed: (ctx, order) => runText(ctx, order),
    get kept() {
      return say('Your support goes on.')
    },
    get ended() {
      return say('Your support has ended: nothing more is taken.')
    },
    get keptAfterAll() {
      return say('Until the refund goes through, you have what you bought.')
    },
  },
  figure: 'tips',
  ledgerName: (_ctx, { subject }) => `Support: ${subject ?? ''}`,
}

function wayToSupport(ctx: Ctx, order: Order): string[] {
  const payment = paymentOfOrder(ctx, order.id)
  const support = payment && supportById(ctx, payment.supportId)
  return support ? [keyTo(say('See it or end it'), supportUrl(ctx, support))] : []
}
