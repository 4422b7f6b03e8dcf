import { visibleCassetForSale } from '../../casset/access/visible-casset.ts'
import { refundSale } from '../../earnings/sale/refund-sale.ts'
import { beginPayment } from '../../order/begin/begin-payment.ts'
import { beginSale, outcomeOf, payWith, readPaymentAgain, type Stage, saleMinor, sellCasset } from './stage.ts'

// Stripe's test payment methods: docs.stripe.com/testing, "PaymentMethods".
const visa = 'pm_card_visa'
const declined = 'pm_card_visa_chargeDeclined'
const asksForCode = 'pm_card_authenticationRequired'

/** Tries a sale by the owner, a declined card, one that asks for a code, a partial refund. */
export async function tryPayments(stage: Stage): Promise<void> {
  const { ctx, cast, processor, report } = stage
  report.compare(
    'a card that is declined',
    'refused: card_declined',
    await outcomeOf(async () => {
      const { paymentIntentId } = await beginSale(stage, 'label')
      return (await payWith(stage, paymentIntentId, declined)).status
    }),
  )
  report.compare(
    '3-D Secure, asked for',
    'requires_action, redirect_to_url',
    await outcomeOf(async () => {
      const { paymentIntentId } = await beginSale(stage, 'label')
      const { status, next_action: next } = await payWith(stage, paymentIntentId, asksForCode)
      await processor.stripe.paymentIntents.cancel(paymentIntentId)
      return `${status}, ${next?.type}`
    }),
  )
  report.skip('3-D Secure, answered', 'the code is entered in a browser')
  let orderId = ''
  report.compare(
    'a sale',
    'succeeded, its fee known at once',
    await outcomeOf(async () => {
      const { order, payment } = await sellCasset(stage, 'label', visa)
      orderId = order.id
      const line = payment.charge?.balance_transaction
      const fee = typeof line === 'object' && line && line.fee > 0 ? 'known at once' : 'not known yet'
      return `${payment.intent.status}, its fee ${fee}`
    }),
  )
  report.compare(
    'a refund of a part',
    `${saleMinor / 4} refunded: succeeded`,
    await outcomeOf(async () => {
      const asked = { amount: saleMinor / 4, refundedAmount: 0 }
      const { refundedAmount } = await refundSale(ctx, cast.label, orderId, asked, '127.0.0.1')
      const { data } = await processor.stripe.refunds.list({ limit: 1 })
      return `${refundedAmount} refunded: ${data[0]?.status}`
    }),
  )
}

const grantedTokens = '/v1/test_helpers/shared_payment/granted_tokens'
const preview = { apiVersion: '2026-07-29.preview' }

/** Tells also whether Stripe finds the token in the parameter that the product uses first. */
export async function tryAgents(stage: Stage): Promise<void> {
  const { ctx, cast, processor, report, currency } = stage
  const { stripe } = processor
  const share = async (): Promise<string> => {
    // docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens
    const limits = { currency, max_amount: saleMinor, expires_at: Math.floor(ctx.now() / 1000) + 3_600 }
    const made: unknown = await stripe.rawRequest(
      'POST',
      grantedTokens,
      { payment_method: visa, usage_limits: limits },
      preview,
    )
    return String(Reflect.get(Object(made), 'id'))
  }
  let token = ''
  const shared = await outcomeOf(async () => {
    token = await share()
    return 'shared'
  })
  report.compare('an agent shares a payment token', 'shared', shared)
  if (token === '') {
    report.skip('a payment by that token', 'Stripe shared none: it may not be offered to this account')
    return
  }
  const paid = await outcomeOf(async () => {
    const forSale = visibleCassetForSale(ctx, 'label', cast.ada)
    const draft = { kind: 'tip', message: null, referralCode: null, title: 'Rehearsal' } as const
    const amount = { amountMinor: saleMinor, priceMinor: 0, refuse: () => {} }
    const start = { address: '127.0.0.1', sharedToken: token }
    const { orderId, paymentIntentId } = await beginPayment(ctx, cast.ada, forSale, { ...draft, ...amount }, start)
    return (await readPaymentAgain(stage, { orderId, paymentIntentId })).payment.intent.status
  })
  report.compare('a payment by that token', 'succeeded', paid)
  // The product also tries the other parameter, as in the change log of 2026-04-22:
  // payment_method_data.
  const taken = await outcomeOf(async () => {
    const automatic_payment_methods = { enabled: true, allow_redirects: 'never' }
    const about = { amount: saleMinor, currency, confirm: true, automatic_payment_methods }
    const params = { ...about, shared_payment_granted_token: await share() }
    return String(
      Reflect.get(Object(await stripe.rawRequest('POST', '/v1/payment_intents', params, preview)), 'status'),
    )
  })
  report.compare('the token at the top of a payment', 'succeeded', taken)
}
