import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments, startReceiver } from '../support/test-processor/stripe.ts'
import { createShapeCheck } from '../support/test-processor/stripe-schema.ts'

async function open({ stripe }: Payments, dashboard: 'express' | 'full' | 'none' = 'express'): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create({
    dashboard,
    identity: { country: 'us' },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  })
  return id
}

/** An onboarded account that holds 9.00. */
async function paidAccount(payments: Payments): Promise<string> {
  const destination = await open(payments)
  await payments.test.completeOnboarding(destination)
  await pay(payments, 'bypassPending')
  await payments.stripe.transfers.create({ amount: 900, currency: 'usd', destination })
  return destination
}

const include: Stripe.V2.Core.AccountRetrieveParams['include'] = ['configuration.recipient']

const capabilities = async ({ stripe }: Payments, id: string) => {
  const { configuration } = await stripe.v2.core.accounts.retrieve(id, { include })
  const { payouts, stripe_transfers } = configuration?.recipient?.capabilities?.stripe_balance ?? {}
  return [stripe_transfers?.status, payouts?.status]
}

test('an account whose payouts are blocked receives transfers and pays nothing out', async () => {
  await using payments = startPayments()
  using hook = startReceiver()
  const { stripe, test: side } = payments
  const account = await paidAccount(payments)
  await stripe.v2.core.eventDestinations.create({
    name: 'Capabilities',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    events_from: ['@accounts'],
    enabled_events: ['v2.core.account[configuration.recipient].capability_status_updated'],
    webhook_endpoint: { url: hook.url },
  })
  await side.blockPayouts(account, true)
  expect(await capabilities(payments, account)).toEqual(['active', 'restricted'])
  const whole = await stripe.v2.core.accounts.retrieve(account, { include })
  expect((await createShapeCheck())('v2.core.account', whole)).toEqual([])
  expect((await stripe.accounts.retrieve(account)).payouts_enabled).toBe(false)
  const payOut = () => stripe.payouts.create({ amount: 100, currency: 'usd' }, { stripeAccount: account })
  expect(await rejection(payOut())).toMatchObject({ code: 'payouts_not_allowed' })
  await pay(payments, 'bypassPending')
  await stripe.transfers.create({ amount: 100, currency: 'usd', destination: account })
  await side.blockPayouts(account, false)
  expect((await payOut()).status).toBe('pending')
  await side.settled()
  expect(hook.got).toHaveLength(2)
})

test('a payout that the bank returns fails with a reason, and its money comes back', async () => {
  await using payments = startPayments()
  const { stripe, test: side } = payments
  const account = await paidAccount(payments)
  const theirs = { stripeAccount: account }
  const { id } = await stripe.payouts.create({ amount: 900, currency: 'usd' }, theirs)
  expect(side.failPayout(id, account)).rejects.toThrow('A payout cannot go from pending to failed.')
  await payments.tick(10_000)
  await side.failPayout(id, account)
  const failed = await stripe.payouts.retrieve(id, {}, theirs)
  expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
  expect((await createShapeCheck())('payout', failed)).toEqual([])
  expect((await stripe.balance.retrieve({}, theirs)).available).toMatchObject([{ amount: 900 }])
  const events = (await stripe.events.list({ type: 'payout.failed' }, theirs)).data
  expect(events.map((event) => event.data.object)).toMatchObject([{ id }])
})

test('a login link leads to the Express dashboard, and only there', async () => {
  await using payments = startPayments()
  const { stripe, test: side } = payments
  const account = await open(payments)
  expect(await rejection(stripe.accounts.createLoginLink(account))).toMatchObject({ statusCode: 400 })
  await side.completeOnboarding(account)
  const link = await stripe.accounts.createLoginLink(account)
  expect((await createShapeCheck())('login_link', link)).toEqual([])
  expect(await (await fetch(link.url)).text()).toContain(account)
  const other = await open(payments, 'full')
  await side.completeOnboarding(other)
  expect(await rejection(stripe.accounts.createLoginLink(other))).toMatchObject({ statusCode: 400 })
})

test('the country of an account is for ever', async () => {
  await using payments = startPayments()
  const account = await open(payments)
  const update = (country: string) => payments.stripe.v2.core.accounts.update(account, { identity: { country } })
  expect(await rejection(update('gb'))).toMatchObject({ statusCode: 400 })
  expect((await update('us')).id).toBe(account)
})

test('a refund that succeeded can still fail, and its money comes back', async () => {
  await using payments = startPayments()
  const { id } = await pay(payments, 'bypassPending')
  const refund = await payments.stripe.refunds.create({ payment_intent: id })
  await payments.test.failRefund(refund.id)
  expect(await payments.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
  expect((await payments.stripe.balance.retrieve()).available).toMatchObject([{ amount: 941 }])
})

/** Lets a payout go on its way, and arrive. */
async function arrive(payments: Payments): Promise<void> {
  for (const _ of [1, 2]) {
    await payments.tick(10_000)
    await payments.test.settled()
  }
}

test('an automatic payout tells which transactions it consists of once it has arrived, each in one payout', async () => {
  await using payments = startPayments()
  const { stripe, test: side } = payments
  const [first, second] = [await pay(payments, 'bypassPending'), await pay(payments, 'bypassPending')]
  const of = async (payout: string) => (await stripe.balanceTransactions.list({ payout })).data
  const one = await side.payOut('usd')
  expect([(await stripe.payouts.retrieve(one)).reconciliation_status, await of(one)]).toEqual(['in_progress', []])
  await arrive(payments)
  expect((await of(one)).map(({ source }) => source)).toEqual([one, second.latest_charge, first.latest_charge])
  const page = await stripe.balanceTransactions.list({ payout: one, type: 'charge', limit: 1 })
  expect([page.has_more, page.data]).toMatchObject([true, [{ source: second.latest_charge }]])
  const rest = await stripe.balanceTransactions.list({ payout: one, starting_after: page.data[0]?.id ?? '' })
  expect([rest.has_more, rest.data]).toMatchObject([false, [{ source: first.latest_charge }]])
  const reconciled = { automatic: true, amount: 2 * 941, reconciliation_status: 'completed' }
  expect(await stripe.payouts.retrieve(one)).toMatchObject(reconciled)
  expect((await stripe.events.list({ type: 'payout.reconciliation_completed' })).data).toMatchObject([
    { data: { object: { id: one } } },
  ])
  expect(side.payOut('usd')).rejects.toThrow('Nothing is available in usd.')
  const third = await pay(payments, 'bypassPending')
  await stripe.refunds.create({ payment_intent: third.id, amount: 41 })
  const two = await side.payOut('usd')
  await arrive(payments)
  expect((await of(two)).map(({ net }) => net)).toEqual([-900, -41, 941])
  await pay(payments, 'bypassPending')
  const byHand = await stripe.payouts.create({ amount: 100, currency: 'usd' })
  expect(byHand).toMatchObject({ automatic: false, reconciliation_status: 'not_applicable' })
  expect(await rejection(of(byHand.id))).toMatchObject({
    statusCode: 400,
    message: 'Balance transaction history can only be filtered on automatic transfers, not manual.',
  })
  expect(await rejection(of('po_none'))).toMatchObject({ code: 'resource_missing' })
})
