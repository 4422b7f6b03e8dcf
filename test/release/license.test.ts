import { expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { toldTo } from '../support/account/notification.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { access, bought, claim, licensed, openLicensing, order, payFor, quoted } from '../support/release/license.ts'
import { decide } from '../support/release/release.ts'
import { agentSecret } from '../support/server.ts'
import { balances, begun, confirm, goodCard, postings, settled, shopOf } from '../support/shop/checkout.ts'

const shortOf = ({ status, json }: { status: number; json: unknown }) => [status, Object(json).code]

test('an agent without an account buys a license, claims its token once and gets what it names', async () => {
  const { svc, id, nova, dawn } = await openLicensing({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const ordered = await order(svc, await quoted(svc, id, ['remix', 'download']), { email: 'Bot@agents.example' })
  const { orderId, paymentIntentId, clientSecret, ...payable } = Object(ordered.json)
  expect([ordered.status, payable]).toEqual([
    200,
    { amount: 1_000, currency: 'usd', publishableKey: expect.stringContaining('pk_test_'), mode: 'test' },
  ])
  const started = begun(ordered)
  expect(shortOf(await claim(svc, started))).toEqual([409, 'BAD_STATE'])
  await payFor(svc, started)
  expect(shortOf(await claim(svc, { ...started, clientSecret: `${clientSecret}x` }))).toEqual([404, 'NOT_FOUND'])
  const both = await Promise.all([claim(svc, started), claim(svc, started)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { license } = Object(both.find(({ status }) => status === 200)?.json)
  expect(license).toEqual({
    licenseId: orderId,
    token: expect.stringMatching(/^[\w-]{43}$/),
    releaseId: id,
    scopes: ['remix', 'download'],
    agreed: [
      { scope: 'remix', price: { amount: 300, currency: 'usd' }, terms: null },
      { scope: 'download', price: { amount: 700, currency: 'usd' }, terms: null },
    ],
    expiresAt: expect.any(String),
    url: `${svc.ctx.site.origin}/licenses/${orderId}`,
    holderUrl: expect.stringMatching(/\/licensed\/[\w-]{43}$/),
    statusUrl: `${svc.ctx.site.origin}/api/agents/licenses/${orderId}`,
    credential: expect.objectContaining({ type: ['VerifiableCredential', 'ReleaseLicense'] }),
  })
  expect(Math.round((Date.parse(license.expiresAt) - svc.ctx.now()) / 86_400_000)).toBe(365)
  for (const table of ['licenses', 'access_grants', 'orders', 'jobs', 'mails']) {
    expect(JSON.stringify(rowsOf(svc, table))).not.toContain(license.token)
  }

  const granted = await access(svc, id, { scope: 'remix', licenseToken: license.token })
  expect([granted.status, Object(granted.json).decision]).toEqual([200, 'ALLOW'])
  const file = await fetch(Object(granted.json).grant.url)
  expect(new Bun.CryptoHasher('sha256').update(await file.bytes()).digest('hex')).toBe(dawn.sha256)
  expect((await fetch(Object(granted.json).grant.url)).status).toBe(403)
  expect((await access(svc, id, { scope: 'remix', commercial: true, licenseToken: license.token })).status).toBe(403)
  // A purchase stays, whatever the artist decides later.
  await decide(svc, nova, id, { scope: 'remix', decision: 'DENY' })
  expect((await access(svc, id, { scope: 'remix', licenseToken: license.token })).status).toBe(200)
  svc.tick(366 * 86_400_000)
  expect((await access(svc, id, { licenseToken: license.token })).status).toBe(402)
})

test('a lost answer is asked for again by its Idempotency-Key: one license, one grant, and nobody else gets either', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const by = (key: string) => ({ 'idempotency-key': key })
  const started = await bought(svc, id)
  const both = await Promise.all([claim(svc, started, by('claim-1')), claim(svc, started, by('claim-1'))])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { license } = Object(both[0]?.json)
  expect([Object(both[1]?.json).license, license.token]).toEqual([license, expect.stringMatching(/^[\w-]{43}$/)])
  for (const other of [{}, by('claim-2')]) {
    expect(shortOf(await claim(svc, started, other))).toEqual([409, 'BAD_STATE'])
  }
  expect(shortOf(await claim(svc, { ...started, clientSecret: 'x' }, by('claim-1')))).toEqual([404, 'NOT_FOUND'])
  for (const key of ['', 'x'.repeat(256), 'two words']) {
    expect([key, Object((await claim(svc, started, by(key))).json).field]).toEqual([key, 'Idempotency-Key'])
  }
  // Another payment, claimed with the same key, has a token of its own.
  const second = Object((await claim(svc, await bought(svc, id), by('claim-1'))).json).license
  expect([second.releaseId, second.token === license.token]).toEqual([id, false])

  const asked = { licenseToken: license.token, intendedUse: 'A mixtape' }
  const first = await access(svc, id, asked, by('grant-1'))
  svc.tick(60_000)
  const again = await access(svc, id, asked, by('grant-1'))
  expect([first.status, again.status, again.json]).toEqual([200, 200, first.json])
  expect(rowsOf(svc, 'access_grants')).toHaveLength(1)
  const refused = await access(svc, id, { ...asked, scope: 'stream' }, by('grant-1'))
  expect([...shortOf(refused), Object(refused.json).hint]).toEqual([
    409,
    'BAD_STATE',
    'Send another Idempotency-Key with each other request.',
  ])
  const others = [
    await access(svc, id, asked),
    await access(svc, id, asked, by('grant-2')),
    await access(svc, id, { ...asked, licenseToken: second.token }, by('grant-1')),
  ]
  const urls = new Set([first, ...others].map(({ json }) => Object(json).grant.url))
  expect([urls.size, rowsOf(svc, 'access_grants').length]).toEqual([4, 4])
  const { grant } = Object(first.json)
  expect((await fetch(grant.url)).status).toBe(200)
  // Even used up, the grant is still the answer of this key.
  expect((await access(svc, id, asked, by('grant-1'))).json).toEqual(first.json)
  expect((await fetch(grant.url)).status).toBe(403)
  expect(shortOf(await access(svc, id, { ...asked, licenseToken: 'guessed' }, by('grant-1')))).toEqual([
    402,
    'LICENSE_REQUIRED',
  ])
  for (const table of ['licenses', 'access_grants', 'orders', 'jobs']) {
    const stored = JSON.stringify(rowsOf(svc, table))
    for (const secret of [license.token, grant.token, 'claim-1', 'grant-1']) expect(stored).not.toContain(secret)
  }
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  expect(shortOf(await claim(svc, started, by('claim-1')))).toEqual([409, 'BAD_STATE'])
  expect(shortOf(await access(svc, id, asked, by('grant-1')))).toEqual([402, 'LICENSE_REQUIRED'])
})

test('a license is a sale like any other: ledger, receipt, list, figures, CSV, event and bell', async () => {
  const { svc, id, nova } = await openLicensing({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const { orderId } = await bought(svc, id, ['download'], { email: 'bot@agents.example' })
  expect(postings(svc)).toMatchObject({ SALE: 1, PLATFORM_FEE: 1 })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  const asNova = { cookie: nova.cookie }
  const { sales } = Object((await svc.call('GET', '/api/studio/sales', asNova)).json)
  expect(sales).toEqual([
    expect.objectContaining({
      orderId,
      kind: 'license',
      what: 'First Light: download',
      shown: {
        label: 'License',
        title: 'First Light: download',
        message: null,
        name: 'a license of First Light: download',
        refundWarning: 'After a full refund, the license ends; after a partial one, it stays valid.',
      },
      buyer: { handle: null, displayName: 'librarian' },
      amount: 700,
      status: 'PAID',
    }),
  ])
  const { currencies } = Object((await svc.call('GET', '/api/studio/statistics', asNova)).json)
  expect(currencies[0].totals).toMatchObject({ licenses: 700, sales: 0 })
  const csv = await svc.call('GET', '/api/studio/statistics.csv', asNova)
  expect(csv.text).toContain(',"First Light: download",')
  expect(await toldTo(svc, nova)).toEqual(['Somebody licensed First Light: download | $7.00 · TEST'])
  const mails = svc.ctx.db.$client.query("SELECT * FROM mails WHERE kind = 'receipt'").values()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('bot@agents.example')
  expect(JSON.stringify(mails)).toMatch(/License of First Light: download by .* is paid:/)
  expect(JSON.stringify(mails)).not.toContain('/receipt/')
  const events = Object((await svc.call('GET', `/api/agents/releases/${id}/provenance`)).json).events
  expect(events.at(-1)).toMatchObject({
    type: 'LICENSE_GRANTED',
    actor: { kind: 'agent' },
    payload: { licenseId: orderId, scopes: ['download'], expiresAt: expect.any(String) },
  })
  expect(JSON.stringify(events)).not.toContain('librarian')
  const reconciled = await doctorOf(svc.dataDir, { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }, 'reconciling', {})
  expect(reconciled).toMatchObject({ ok: true })

  // Refunded by its artist: the license and every grant that it gave end.
  const started = await licensed(svc, id)
  const { url } = Object((await access(svc, id, { licenseToken: started.token })).json).grant
  const refund = await svc.call('POST', `/api/studio/sales/${started.orderId}/refund`, { ...asNova, body: {} })
  expect(refund.status).toBe(200)
  await settled(svc)
  const refused = await access(svc, id, { licenseToken: started.token })
  expect([refused.status, Object(refused.json).error]).toEqual([402, 'This license does not cover it, or has expired.'])
  expect((await fetch(url)).status).toBe(403)
  const late = await bought(svc, id)
  await shopOf(svc).stripe.refunds.create({ payment_intent: late.paymentIntentId })
  await settled(svc)
  expect(Object((await claim(svc, late)).json).error).toBe('This license has ended: the money went back.')
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a refund that fails and a dispute that is won give a license back', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const { stripe, test: control } = shopOf(svc)
  const { token, paymentIntentId } = await licensed(svc, id)
  const status = async () => (await access(svc, id, { licenseToken: token })).status
  const refund = await stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(await status()).toBe(402)
  await control.failRefund(refund.id)
  await settled(svc)
  expect(await status()).toBe(200)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  await control.openDispute(String(charge), { kind: 'dispute' })
  await settled(svc)
  expect(await status()).toBe(200)
  const [dispute] = (await stripe.disputes.list()).data
  await control.moveDispute(dispute?.id ?? '', 'lost')
  await settled(svc)
  expect(await status()).toBe(402)
  expect(postings(svc)).toMatchObject({ REFUND: 1, REFUND_FAILURE: 1 })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a quote is bought once, not after it expired, and not against what the artist says by then', async () => {
  const { svc, id, nova } = await openLicensing()
  await using _ = svc
  const errorOf = async (quoteId: string, more = {}) => {
    const { status, json } = await order(svc, quoteId, more)
    return [status, Object(json).error]
  }
  const quoteId = await quoted(svc, id)
  const replaced = begun(await order(svc, quoteId))
  const begunAgain = begun(await order(svc, quoteId))
  expect(begunAgain.paymentIntentId).not.toBe(replaced.paymentIntentId)
  expect((await confirm(svc, { cookie: '' }, replaced, goodCard)).status).toBe(409)
  await payFor(svc, begunAgain)
  expect(await errorOf(quoteId)).toEqual([409, 'This was bought already.'])
  expect(await errorOf(await quoted(svc, id, ['sync']))).toEqual([409, 'What was quoted has no price.'])
  expect(await errorOf(await quoted(svc, id), { email: 'no address' })).toEqual([400, 'Enter a valid email address.'])
  const old = await quoted(svc, id)
  svc.tick(86_400_001)
  expect(await errorOf(old)).toEqual([409, 'This quote has expired.'])
  const denied = await quoted(svc, id)
  await decide(svc, nova, id, { scope: 'download', decision: 'DENY' })
  expect(await errorOf(denied)).toEqual([409, 'The artist does not license this any more.'])

  // A release that is private by the time that it is paid goes back by itself.
  const remix = begun(await order(svc, await quoted(svc, id, ['remix'])))
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  await payFor(svc, remix)
  await settled(svc)
  expect(rowsOf(svc, 'orders').at(-1)).toMatchObject({ state: 'UNDELIVERED' })
  expect(shortOf(await claim(svc, remix))).toEqual([409, 'BAD_STATE'])
  expect(await errorOf(denied)).toEqual([404, 'There is no such release.'])
  expect(postings(svc)).toMatchObject({ SALE: 2, REFUND: 1 })
  expect(Object.values(balances(svc)).reduce((sum, amount) => sum + amount, 0)).toBe(0)
})

test('a copy of the database from before a license gets it back from its payment, and it is claimed from there', async () => {
  using folder = temporaryFolder()
  const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path, limiter: { take: () => 0 } }
  const { svc: before, id } = await openLicensing(options)
  const copy = backUp(before)
  const started = await bought(before, id, ['remix', 'download'], { email: 'bot@agents.example' })
  const [known, balance] = [rowsOf(before, 'licenses'), balances(before)]
  await using svc = await restore(before, copy, options)
  const { license } = Object((await claim(svc, started)).json)
  expect([license.licenseId, license.scopes]).toEqual([started.orderId, ['remix', 'download']])
  await settled(svc)
  const { thing_id: quoteId, subject, agent_key: key, receipt_email: email } = Object(rowsOf(svc, 'orders')[0])
  expect([subject, key, email, quoteId]).toEqual([
    'First Light: remix, download',
    'librarian',
    'bot@agents.example',
    expect.any(String),
  ])
  const strip = (rows: unknown[]) =>
    // The agreement is in the lost database and with its buyer: the payment says only what was
    // licensed.
    rows.map((row) => ({ ...Object(row), token_hash: 0, granted_at: 0, expires_at: 0, agreed: '', credential: '' }))
  expect([strip(rowsOf(svc, 'licenses')), balances(svc)]).toEqual([strip(known), balance])
})

test('a license for it lets a derivative be registered, and nothing else does', async () => {
  const { svc, id, nova } = await openLicensing()
  await using _ = svc
  const price = { amount: 500, currency: 'usd' }
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'REQUIRE_LICENSE', price })
  const derivative = { url: 'https://remix.example/', title: 'Dusk', creator: 'Ada' }
  const link = (more: object = {}) =>
    svc.call('POST', `/api/agents/releases/${id}/derivatives`, {
      body: { relation: 'REMIX', derivative, ...more },
      headers: { authorization: `Bearer ${agentSecret}` },
    })
  const { token: other } = await licensed(svc, id, ['remix'])
  expect(shortOf(await link())).toEqual([402, 'LICENSE_REQUIRED'])
  expect(shortOf(await link({ licenseToken: other }))).toEqual([402, 'LICENSE_REQUIRED'])
  const { token } = await licensed(svc, id, ['derivative-registration'])
  expect((await link({ licenseToken: token })).status).toBe(201)
})

test('a license has its English name at the processor, whatever language its buyer speaks', async () => {
  const { svc, id } = await openLicensing({ env: { LANGUAGES: 'en, de' } })
  await using _ = svc
  const body = { quoteId: await quoted(svc, id) }
  const headers = { 'accept-language': 'de', 'sec-fetch-site': 'same-origin' }
  const { paymentIntentId } = begun(await svc.call('POST', '/api/checkout/license', { body, headers }))
  const { description } = await shopOf(svc).stripe.paymentIntents.retrieve(paymentIntentId)
  expect(description).toBe('License of First Light: download')
})
