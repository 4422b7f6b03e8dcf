import { describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments, startReceiver } from '../support/test-processor/stripe.ts'

const recipient = {
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
}
const parts: Stripe.V2.Core.AccountRetrieveParams['include'] = ['configuration.recipient', 'requirements']
const urls = { refresh_url: 'https://t.example/again', return_url: 'https://t.example/done' }

const openAccount = ({ stripe }: Payments) =>
  stripe.v2.core.accounts.create({
    ...recipient,
    contact_email: 'nova@t.example',
    display_name: 'Nova',
    metadata: { artist: '1' },
  })

const openLink = ({ stripe }: Payments, account: string) =>
  stripe.v2.core.accountLinks.create({ account, use_case: { type: 'account_onboarding', account_onboarding: urls } })

async function seller(payments: Payments): Promise<string> {
  const { id } = await openAccount(payments)
  await payments.test.completeOnboarding(id)
  return id
}

const transfersOf = async ({ stripe }: Payments, id: string) => {
  const account = await stripe.v2.core.accounts.retrieve(id, { include: parts })
  return account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
}

const choose = (url: string, choice: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })

const netOf = async ({ stripe }: Payments, stripeAccount?: string) => {
  const lines = await stripe.balanceTransactions.list({ limit: 100 }, stripeAccount ? { stripeAccount } : {})
  return lines.data.reduce((sum, line) => sum + line.net, 0)
}

describe('a connected account', () => {
  test('cannot be paid until its holder has given every detail', async () => {
    await using payments = startPayments()
    const account = await openAccount(payments)
    expect(account).toMatchObject({
      object: 'v2.core.account',
      applied_configurations: ['recipient'],
      metadata: { artist: '1' },
    })
    expect(account.configuration).toBeUndefined()
    expect(await transfersOf(payments, account.id)).toBe('restricted')
    const { latest_charge: paid } = await pay(payments, 'visa')
    const part = { amount: 400, currency: 'usd', destination: account.id, source_transaction: String(paid) }
    const error = await rejection(payments.stripe.transfers.create(part))
    expect(error).toMatchObject({ code: 'insufficient_capabilities_for_transfer', param: 'destination' })
    const link = await openLink(payments, account.id)
    const page = await fetch(link.url)
    expect(await page.text()).toContain('TEST')
    const done = await choose(link.url, 'complete')
    expect([done.status, done.headers.get('location')]).toEqual([303, urls.return_url])
    expect(await transfersOf(payments, account.id)).toBe('active')
    expect((await payments.stripe.transfers.create(part)).destination).toBe(account.id)
  })

  test.each([
    ['restrict', 'restricted'],
    ['reject', 'rejected'],
    ['later', 'restricted'],
  ])('whose holder chooses to %s is %s', async (choice, status) => {
    await using payments = startPayments()
    const { id } = await openAccount(payments)
    const { url } = await openLink(payments, id)
    expect((await choose(url, choice)).headers.get('location')).toBe(urls.return_url)
    expect<string | undefined>(await transfersOf(payments, id)).toBe(status)
  })

  test('has links for one visit within five minutes', async () => {
    await using payments = startPayments()
    const { id } = await openAccount(payments)
    const [used, old] = [await openLink(payments, id), await openLink(payments, id)]
    await choose(used.url, 'later')
    const again = await choose(used.url, 'complete')
    await payments.tick(300_000)
    const late = await fetch(old.url, { redirect: 'manual' })
    expect([again, late].map((response) => response.headers.get('location'))).toEqual([
      urls.refresh_url,
      urls.refresh_url,
    ])
    expect(await transfersOf(payments, id)).toBe('restricted')
    expect(await rejection(openLink(payments, 'acct_none'))).toMatchObject({ statusCode: 404 })
  })

  test('tells of its onboarding by thin events, which are fetched with what changed', async () => {
    await using payments = startPayments()
    using hook = startReceiver()
    const capability = 'v2.core.account[configuration.recipient].capability_status_updated'
    const destination = await payments.stripe.v2.core.eventDestinations.create({
      name: 'Accounts',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      events_from: ['@accounts'],
      enabled_events: [capability, 'v2.core.account_link.returned'],
      webhook_endpoint: { url: hook.url },
      include: ['webhook_endpoint.signing_secret'],
    })
    const secret = destination.webhook_endpoint?.signing_secret ?? ''
    const { id } = await openAccount(payments)
    await choose((await openLink(payments, id)).url, 'complete')
    await payments.test.settled()
    expect(hook.types().sort()).toEqual([capability, capability, 'v2.core.account_link.returned'])
    const delivery = hook.got.find(({ type }) => type === capability)
    const { body = '', signature = '' } = delivery ?? {}
    expect(JSON.parse(body).data).toBeUndefined()
    const thin = await payments.processor.constructThinEvent(body, signature, secret, payments.now())
    expect(thin.type).toBe(capability)
    const whole = await payments.stripe.v2.core.events.retrieve(thin.id)
    expect(whole).toMatchObject({ related_object: { id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` } })
    expect('data' in whole && whole.data).toEqual({ updated_capability: 'stripe_balance.stripe_transfers' })
  })

  test('that takes its access away is told to the Connect endpoint, and is closed to us from then on', async () => {
    await using payments = startPayments()
    using connect = startReceiver()
    using platform = startReceiver()
    const { stripe } = payments
    await stripe.webhookEndpoints.create({ url: connect.url, enabled_events: ['*'], connect: true })
    await stripe.webhookEndpoints.create({ url: platform.url, enabled_events: ['*'] })
    const id = await seller(payments)
    await stripe.accounts.del(id)
    await payments.test.settled()
    expect(connect.got.map(({ type, account }) => [type, account])).toContainEqual([
      'account.application.deauthorized',
      id,
    ])
    expect(platform.types()).toEqual([])
    expect(await rejection(stripe.balance.retrieve({}, { stripeAccount: id }))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
    await pay(payments, 'bypassPending')
    const error = await rejection(stripe.transfers.create({ amount: 400, currency: 'usd', destination: id }))
    expect(error).toMatchObject({ code: 'resource_missing' })
    expect((await stripe.transfers.list()).data).toEqual([])
  })
})

describe('a transfer', () => {
  test('takes from what is available, never from what is pending', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const destination = await seller(payments)
    await pay(payments)
    const move = () => stripe.transfers.create({ amount: 941, currency: 'usd', destination, transfer_group: 'prize' })
    expect(await rejection(move())).toMatchObject({ code: 'balance_insufficient' })
    await payments.tick(2 * 86_400_000)
    const transfer = await move()
    expect((await stripe.transfers.list({ transfer_group: 'prize' })).data.map(({ id }) => id)).toEqual([transfer.id])
    expect([await netOf(payments), await netOf(payments, destination)]).toEqual([0, 941])
    expect(await rejection(move())).toMatchObject({ code: 'balance_insufficient' })
  })

  test('from one charge waits for nothing and never exceeds it', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const destination = await seller(payments)
    const { latest_charge } = await pay(payments)
    const move = (amount: number) =>
      stripe.transfers.create({ amount, currency: 'usd', destination, source_transaction: String(latest_charge) })
    await move(600)
    expect(await rejection(move(401))).toMatchObject({ param: 'amount' })
    await move(400)
    expect(await netOf(payments, destination)).toBe(1_000)
  })

  test('is reversed in parts, and never beyond its amount', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    const destination = await seller(payments)
    await pay(payments, 'bypassPending')
    const { id } = await stripe.transfers.create({ amount: 500, currency: 'usd', destination })
    const part = await stripe.transfers.createReversal(id, { amount: 200 })
    expect(await rejection(stripe.transfers.createReversal(id, { amount: 301 }))).toMatchObject({ param: 'amount' })
    await stripe.transfers.createReversal(id)
    expect(await rejection(stripe.transfers.createReversal(id))).toMatchObject({ statusCode: 400 })
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 500, reversed: true })
    expect((await stripe.transfers.retrieveReversal(id, part.id)).amount).toBe(200)
    expect([await netOf(payments), await netOf(payments, destination)]).toEqual([941, 0])
  })
})

describe('a payout', () => {
  test('of a seller goes from pending to paid, and the Connect endpoint is told', async () => {
    await using payments = startPayments()
    using connect = startReceiver()
    const { stripe } = payments
    await stripe.webhookEndpoints.create({
      url: connect.url,
      enabled_events: ['payout.created', 'payout.paid'],
      connect: true,
    })
    const account = await seller(payments)
    const theirs = { stripeAccount: account }
    await pay(payments, 'bypassPending', { amount: 2_000 })
    await stripe.transfers.create({ amount: 1_000, currency: 'usd', destination: account })
    const payout = await stripe.payouts.create({ amount: 1_000, currency: 'usd' }, theirs)
    expect(payout.status).toBe('pending')
    expect(await rejection(stripe.payouts.create({ amount: 1, currency: 'usd' }, theirs))).toMatchObject({
      code: 'balance_insufficient',
    })
    await payments.tick(2_500)
    expect((await stripe.payouts.retrieve(payout.id, {}, theirs)).status).toBe('in_transit')
    expect(await rejection(stripe.payouts.cancel(payout.id, {}, theirs))).toMatchObject({ statusCode: 400 })
    await payments.tick(2_500)
    expect((await stripe.payouts.retrieve(payout.id, {}, theirs)).status).toBe('paid')
    expect(connect.got.map(({ type, account: whose }) => [type, whose])).toEqual([
      ['payout.created', account],
      ['payout.paid', account],
    ])
    expect(await rejection(stripe.payouts.retrieve(payout.id))).toMatchObject({ statusCode: 404 })
    expect(await netOf(payments, account)).toBe(0)
  })

  test('that is canceled in time brings the money back', async () => {
    await using payments = startPayments()
    const { stripe } = payments
    await pay(payments, 'bypassPending')
    const { id } = await stripe.payouts.create({ amount: 900, currency: 'usd' })
    expect((await stripe.payouts.cancel(id)).status).toBe('canceled')
    await payments.tick(60_000)
    expect((await stripe.payouts.retrieve(id)).status).toBe('canceled')
    expect(await netOf(payments)).toBe(941)
  })
})
