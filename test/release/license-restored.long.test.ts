import { expect, test } from 'bun:test'
import { orderById } from '../../src/order/order.ts'
import { metadataOf } from '../../src/order/order-metadata.ts'
import { saveParts } from '../../src/order/place-order.ts'
import { lostLicense } from '../../src/release/license/order/lost-license.ts'
import { replaceKey } from '../../src/release/signing/keys.ts'
import { signDocument } from '../../src/release/signing/sign-document.ts'
import { mostMembers } from '../../src/room/co-casset/most-members.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { verifyIn } from '../support/release/certificate.ts'
import { access, claim, openLicensing, order, payFor, quoted } from '../support/release/license.ts'
import { decide } from '../support/release/release.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { begun, settled, shopOf } from '../support/shop/checkout.ts'

const env = { PAYMENTS: 'test' }
/** The doctor, at the same address: a license is signed as of the site that it is of. */
const said = (svc: TestServer, name: string, fix = false) =>
  doctorOf(svc.dataDir, { ...env, PORT: new URL(svc.url).port }, name, { fix })

/** Sells a license with terms after a copy of the database was made, and restores the copy. */
async function sellAndLose(words: string, between: (svc: TestServer) => unknown = () => {}) {
  const folder = temporaryFolder()
  const options = { env, dataDir: folder.path, limiter: { take: () => 0 } }
  const { svc: before, nova, id } = await openLicensing(options)
  const copy = backUp(before)
  const price = { amount: 300, currency: 'usd' }
  await decide(before, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price, terms: words })
  await decide(before, nova, id, { scope: 'sync', decision: 'REQUIRE_LICENSE', price, terms: words })
  const scopes = ['remix', 'sync', 'download']
  const started = begun(await order(before, await quoted(before, id, scopes), { licensee: 'Ada Films' }))
  await payFor(before, started)
  before.tick(5_000)
  const { license } = Object((await claim(before, started)).json)
  await before.ctx.jobs.idle()
  const [row] = rowsOf(before, 'licenses')
  await between(before)
  const svc = await restore(before, copy, { ...options, env: { ...env, PORT: new URL(before.url).port } })
  svc.tick(3_600_000)
  const end = async () => {
    await svc[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  }
  const verify = (certificate: object = license.credential) => verifyIn(folder.path, certificate)
  return { svc, id, license, row, started, verify, [Symbol.asyncDispose]: end }
}

const handIn = (svc: TestServer, certificate: object): Promise<Answer> =>
  svc.call('POST', '/api/checkout/license/certificate', { body: { certificate: JSON.stringify(certificate) } })

/** Takes away what a payment tells, as one of an older version or a job that never ran has it. */
const forget = (names: readonly string[]) => async (svc: TestServer) => {
  const { stripe } = shopOf(svc)
  const metadata = Object.fromEntries(names.map((name) => [name, '']))
  for (const { id } of (await stripe.paymentIntents.list()).data) await stripe.paymentIntents.update(id, { metadata })
}

const older = ['licensePlace', 'agreedHash', 'agreed0', 'agreed1', 'licensee', 'licenseTimes', 'credentialHash']

const sameAsTold = () => {}

const unsigned = ({ json }: { json?: unknown }) => ({ ...Object(json), issuedAt: null, proof: null })

test('a license that was sold after the backup is restored word for word, with its token, and verified as before', async () => {
  await using shop = await sellAndLose('No political use. Credit: “Nova” 🌅.')
  const { svc, id, license, row, started, verify } = shop
  const [lost, why] = await verify()
  expect([lost, why]).toEqual([1, expect.stringContaining('The site was restored from a backup')])
  expect(why).not.toContain('ALTERED')
  expect(await said(svc, 'reconciling', true)).toMatchObject({ ok: true })
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'licenses')).toEqual([row])
  expect(await said(svc, 'licenses')).toEqual({ name: 'licenses', ok: true })
  expect(await verify()).toEqual([0, expect.stringContaining('granted it, and none has ended it.')])
  expect((await access(svc, id, { scope: 'remix', licenseToken: license.token })).status).toBe(200)
  const own = { headers: { authorization: `License ${license.token}` } }
  const { json } = await svc.call('GET', `/api/agents/licenses/${license.licenseId}/certificate`, own)
  expect(Object(json).credential).toEqual(license.credential)
  expect((await claim(svc, started)).status).toBe(409)
  const page = await (await svc.fetch(`/licenses/${license.licenseId}`)).text()
  expect(page).toContain('No political use. Credit: “Nova” 🌅.')
  const paper = await svc.fetch(new URL(license.holderUrl).pathname)
  expect([paper.status, (await paper.text()).includes('Ada Films')]).toEqual([200, true])
  // A refund ends it as any other.
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  expect(await verify()).toEqual([4, expect.stringContaining('The license has ended')])
})

const placeOf = ({
  credentialStatus,
}: {
  credentialStatus: { statusListIndex: string; statusListCredential: string }[]
}) => `${credentialStatus[1]?.statusListCredential.split('/').at(-1)} ${credentialStatus[1]?.statusListIndex}`

test('no two licenses have one place in a status list: what a restored site sells has a list of its own', async () => {
  for (const forgotten of [sameAsTold, forget(older)]) {
    await using shop = await sellAndLose('No political use.', forgotten)
    const { svc, id, license, verify } = shop
    const started = begun(await order(svc, await quoted(svc, id, ['download'])))
    await payFor(svc, started)
    const { license: next } = Object((await claim(svc, started)).json)
    expect([placeOf(license.credential), placeOf(next.credential)]).toEqual([
      expect.stringMatching(/^1-1 \d+$/),
      expect.stringMatching(/^2-1 \d+$/),
    ])
    await said(svc, 'reconciling', true)
    await svc.ctx.jobs.idle()
    if (forgotten === sameAsTold) expect(await said(svc, 'licenses')).toEqual({ name: 'licenses', ok: true })
    else expect((await handIn(svc, license.credential)).status).toBe(200)
    await svc.ctx.jobs.idle()
    expect(await verify()).toEqual([0, expect.stringMatching(/ok +list +The status list of/)])
    expect((await verify(next.credential))[1]).toMatch(/ok +list +The status list of/)
  }
})

test('a license whose terms no payment can hold waits for its certificate, and the doctor names it until then', async () => {
  await using shop = await sellAndLose('“Only in May.” '.repeat(130), forget(older))
  const { svc, id, license, row, verify } = shop
  const early = await handIn(svc, license.credential)
  expect([early.status, Object(early.json).error]).toEqual([
    409,
    'This site was restored from a backup and does not know this license yet.',
  ])
  expect(await said(svc, 'reconciling', true)).toMatchObject({ ok: true })
  await svc.ctx.jobs.idle()
  const named = await said(svc, 'licenses', true)
  expect(named).toMatchObject({ ok: false, fix: expect.stringContaining('hand in its certificate') })
  expect(named?.problem).toContain(`what license ${license.licenseId} of First Light: remix, sync, download says`)
  const [exit, text] = await verify()
  expect([exit, text]).toEqual([1, expect.stringContaining(`hand this file in at ${svc.ctx.site.origin}/licenses,`)])
  const status = `/api/agents/licenses/${license.licenseId}`
  expect((await svc.call('GET', status)).json).toMatchObject({ status: 'GRANTED', awaitsCertificate: true })
  expect(await (await svc.fetch(`/licenses/${license.licenseId}`)).text()).toContain('waits for its certificate')
  // The holder uses the license meanwhile.
  expect((await access(svc, id, { scope: 'remix', licenseToken: license.token })).status).toBe(200)
  const file = { credential: license.credential, agreed: license.agreed }
  const taken = await handIn(svc, file)
  expect([taken.status, taken.json]).toMatchObject([200, { status: 'GRANTED', awaitsCertificate: false }])
  expect(rowsOf(svc, 'licenses')).toEqual([row])
  await svc.ctx.jobs.idle()
  expect(await verify()).toEqual([0, expect.stringContaining('granted it, and none has ended it.')])
  expect(await said(svc, 'licenses')).toEqual({ name: 'licenses', ok: true })
  // Again, and without the texts: nothing changes.
  const events = rowsOf(svc, 'release_events').length
  for (const again of [file, license.credential]) expect(unsigned(await handIn(svc, again))).toEqual(unsigned(taken))
  expect([rowsOf(svc, 'licenses'), rowsOf(svc, 'release_events').length]).toEqual([[row], events])
  // The metadata of its payment is the same as before.
  await svc.ctx.jobs.idle()
  const [{ metadata } = { metadata: {} }] = (await shopOf(svc).stripe.paymentIntents.list()).data
  expect(metadata).toMatchObject({ licensee: 'Ada Films', credentialHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('a certificate that is altered, of somebody else, or of a license that ended is refused', async () => {
  await using shop = await sellAndLose('Only in May.', forget(older))
  const { svc, license, started } = shop
  await said(svc, 'reconciling', true)
  const { credential } = license
  const { credentialSubject: subject, proof: _, ...words } = credential
  const signed = (document: object) => ({ ...document, proof: signDocument(svc.ctx, { ...document }, svc.ctx.now()) })
  const as = (values: object) => signed({ ...words, credentialSubject: { ...subject, ...values } })
  const waiting = rowsOf(svc, 'licenses')
  const tries = [
    ['altered', { ...credential, credentialSubject: { ...subject, licensee: 'Bea Films' } }, 400],
    ['without a signature', { ...credential, proof: {} }, 400],
    ['of another site', { ...credential, issuer: 'did:web:other.example' }, 400],
    ['no certificate', { hello: [[[]]] }, 400],
    ['of another price', as({ price: { amount: 1, currency: 'usd' } }), 400],
    ['of more scopes', as({ scopes: [...subject.scopes, { ...subject.scopes[0], scope: 'stems' }] }), 400],
    ['of another release', as({ release: { ...subject.release, id: license.licenseId } }), 400],
    ['of no license', as({ licenseId: license.releaseId }), 404],
  ] as const
  for (const [what, file, wanted] of tries) expect([what, (await handIn(svc, file)).status]).toEqual([what, wanted])
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '"a"',
    `{"a":${'['.repeat(50_000)}`,
    `{"credential":${'{"a":'.repeat(9_000)}`,
  ]) {
    const body = { certificate: text }
    expect((await svc.call('POST', '/api/checkout/license/certificate', { body })).status).toBe(400)
  }
  const long = { certificate: 'x'.repeat(300_000) }
  expect((await svc.call('POST', '/api/checkout/license/certificate', { body: long })).status).toBe(413)
  expect(rowsOf(svc, 'licenses')).toEqual(waiting)
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  const ended = await handIn(svc, credential)
  expect([ended.status, Object(ended.json).error]).toEqual([409, 'This license has ended: the money went back.'])
  // Nobody has to hand anything in any more.
  expect(await said(svc, 'licenses')).toEqual({ name: 'licenses', ok: true })
})

test('a license that its payment knows by a hash alone is that of this hash and no other', async () => {
  const pieces = Array.from({ length: 12 }, (_, index) => `agreed${index}`)
  await using shop = await sellAndLose('“Only in May.” '.repeat(130), forget(pieces))
  const { svc, license, row } = shop
  await said(svc, 'reconciling', true)
  expect(await said(svc, 'licenses')).toMatchObject({ ok: false })
  const { proof: _, ...words } = license.credential
  const later = { ...words, validUntil: '2099-01-01T00:00:00.000Z' }
  const forged = { ...later, proof: signDocument(svc.ctx, later, svc.ctx.now()) }
  expect((await handIn(svc, forged)).status).toBe(400)
  expect((await handIn(svc, { credential: license.credential, agreed: license.agreed })).status).toBe(200)
  expect(rowsOf(svc, 'licenses')).toEqual([row])
})

test('a site that signs with another key by now takes the certificate of the key before', async () => {
  await using shop = await sellAndLose('Only in May.')
  const { svc, license, row } = shop
  replaceKey(svc.ctx, 'manifest')
  await said(svc, 'reconciling', true)
  expect(await said(svc, 'licenses')).toMatchObject({ ok: false })
  expect((await handIn(svc, license.credential)).status).toBe(200)
  expect(rowsOf(svc, 'licenses')).toEqual([row])
})

test('the payment of the longest license of twenty artists has no more values than the processor keeps', async () => {
  const { svc, id, nova } = await openLicensing({ env })
  await using _ = svc
  const price = { amount: 300, currency: 'usd' }
  const terms = '🌅'.repeat(2_000)
  for (const scope of ['remix', 'sync'])
    await decide(svc, nova, id, { scope, decision: 'REQUIRE_LICENSE', price, terms })
  const agentKey = 'a'.repeat(200)
  const quoteId = await quoted(svc, id, ['remix', 'sync', 'download'], { agentKey })
  const buyer = { email: `${'e'.repeat(60)}@agents.example`, licensee: '🌅'.repeat(160) }
  const started = begun(await order(svc, quoteId, buyer))
  await payFor(svc, started)
  await claim(svc, started)
  svc.ctx.db.$client.run("UPDATE orders SET is_shared = 1, withdrawal = 'waived', seller_account_id = 'acct_1'")
  const parts = Array.from({ length: mostMembers }, (_, index) => ({
    artistId: svc.ctx.uuid(),
    basisPoints: 500,
    stays: false,
    accountId: `acct_${index}`,
  }))
  const paid = orderById(svc.ctx, started.orderId)
  if (!paid) throw new Error('There is no order.')
  saveParts(svc.ctx, paid, parts)
  const metadata = { ...metadataOf(svc.ctx, paid, parts), ...lostLicense.tell?.(svc.ctx, paid) }
  expect(Object.keys(metadata).length).toBeLessThanOrEqual(50)
  for (const [name, value] of Object.entries(metadata)) expect([name, value.length <= 500]).toEqual([name, true])
  const intent = await shopOf(svc).stripe.paymentIntents.create({ amount: 700, currency: 'usd', metadata })
  expect(intent.metadata).toEqual(metadata)
})
