import { expect, test } from 'bun:test'
import { Mppx } from 'mppx/client'
import { charge } from 'mppx/stripe/client'
import { users } from '../../db/schema/account/account.ts'
import { rowsOf } from '../support/account/account.ts'
import { listed } from '../support/account/notification.ts'
import { startAgent } from '../support/platform/agent.ts'
import { answer, ask, askedFor, askedWith, sent, yes } from '../support/release/asking.ts'
import { access, claim, openLicensing, order, payFor } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import type { TestServer } from '../support/server.ts'
import { begun, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack } from '../support/world.ts'

const emailsOf = (svc: TestServer) =>
  rowsOf(svc, 'mails')
    .map(Object)
    .filter(({ kind }) => String(kind).startsWith('license-'))
    .map(({ kind, recipient, subject, text_body: text }) => ({ kind, recipient, subject, text }))

/** A shop whose artists have confirmed addresses, so that they get emails. */
async function open(more: object = {}) {
  const shop = await openLicensing(more)
  shop.svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).run()
  return shop
}

const errorOf = ({ status, json }: { status: number; json: unknown }) => [status, Object(json).code, Object(json).field]

test('an artist answers a request with a price, which whoever asked pays for a license with those terms', async () => {
  const { svc, id, nova } = await open()
  await using _ = svc
  const asked = await ask(svc, id, { offer: { amount: 20_000, currency: 'usd' } })
  const { request, pricingState, checkoutUrl } = Object(asked.json)
  expect([asked.status, pricingState, checkoutUrl]).toEqual([200, 'CONTACT_REQUIRED', null])
  const { origin } = svc.ctx.site
  expect(request).toEqual({
    requestId: expect.any(String),
    url: `${origin}/requests/${request.requestId}`,
    statusUrl: `${origin}/api/agents/license-requests/${request.requestId}`,
  })
  const listedRequests = await svc.call('GET', `/api/internal/releases/${id}/requests`, { cookie: nova.cookie })
  const [told] = Object(listedRequests.json).requests
  expect(told).toEqual({
    requestId: request.requestId,
    releaseId: id,
    state: 'OPEN',
    scopes: ['sync'],
    intendedUse: 'A film about rivers.',
    offer: { amount: 20_000, currency: 'usd' },
    message: null,
    askedAt: expect.any(String),
    answeredAt: null,
    name: 'Bea',
    agentKey: null,
    agent: null,
    price: null,
  })
  const [bell] = (await listed(svc, nova)).notifications
  expect(bell).toMatchObject({
    title: 'Somebody asks for a license of “First Light”',
    text: 'For sync',
    path: `/studio/releases/${id}#requests`,
  })

  const words = yes(150, { terms: 'Credit Nova in the titles.', message: 'Lovely idea.' })
  const answered = await answer(svc, nova, id, request.requestId, words)
  expect([answered.status, Object(answered.json).request.state]).toEqual([200, 'GRANTED'])
  const status = await sent(svc, request.requestId)
  expect(status).toMatchObject({
    state: 'GRANTED',
    title: 'First Light',
    message: 'Lovely idea.',
    quote: {
      price: { amount: 15_000, currency: 'usd' },
      terms: [{ scope: 'sync', terms: 'Credit Nova in the titles.' }],
      checkoutUrl: `${origin}/checkout/nova/license/${status.quote.quoteId}`,
    },
  })
  // Everybody else still has to ask, and a price of a denied use stands for whoever was given it.
  expect(Object((await ask(svc, id, { contact: undefined })).json).pricingState).toBe('CONTACT_REQUIRED')
  await decide(svc, nova, id, { scope: 'sync', decision: 'DENY' })
  const started = begun(await order(svc, status.quote.quoteId, { email: 'bea@films.example' }))
  await payFor(svc, started)
  const { license } = Object((await claim(svc, started)).json)
  const agreed = { scope: 'sync', price: { amount: 15_000, currency: 'usd' }, terms: 'Credit Nova in the titles.' }
  expect([license.scopes, license.agreed]).toEqual([['sync'], [agreed]])
  expect((await sent(svc, request.requestId)).state).toBe('BOUGHT')
  const late = await answer(svc, nova, id, request.requestId, { answer: 'no' })
  expect([late.status, Object(late.json).error]).toEqual([409, 'The license was bought already.'])
  const receipt = rowsOf(svc, 'mails')
    .map(Object)
    .find(({ kind }) => kind === 'receipt')
  expect(receipt.text_body).toContain('What was agreed, and stays so:\n- sync: $150.00\n    Credit Nova in the titles.')
  expect(receipt.text_body).toContain(`/licenses/${started.orderId}`)

  // Neither side sees the address of the other.
  const [toArtist, toAsker] = emailsOf(svc)
  expect([toArtist?.recipient, toAsker?.recipient]).toEqual(['nova@example.com', 'bea@films.example'])
  expect(toArtist?.subject).toBe('A request for a license of “First Light”')
  expect(toArtist?.text).toContain('They write: A film about rivers.\nThey offer $200.')
  expect(toAsker?.subject).toBe('@nova says yes to a license')
  // Its reader may not have asked: the artist's words are on its page.
  expect(toAsker?.text).not.toMatch(/Lovely idea|First Light/)
  expect(toAsker?.text).toContain(`It costs $150.00, for a year. Read the terms and pay here, until `)
  expect(toAsker?.text).toContain(request.url)
  const forArtist = [listedRequests.text, answered.text, toArtist?.text, JSON.stringify(await listed(svc, nova))]
  const events = await svc.call('GET', `/api/agents/releases/${id}/provenance`)
  for (const text of [...forArtist, events.text]) expect(text).not.toContain('films.example')
  expect(JSON.stringify([asked.json, status, toAsker?.text])).not.toContain('nova@example.com')
})

test('a no is final, a yes can be taken back until it is bought, and each is said by one email', async () => {
  const { svc, id, nova, ada } = await open()
  await using _ = svc
  const first = await askedFor(svc, id)
  const no = await answer(svc, nova, id, first, { answer: 'no', message: 'Not for films.' })
  expect([no.status, Object(no.json).request.state]).toEqual([200, 'REFUSED'])
  for (const more of [{ answer: 'no' }, yes(5)]) {
    expect(errorOf(await answer(svc, nova, id, first, more)).slice(0, 2)).toEqual([409, 'BAD_STATE'])
  }
  expect(await sent(svc, first)).toMatchObject({ state: 'REFUSED', message: 'Not for films.', quote: null })

  const second = await askedFor(svc, id)
  await answer(svc, nova, id, second, yes(5))
  const { quote } = await sent(svc, second)
  expect((await answer(svc, nova, id, second, yes(6))).status).toBe(409)
  expect((await answer(svc, nova, id, second, { answer: 'no' })).status).toBe(200)
  expect(Object((await order(svc, quote.quoteId)).json).error).toBe('This quote has expired.')
  expect(
    emailsOf(svc)
      .filter(({ kind }) => kind === 'license-answer')
      .map(({ subject }) => subject),
  ).toEqual(['@nova says no to a license', '@nova says yes to a license', '@nova takes back the yes to a license'])

  const third = await askedFor(svc, id)
  const bad = [
    [{ answer: 'yes' }, 'price'],
    [{ answer: 'yes', price: { amount: 1, currency: 'usd' } }, 'price.amount'],
    [{ answer: 'yes', price: { amount: 500, currency: 'xyz' } }, 'price.currency'],
    [yes(5, { terms: 'x'.repeat(2_001) }), 'terms'],
    [{ answer: 'maybe' }, 'answer'],
  ] as const
  for (const [body, field] of bad) {
    expect([field, ...errorOf(await answer(svc, nova, id, third, body))]).toEqual([field, 400, 'VALIDATION', field])
  }
  expect(errorOf(await answer(svc, ada, id, third, yes(5))).slice(0, 2)).toEqual([403, 'FORBIDDEN'])
  expect((await answer(svc, { cookie: '' }, id, third, yes(5))).status).toBe(401)
  // A request for another release of the same artist is not answered here.
  const other = await publishedRelease(svc, nova, [(await addReadyTrack(svc.ctx, nova.cassetId, 'Tide')).id])
  expect(errorOf(await answer(svc, nova, other, third, yes(5))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  expect(Object((await answer(svc, nova, id, third, yes(5))).json).error).toStartWith('Nobody can buy a license of it')
  expect((await svc.call('GET', `/api/agents/license-requests/${third}`)).status).toBe(404)
  expect(rowsOf(svc, 'license_requests').map(Object).at(-1)).toMatchObject({ state: 'OPEN' })
})

test('nobody asks for what is allowed or denied, more than five times a day, or where a hundred wait', async () => {
  const { svc, id, nova } = await open()
  await using _ = svc
  const bad: [object, number, string, string | undefined][] = [
    [{ scopes: ['search-index'] }, 409, 'BAD_STATE', undefined],
    [{ scopes: ['sync', 'ai-training'] }, 409, 'BAD_STATE', undefined],
    [{ contact: undefined, offer: { amount: 500, currency: 'usd' } }, 400, 'VALIDATION', 'contact'],
    [{ offer: { amount: 1, currency: 'usd' } }, 400, 'VALIDATION', 'offer.amount'],
    [{ offer: { amount: 500, currency: 'USD' } }, 400, 'VALIDATION', 'offer.currency'],
    [{ contact: { name: ' ', email: 'a@b.example' } }, 400, 'VALIDATION', 'contact.name'],
    [{ contact: { name: 'A', email: 'a@b\r\nBcc: c@d.example' } }, 400, 'VALIDATION', 'contact.email'],
  ]
  for (const [more, ...expected] of bad) {
    const refused: unknown[] = errorOf(await ask(svc, id, more))
    expect([more, ...refused]).toEqual([more, ...expected])
  }
  expect([rowsOf(svc, 'license_requests'), emailsOf(svc)]).toEqual([[], []])

  for (let time = 0; time < 5; time += 1)
    await askedFor(svc, id, { contact: { name: 'B', email: `b+${time}@c.example` } })
  const sixth = await ask(svc, id, { contact: { name: 'B', email: 'b@c.example' } })
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '86400'])
  svc.tick(86_400_001)
  await askedFor(svc, id, { contact: { name: 'B', email: 'b@c.example' } })
  for (let more = 6; more < 100; more += 1) {
    await askedFor(svc, id, { contact: { name: 'M', email: `many${more}@c.example` } })
  }
  expect(errorOf(await ask(svc, id)).slice(0, 2)).toEqual([409, 'BAD_STATE'])
  // The artist is told about a limited number a day.
  expect((await listed(svc, nova)).notifications.length + emailsOf(svc).length).toBe(2 * (5 + 20))
})

test('a request is deleted by whoever has its address, with its time, with the account that sent it, and with the artist’s', async () => {
  const { svc, id, nova, ada } = await open()
  await using _ = svc
  const at = (requestId: string) => `/api/agents/license-requests/${requestId}`
  const first = await askedFor(svc, id)
  await answer(svc, nova, id, first, yes(5))
  const { quote } = await sent(svc, first)
  expect([(await svc.call('DELETE', at(first))).status, (await svc.call('DELETE', at(first))).status]).toEqual([
    204, 404,
  ])
  expect(Object((await order(svc, quote.quoteId)).json).error).toBe('This quote has expired.')
  const all = ['license_requests', 'mails', 'notifications', 'jobs'].map((table) => JSON.stringify(rowsOf(svc, table)))
  for (const text of all) expect(text).not.toMatch(/films\.example|about rivers/)

  await svc.call('POST', `/api/agents/releases/${id}/license-quote`, {
    cookie: ada.cookie,
    body: { scopes: ['sync'], contact: { name: 'Ada', email: 'ada@else.example' } },
  })
  expect(rowsOf(svc, 'license_requests').map(Object)).toMatchObject([{ user_id: ada.userId }])
  await askedFor(svc, id)
  svc.tick(91 * 86_400_000)
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'license_requests')).toEqual([])
})

test('an agent with a name asks, pays the answer by its 402, and its name is in quote, license, credential and receipt', async () => {
  const clock = { now: () => Date.now() }
  await using agent = await startAgent(() => clock.now())
  const { svc, id, nova } = await open({ env: { AGENT_ORIGINS: agent.origin } })
  await using _ = svc
  clock.now = svc.ctx.now
  const quotePath = `/api/agents/releases/${id}/license-quote`
  const signed = (body: object) => agent.headersByHand(svc.url + quotePath, body)
  const scopes = ['sync', 'download']
  const more = { scopes, agentKey: 'librarian' }
  const asked = await ask(svc, id, more, signed(askedWith(more)))
  expect(Object(asked.json).agent).toBe(agent.origin)
  const { requestId } = Object(asked.json).request
  const { requests } = Object(
    (await svc.call('GET', `/api/internal/releases/${id}/requests`, { cookie: nova.cookie })).json,
  )
  expect(requests[0]).toMatchObject({ agent: agent.origin, agentKey: 'librarian' })
  const forSync = { scope: 'sync', resource: 'download' }
  expect((await access(svc, id, forSync)).status).toBe(403)
  await answer(svc, nova, id, requestId, yes(40))
  const { quoteId } = (await sent(svc, requestId)).quote
  const other = await access(svc, id, { ...forSync, scope: 'remix', quoteId })
  expect([other.status, Object(other.json).challenge.price]).toEqual([402, { amount: 1_000, currency: 'usd' }])
  const wallet = Mppx.create({
    polyfill: false,
    methods: [
      charge({
        paymentMethod: 'pm_card_visa',
        createToken: async ({ amount, currency }) => {
          const made = await shopOf(svc).stripe.rawRequest('POST', '/v1/test_helpers/shared_payment/granted_tokens', {
            payment_method: 'pm_card_visa',
            usage_limits: { currency, max_amount: Number(amount) },
          })
          return String(Object(made).id)
        },
      }),
    ],
  })
  const paid = await wallet.fetch(`${svc.url}/api/agents/releases/${id}/access`, {
    method: 'POST',
    body: JSON.stringify({ ...forSync, quoteId }),
    headers: { 'content-type': 'application/json' },
  })
  const { license, grant } = Object(await paid.json())
  expect([paid.status, license.scopes]).toEqual([200, scopes])
  // The price is for both together.
  expect(license.agreed.map(({ price }: { price: unknown }) => price)).toEqual([null, null])
  expect(license.credential.credentialSubject).toMatchObject({
    agent: agent.origin,
    price: { amount: 4_000, currency: 'usd' },
  })
  expect((await fetch(grant.url)).status).toBe(200)
  expect((await access(svc, id, { ...forSync, quoteId })).status).toBe(403)
  expect((await access(svc, id, { ...forSync, licenseToken: license.token })).status).toBe(200)

  // A receipt names it as well, where there is an address for one.
  const remix = { scopes: ['remix'] }
  const direct = await svc.call('POST', quotePath, { body: remix, headers: signed(remix) })
  await payFor(svc, begun(await order(svc, Object(direct.json).quoteId, { email: 'bot@agents.example' })))
  const receipt = rowsOf(svc, 'mails')
    .map(Object)
    .find(({ kind }) => kind === 'receipt')
  expect(receipt.text_body).toContain(
    `It was asked for by the program of ${agent.origin.replace('://', ': //')}, which signed that.`,
  )
})

test('a request from a page is answered in the language of that page, and a program in English', async () => {
  const { svc, id, nova } = await open({ env: { LANGUAGES: 'en, de' } })
  await using _ = svc
  const german = { 'accept-language': 'de' }
  const onPage = await askedFor(svc, id, {}, { ...german, 'sec-fetch-site': 'same-origin' })
  const byProgram = await askedFor(svc, id, { contact: { name: 'Ada', email: 'ada@films.example' } }, german)
  for (const requestId of [onPage, byProgram]) await answer(svc, nova, id, requestId, { answer: 'no' })
  const answers = emailsOf(svc).filter(({ kind }) => kind === 'license-answer')
  expect(answers.map(({ subject }) => subject)).toEqual([
    '@nova sagt nein zu einer Lizenz',
    '@nova says no to a license',
  ])
})
