import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { deliver, eventOf } from '../../support/platform/webhook.ts'
import { startServer } from '../../support/server.ts'

const env = {
  STRIPE_SECRET_KEY: 'sk_live_tapedeck0000000000000000',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_tapedeck0000000000000000',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_accounts',
}

test('an event of a test is not taken where real money is paid, and nothing is stored', async () => {
  await using svc = await startServer({ env })
  const paid = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' })
  const { status, json } = await deliver(svc, paid, { secret: 'whsec_platform' })
  expect([status, json]).toEqual([400, { error: 'This instance takes no events of tests.', code: 'VALIDATION' }])
  const account = eventOf('account.updated', { id: 'acct_1', object: 'account' }, { account: 'acct_1' })
  // Stripe sends tests of accounts there too, and would go on trying.
  expect((await deliver(svc, account, { source: 'accounts', secret: 'whsec_accounts' })).status).toBe(200)
  expect(rowsOf(svc, 'webhook_events')).toEqual([])
})

test('an event of real money is taken there', async () => {
  await using svc = await startServer({ env })
  const paid = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, { livemode: true })
  expect((await deliver(svc, paid, { secret: 'whsec_platform' })).status).toBe(200)
  expect(rowsOf(svc, 'webhook_events')).toMatchObject([{ mode: 'live' }])
})
