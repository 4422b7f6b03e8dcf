import { describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments, startReceiver } from '../support/test-processor/stripe.ts'

const net = async ({ stripe }: Payments) =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data.reduce((sum, line) => sum + line.net, 0)

const lines = async ({ stripe }: Payments) =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data.map((line) => [
    line.reporting_category,
    line.amount,
    line.fee,
  ])

async function listening(payments: Payments, types: Stripe.WebhookEndpointCreateParams.EnabledEvent[]) {
  const hook = startReceiver()
  await payments.stripe.webhookEndpoints.create({ url: hook.url, enabled_events: types })
  return hook
}

describe('a refund', () => {
  test('in parts adds up to the whole and not a cent further; the fee is not given back', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const { id } = await pay(payments)
    const first = await stripe.refunds.create({ payment_intent: id, amount: 300 })
    expect([first.status, first.amount, first.payment_intent]).toEqual(['succeeded', 300, id])
    const charge = () => stripe.charges.retrieve(String(first.charge))
    expect(await charge()).toMatchObject({ amount_refunded: 300, refunded: false })
    const tooMuch = await rejection(stripe.refunds.create({ payment_intent: id, amount: 701 }))
    expect(tooMuch).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' })
    const rest = await stripe.refunds.create({ charge: String(first.charge) })
    expect(rest.amount).toBe(700)
    expect(await charge()).toMatchObject({ amount_refunded: 1_000, refunded: true })
    const again = await rejection(stripe.refunds.create({ payment_intent: id }))
    expect(again).toMatchObject({ code: 'charge_already_refunded' })
    expect(await lines(payments)).toEqual([
      ['refund', -700, 0],
      ['refund', -300, 0],
      ['charge', 1_000, 59],
    ])
    expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([700, 300])
  })

  test('of what was never paid is refused', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    const errors = await Promise.all([
      rejection(stripe.refunds.create({ payment_intent: open.id })),
      rejection(stripe.refunds.create({ payment_intent: 'pi_none' })),
      rejection(stripe.refunds.create({ charge: 'ch_none' })),
      rejection(stripe.refunds.create({})),
    ])
    expect(errors.map((error) => error instanceof Error && 'statusCode' in error && error.statusCode)).toEqual([
      400, 404, 404, 400,
    ])
    expect((await stripe.refunds.list()).data).toEqual([])
  })

  test('that the bank sends back fails later, and the money and the charge are as before', async () => {
    await using payments = startPayments()
    using hook = await listening(payments, ['refund.failed', 'refund.created', 'charge.refunded'])
    const { id } = await pay(payments, 'refundFail')
    const before = await net(payments)
    const refund = await payments.stripe.refunds.create({ payment_intent: id })
    expect([refund.status, await net(payments)]).toEqual(['succeeded', before - 1_000])
    await payments.tick(5_000)
    const after = await payments.stripe.refunds.retrieve(refund.id, {
      expand: ['charge', 'failure_balance_transaction'],
    })
    expect(after).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      charge: { amount_refunded: 0, refunded: false },
      failure_balance_transaction: { amount: 1_000, type: 'refund_failure' },
    })
    expect(await net(payments)).toBe(before)
    expect(hook.types().sort()).toEqual(['charge.refunded', 'refund.created', 'refund.failed'])
  })

  test('that is pending succeeds after a while, or is canceled before', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const [one, two] = [await pay(payments, 'pendingRefund'), await pay(payments, 'pendingRefund')]
    const slow = await stripe.refunds.create({ payment_intent: one.id })
    const stopped = await stripe.refunds.create({ payment_intent: two.id })
    expect([slow.status, stopped.status]).toEqual(['pending', 'pending'])
    await stripe.refunds.cancel(stopped.id)
    await payments.tick(5_000)
    const [now, then] = [await stripe.refunds.retrieve(slow.id), await stripe.refunds.retrieve(stopped.id)]
    expect([now.status, then.status]).toEqual(['succeeded', 'canceled'])
    expect((await stripe.charges.retrieve(String(stopped.charge))).amount_refunded).toBe(0)
    expect(await rejection(stripe.refunds.cancel(slow.id))).toMatchObject({ type: 'StripeInvalidRequestError' })
    expect(await net(payments)).toBe(941 + 941 - 1_000)
  })
})

const dispute = async (payments: Payments, card: string) => {
  const { id } = await pay(payments, card)
  await payments.test.settled()
  const [found] = (await payments.stripe.disputes.list({ payment_intent: id })).data
  if (!found) throw new Error('There is no dispute.')
  return found
}

describe('a dispute', () => {
  test.each([
    ['createDispute', 'fraudulent'],
    ['createDisputeProductNotReceived', 'product_not_received'],
  ])('by %s takes the money and a fee of 15.00, and the charge cannot be refunded any more', async (card, reason) => {
    await using payments = startPayments()
    const opened = await dispute(payments, card)
    expect(opened).toMatchObject({ amount: 1_000, reason, status: 'needs_response', is_charge_refundable: false })
    expect(opened.balance_transactions.map(({ net: amount }) => amount)).toEqual([-2_500])
    expect((await payments.stripe.charges.retrieve(String(opened.charge))).disputed).toBe(true)
    const error = await rejection(payments.stripe.refunds.create({ charge: String(opened.charge) }))
    expect(error).toMatchObject({ code: 'charge_disputed' })
  })

  test('that is won brings the money back, and its events come in a sensible order', async () => {
    await using payments = startPayments()
    using hook = await listening(payments, [
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
    const { id } = await dispute(payments, 'createDispute')
    const reviewed = await payments.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect([reviewed.status, reviewed.evidence_details.submission_count]).toEqual(['under_review', 1])
    await payments.tick(5_000)
    const won = await payments.stripe.disputes.retrieve(id)
    expect([won.status, won.balance_transactions.map((line) => line.net)]).toEqual(['won', [-2_500, 1_000]])
    expect(await net(payments)).toBe(941 - 1_500)
    expect((await payments.stripe.refunds.create({ charge: String(won.charge) })).status).toBe('succeeded')
    expect(hook.types().sort()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
    ])
    const again = await rejection(
      payments.stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } }),
    )
    expect(again).toMatchObject({ type: 'StripeInvalidRequestError' })
  })

  test('is lost by its evidence or by giving in, and stays lost', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const [one, two] = [await dispute(payments, 'createDispute'), await dispute(payments, 'createDispute')]
    await stripe.disputes.update(one.id, { evidence: { uncategorized_text: 'losing_evidence' } })
    await payments.tick(5_000)
    expect((await stripe.disputes.retrieve(one.id)).status).toBe('lost')
    expect((await stripe.disputes.close(two.id)).status).toBe('lost')
    expect(await rejection(stripe.disputes.close(two.id))).toMatchObject({ code: 'dispute_already_closed' })
    // The dispute that was answered costs the fee of the answer, too.
    expect(await net(payments)).toBe(2 * (941 - 2_500) - 1_500)
  })

  test('evidence that is only saved is not judged', async () => {
    await using payments = startPayments()
    const { id } = await dispute(payments, 'createDispute')
    const evidence = { uncategorized_text: 'winning_evidence' }
    const saved = await payments.stripe.disputes.update(id, { evidence, submit: false })
    await payments.tick(60_000)
    expect([saved.status, (await payments.stripe.disputes.retrieve(id)).status]).toEqual([
      'needs_response',
      'needs_response',
    ])
  })

  test('that is an inquiry takes no money until it is escalated', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const [one, two] = [
      await dispute(payments, 'createDisputeInquiry'),
      await dispute(payments, 'createDisputeInquiry'),
    ]
    expect([one.status, one.is_charge_refundable, one.balance_transactions]).toEqual([
      'warning_needs_response',
      true,
      [],
    ])
    expect((await stripe.disputes.close(one.id)).status).toBe('warning_closed')
    expect(await net(payments)).toBe(2 * 941)
    const evidence = { uncategorized_text: 'escalate_inquiry_evidence' }
    const escalated = await stripe.disputes.update(two.id, { evidence })
    expect([escalated.status, escalated.is_charge_refundable]).toEqual(['needs_response', false])
    expect(await net(payments)).toBe(2 * 941 - 2_500)
  })

  test('may be announced by an early fraud warning, which takes nothing', async () => {
    await using payments = startPayments()
    using hook = await listening(payments, ['radar.early_fraud_warning.created'])
    const { id } = await pay(payments, 'createIssuerFraudRecord')
    await payments.tick(1_000)
    const [warning] = (await payments.stripe.radar.earlyFraudWarnings.list({ payment_intent: id })).data
    expect(warning).toMatchObject({ actionable: true, payment_intent: id })
    expect(hook.types()).toEqual(['radar.early_fraud_warning.created'])
    expect(await net(payments)).toBe(941)
  })
})
