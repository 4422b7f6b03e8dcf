import { expect, test } from 'bun:test'
import { pay, rejection, startPayments } from '../support/test-processor/stripe.ts'

test('an account that has not signed up for Connect takes payments, and is refused all of Connect', async () => {
  await using payments = startPayments()
  const { stripe, test: side } = payments
  await side.restrict({ withoutConnect: true })
  const url = 'http://127.0.0.1:9/hook'
  const enabled_events: ['*'] = ['*']
  const refused = [
    stripe.v2.core.accounts.create({ configuration: { recipient: {} } }),
    stripe.accounts.create({}),
    stripe.transfers.create({ amount: 1, currency: 'usd', destination: 'acct_1' }),
    stripe.webhookEndpoints.create({ url, enabled_events, connect: true }),
    stripe.v2.core.eventDestinations.create({
      name: 'Accounts',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      events_from: ['@accounts'],
      enabled_events,
      webhook_endpoint: { url },
    }),
  ]
  for (const error of await Promise.all(refused.map(rejection))) {
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('signed up for Connect') })
  }
  expect((await pay(payments)).status).toBe('succeeded')
  expect((await stripe.webhookEndpoints.create({ url, enabled_events })).object).toBe('webhook_endpoint')
  expect((await stripe.accounts.retrieveCurrent()).default_currency).toBe('usd')
})
