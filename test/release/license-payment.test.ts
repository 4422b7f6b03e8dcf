import { expect, test } from 'bun:test'
import { Challenge, Credential, PaymentRequest, Receipt } from 'mppx'
import { Mppx } from 'mppx/client'
import { charge } from 'mppx/stripe/client'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { hmac } from '../../src/lib/hash/hmac.ts'
import { rowsOf } from '../support/account/account.ts'
import { access, openLicensing } from '../support/release/license.ts'
import { decide } from '../support/release/release.ts'
import type { TestServer } from '../support/server.ts'
import { postings, settled, shopOf } from '../support/shop/checkout.ts'

const pathOf = (id: string) => `/api/agents/releases/${id}/access`
const forDownload = { scope: 'download', resource: 'download', agentKey: 'librarian' }

/** A wallet that shares a payment method within the limits of a challenge, as its provider does. */
async function share(svc: TestServer, amount: string, currency: string, card = 'visa'): Promise<string> {
  const { stripe } = shopOf(svc)
  const made = await stripe.rawRequest('POST', '/v1/test_helpers/shared_payment/granted_tokens', {
    payment_method: `pm_card_${card}`,
    usage_limits: { currency, max_amount: Number(amount) },
  })
  return String(Object(made).id)
}

/** An agent with mppx, which knows nothing of this site but the draft. */
const agent = (svc: TestServer, card?: string) =>
  Mppx.create({
    polyfill: false,
    methods: [
      charge({
        paymentMethod: 'pm_card_visa',
        createToken: ({ amount, currency }) => share(svc, String(amount), String(currency), card),
      }),
    ],
  })

const post = (body: object, authorization?: string) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
})

test('an independent client of the Payment scheme pays a license by itself and gets the file', async () => {
  const { svc, id, dawn } = await openLicensing()
  await using _ = svc
  const answer = await agent(svc).fetch(svc.url + pathOf(id), post(forDownload))
  const { decision, grant, license } = Object(await answer.json())
  expect([answer.status, decision, answer.headers.get('cache-control')]).toEqual([200, 'ALLOW', 'no-store'])
  const receipt = Receipt.fromResponse(answer)
  const [order] = rowsOf(svc, 'orders').map(Object)
  expect(receipt).toMatchObject({ method: 'stripe', status: 'success', reference: order.payment_intent_id })
  expect(order).toMatchObject({ kind: 'license', state: 'PAID', amount_minor: 700, agent_key: 'librarian' })
  const file = await fetch(grant.url)
  expect(new Bun.CryptoHasher('sha256').update(await file.bytes()).digest('hex')).toBe(dawn.sha256)
  expect(license).toMatchObject({ licenseId: order.id, scopes: ['download'], releaseId: id })
  expect((await access(svc, id, { licenseToken: license.token })).status).toBe(200)
  await settled(svc)
  expect(postings(svc)).toMatchObject({ SALE: 1, TRANSFER: 1 })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a challenge is bound by its id, and only its own credential pays it, once', async () => {
  const { svc, id, nova } = await openLicensing()
  await using _ = svc
  const refused = await fetch(svc.url + pathOf(id), post(forDownload))
  const { challenge: told } = Object(await refused.json())
  const [challenge, ...more] = Challenge.fromResponseList(refused)
  if (!challenge) throw new Error('There is no Payment challenge.')
  expect([refused.status, more, told.methods]).toEqual([402, [], ['checkout', 'payment']])
  expect(challenge).toMatchObject({
    realm: new URL(svc.ctx.site.origin).host,
    method: 'stripe',
    intent: 'charge',
    expires: told.expiresAt,
    request: { amount: '700', currency: 'usd', methodDetails: { networkId: 'internal', paymentMethodTypes: ['card'] } },
  })
  const secretKey = hmac(svc.ctx.secrets.audioToken, 'payment challenges')
  expect(Challenge.verify(challenge, { secretKey })).toBe(true)

  const spt = await share(svc, '700', 'usd')
  const credential = (changed: object = {}) => {
    const { request, ...rest } = { ...challenge, ...changed }
    return Credential.serialize(Credential.from({ challenge: { ...rest, request }, payload: { spt } }))
  }
  const send = async (authorization: string, body: object = forDownload) => {
    const answer = await fetch(svc.url + pathOf(id), post(body, authorization))
    return [answer.status, Object(await answer.json()).error, answer.headers.get('payment-receipt') === null]
  }
  const noChallenge = [402, 'This payment answers no challenge of this release.', true]
  for (const forged of [
    credential({ request: { ...challenge.request, amount: '1' } }),
    credential({ expires: new Date(svc.ctx.now() + 9e9).toISOString() }),
    credential({ realm: 'elsewhere.example' }),
    credential({ opaque: PaymentRequest.serialize({ quoteId: id }) }),
    'Payment',
    'Payment bm90IGpzb24',
    `Payment ${'x'.repeat(4_000)}`,
  ]) {
    expect([forged.slice(0, 40), await send(forged)]).toEqual([forged.slice(0, 40), noChallenge])
  }
  // The paid use is a download; a remix is more.
  expect(await send(credential(), { ...forDownload, scope: 'remix' })).toEqual([
    402,
    'What was paid for does not cover it.',
    true,
  ])
  expect(rowsOf(svc, 'orders')).toEqual([])
  const twice = await Promise.all([send(credential()), send(credential())])
  expect(twice.map(([status]) => status).sort()).toEqual([200, 402])
  expect(await send(credential())).toEqual([402, 'This was bought already.', true])
  await settled(svc)
  expect(postings(svc)).toMatchObject({ SALE: 1 })

  // A wallet whose card is declined is told so, and can try again with the new challenge.
  const declined = await agent(svc, 'chargeDeclined').fetch(svc.url + pathOf(id), post(forDownload))
  expect([declined.status, Challenge.fromResponseList(declined).length]).toEqual([402, 1])
  await decide(svc, nova, id, { scope: 'download', decision: 'CONTACT_OWNER' })
  expect((await fetch(svc.url + pathOf(id), post(forDownload))).headers.get('www-authenticate')).toBeNull()
  expect(rowsOf(svc, 'licenses').filter((row) => Object(row).status === 'PAID')).toHaveLength(1)
})

test('an answer that a credential paid for is given again to the same credential with the same Idempotency-Key, and taken once', async () => {
  const { svc, id, nova, dawn } = await openLicensing()
  await using _ = svc
  const [challenge] = Challenge.fromResponseList(await fetch(svc.url + pathOf(id), post(forDownload)))
  if (!challenge) throw new Error('There is no Payment challenge.')
  const paidBy = (spt: string) => Credential.serialize(Credential.from({ challenge, payload: { spt } }))
  const spt = await share(svc, '700', 'usd')
  const send = async (authorization: string, key?: string, body: object = forDownload) => {
    const { headers, ...rest } = post(body, authorization)
    const keyed = { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const answer = await fetch(svc.url + pathOf(id), { ...rest, headers: keyed })
    return { status: answer.status, json: Object(await answer.json()), receipt: answer.headers.get('payment-receipt') }
  }
  const first = await send(paidBy(spt), 'key-1')
  expect([first.status, first.receipt === null]).toEqual([200, false])
  await settled(svc)
  svc.tick(1_000)
  expect(await send(paidBy(spt), 'key-1')).toEqual(first)
  const bought = [402, 'This was bought already.']
  const refused = async (...args: Parameters<typeof send>) => {
    const { status, json } = await send(...args)
    return [status, json.error]
  }
  expect(await refused(paidBy(spt))).toEqual(bought)
  expect(await refused(paidBy(spt), 'key-2')).toEqual(bought)
  expect(await refused(paidBy(await share(svc, '700', 'usd')), 'key-1')).toEqual(bought)
  expect(await refused(paidBy(spt), 'key-1', { ...forDownload, intendedUse: 'Other' })).toEqual([
    409,
    'This Idempotency-Key was sent with another request.',
  ])
  expect([postings(svc).SALE, rowsOf(svc, 'access_grants').length]).toEqual([1, 1])
  // A payment stays, whatever its artist decides before the answer is asked for again.
  await decide(svc, nova, id, { scope: 'download', decision: 'DENY' })
  const again = await send(paidBy(spt), 'key-1')
  expect(again).toEqual(first)
  const file = await fetch(again.json.grant.url)
  expect(new Bun.CryptoHasher('sha256').update(await file.bytes()).digest('hex')).toBe(dawn.sha256)
  // The license is not lost either when the server stopped before it had given the token.
  svc.ctx.db.$client.run('UPDATE licenses SET token_hash = NULL')
  expect(await refused(paidBy(spt), 'key-2')).not.toContain(200)
  expect(await send(paidBy(spt), 'key-1')).toEqual(first)
  expect(JSON.stringify([rowsOf(svc, 'licenses'), rowsOf(svc, 'access_grants')])).not.toContain(
    first.json.license.token,
  )
  // Test money buys nothing once real money is taken (rule: modes).
  await decide(svc, nova, id, {
    scope: 'download',
    decision: 'REQUIRE_LICENSE',
    price: { amount: 700, currency: 'usd' },
  })
  svc.ctx.db.$client.run("UPDATE orders SET mode = 'live'")
  expect((await send(paidBy(spt), 'key-1')).status).toBe(402)
})

test('a payment that is refused in letters which no header holds is a 402 that says so', async () => {
  const { svc, id } = await openLicensing({ env: { NEW_SELLER_DAILY_SUM: '5' } })
  await using _ = svc
  const answer = await agent(svc).fetch(svc.url + pathOf(id), post(forDownload))
  const { error } = Object(await answer.json())
  expect([answer.status, error]).toEqual([402, 'This artist has reached today’s limit; try again tomorrow.'])
  const described = `error_description="This artist has reached today's limit; try again tomorrow."`
  expect(answer.headers.get('www-authenticate')).toStartWith(`License ${described}, Payment `)
  expect(rowsOf(svc, 'orders')).toEqual([])
})

test('a file that is private by the time that a wallet has paid it is a 402 that says that the money goes back', async () => {
  let hide = () => {}
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const response = await answer()
    if (request.method === 'POST' && new URL(request.url).pathname === '/v1/payment_intents') hide()
    return response
  }
  const { svc, id } = await openLicensing({ testProcessor: { intercept } })
  await using _ = svc
  const [challenge] = Challenge.fromResponseList(await fetch(svc.url + pathOf(id), post(forDownload)))
  if (!challenge) throw new Error('There is no Payment challenge.')
  const credential = Credential.from({ challenge, payload: { spt: await share(svc, '700', 'usd') } })
  hide = () => svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  const answer = await fetch(svc.url + pathOf(id), post(forDownload, Credential.serialize(credential)))
  const { error } = Object(await answer.json())
  expect([answer.status, error]).toEqual([402, 'We cannot give you what you paid for, so all of it goes back to you.'])
  await settled(svc)
  expect(rowsOf(svc, 'orders')).toMatchObject([{ state: 'UNDELIVERED' }])
  expect(rowsOf(svc, 'licenses')).toMatchObject([{ token_hash: null }])
})
