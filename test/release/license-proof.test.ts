import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { canonicalize } from 'json-canonicalize'
import { Mppx } from 'mppx/client'
import { charge } from 'mppx/stripe/client'
import { replaceKey } from '../../src/release/signing/keys.ts'
import { signDocument } from '../../src/release/signing/sign-document.ts'
import { access, bought, claim, openLicensing } from '../support/release/license.ts'
import { licensedWithTerms, words } from '../support/release/licensed.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
test('the artist’s terms stand in quote and 402, and are kept with the license as it was agreed', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id, license } = shop
  expect(license.agreed).toEqual([{ scope: 'remix', price: { amount: 300, currency: 'usd' }, terms: words }])
  const { challenge } = Object((await access(svc, id, { scope: 'remix', resource: 'download' })).json)
  expect(challenge.terms).toEqual([{ scope: 'remix', terms: 'Nothing.' }])
  const body = { scopes: ['remix', 'download'] }
  const quote = Object((await svc.call('POST', `/api/agents/releases/${id}/license-quote`, { body })).json)
  expect(quote.items.map((item: { terms: string | null }) => item.terms)).toEqual(['Nothing.', null])
  // The hash is made from the quote alone.
  const hashed = quote.items.map(({ scope, decision, price, terms }: Record<string, string | null>) => ({
    scope,
    decision,
    price,
    termsHash: terms == null ? null : sha256(terms),
  }))
  expect(quote.policyHash).toBe(sha256(canonicalize(hashed)))
  const check = { body: { scope: 'remix' } }
  const receipt = Object((await svc.call('POST', `/api/agents/releases/${id}/permission-check`, check)).json)
  expect(receipt.policyHash).toBe(sha256(canonicalize(hashed.slice(0, 1))))
  const { events } = Object((await svc.call('GET', `/api/agents/releases/${id}/provenance`)).json)
  const changed = events.findLast(({ type }: { type: string }) => type === 'PERMISSION_CHANGED')
  expect(changed.payload).toMatchObject({ price: { amount: 9_900, currency: 'usd' }, termsHash: sha256('Nothing.') })
})

test('a license is a signed credential, which a stranger verifies without the site, and with it that it was granted', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id, license, verify, folder } = shop
  const { credential, licenseId } = license
  expect(credential).toMatchObject({
    type: ['VerifiableCredential', 'ReleaseLicense'],
    issuer: `did:web:${encodeURIComponent(new URL(svc.ctx.site.origin).host)}`,
    validUntil: license.expiresAt,
    credentialStatus: [
      { id: license.statusUrl, type: 'LicenseStatus' },
      { type: 'BitstringStatusListEntry', statusPurpose: 'suspension' },
    ],
    credentialSubject: {
      licensee: 'Ada Films',
      release: { id, title: 'First Light', artist: 'Nova', handle: 'nova' },
      scopes: [{ scope: 'remix', price: { amount: 300, currency: 'usd' }, termsHash: sha256(words) }],
      agreedHash: sha256(canonicalize(license.agreed)),
      price: { amount: 300, currency: 'usd' },
    },
  })
  const keys = join(folder.path, 'did.json')
  await Bun.write(keys, await (await svc.fetch('/.well-known/did.json')).bytes())
  expect(await verify(credential, '--key', keys)).toEqual([
    0,
    expect.stringContaining('that Ada Films may: remix; until'),
  ])
  expect(await verify(credential)).toEqual([
    0,
    expect.stringMatching(/granted {3}Event \d+ granted it, and none has ended it\./),
  ])
  expect(Object((await svc.call('GET', `/api/agents/licenses/${licenseId}`)).json)).toMatchObject({ status: 'GRANTED' })
  const own = { headers: { authorization: `License ${license.token}` } }
  expect((await svc.call('GET', `/api/agents/licenses/${licenseId}/certificate`, own)).json).toMatchObject({
    credential,
  })
  const { cookie } = cast(svc.ctx, 'other')
  for (const whose of [{}, { cookie }]) {
    expect((await svc.call('GET', `/api/agents/licenses/${licenseId}/certificate`, whose)).status).toBe(403)
  }
  const { credentialSubject: subject } = credential
  for (const [what, altered] of [
    ['scopes', { ...credential, credentialSubject: { ...subject, scopes: [...subject.scopes, { scope: 'sync' }] } }],
    ['licensee', { ...credential, credentialSubject: { ...subject, licensee: 'Bea Films' } }],
    ['end', { ...credential, validUntil: '2099-01-01T00:00:00.000Z' }],
    ['issuer', { ...credential, issuer: 'did:web:other.example' }],
    ['release', { ...credential, credentialSubject: { ...subject, release: { ...subject.release, title: 'Other' } } }],
    ['a field more', { ...credential, note: 'also sync' }],
    ['a context more', { ...credential, '@context': [...credential['@context'], 'https://other.example/'] }],
    ['no signature', { ...credential, proof: {} }],
    ['a domain', { ...credential, proof: { ...credential.proof, domain: 'other.example' } }],
    ['a signature', { ...credential, proof: { ...credential.proof, proofValue: `${credential.proof.proofValue}1` } }],
  ] as const) {
    expect([what, (await verify(altered, '--key', keys))[0]]).toEqual([what, 2])
  }
  // Signed with the very key of the site, but never granted, or with other words: its history says
  // so.
  const { proof: _, ...said } = credential
  const signed = (document: object) => ({ ...document, proof: signDocument(svc.ctx, { ...document }, svc.ctx.now()) })
  const invented = signed({ ...said, credentialSubject: { ...subject, licenseId: 'invented' } })
  expect((await verify(invented, '--key', keys))[0]).toBe(0)
  expect(await verify(invented)).toEqual([
    2,
    expect.stringContaining('The history of the release knows of no such license.'),
  ])
  const wider = signed({ ...said, credentialSubject: { ...subject, scopes: [...subject.scopes, { scope: 'sync' }] } })
  expect(await verify(wider)).toEqual([2, expect.stringContaining('granted with other words than these.')])
})

test('a license of a key that was replaced stays verified, and one that was refunded is verified as ended', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id, license, verify, started } = shop
  svc.tick(1_000)
  replaceKey(svc.ctx, 'manifest')
  expect((await verify(license.credential))[0]).toBe(0)
  const { stripe } = shopOf(svc)
  await stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  await svc.ctx.jobs.idle()
  expect(await verify(license.credential)).toEqual([
    4,
    expect.stringMatching(
      /ENDED +granted +The license has ended: event \d+ says so\.\n.*\nThe certificate is real, and/,
    ),
  ])
  // The license was valid then; once its year is over it has ended all the same.
  const granted = license.credential.validFrom
  expect((await verify(license.credential, '--at', granted))[0]).toBe(0)
  expect(await verify(license.credential, '--at', '2999-01-01')).toEqual([
    4,
    expect.stringMatching(/OVER +license +The license was over at/),
  ])
  expect(await verify(license.credential, '--at', '2001-01-01')).toEqual([
    3,
    expect.stringMatching(/OVER +license +The license begins only at/),
  ])
  await expect(verify(license.credential, '--at', 'then')).rejects.toThrow('then is no date')
  expect(Object((await svc.call('GET', `/api/agents/licenses/${license.licenseId}`)).json)).toMatchObject({
    status: 'ENDED',
    endedAt: expect.any(String),
  })
  const { events } = Object((await svc.call('GET', `/api/agents/releases/${id}/provenance`)).json)
  const ended = events.filter(({ type }: { type: string }) => type === 'LICENSE_ENDED')
  expect(ended.map(({ payload }: { payload: object }) => payload)).toEqual([{ licenseId: license.licenseId }])
  expect((await svc.call('GET', `/api/agents/licenses/${license.licenseId}/certificate`)).status).toBe(403)
})

test('the License scheme is accepted in Authorization, as CAP has it', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const started = await bought(svc, id)
  const { token } = Object((await claim(svc, started)).json).license
  expect((await access(svc, id, {}, { authorization: `License ${token}` })).status).toBe(200)
  expect((await access(svc, id, {}, { authorization: `license token="${token}"` })).status).toBe(200)
  const wrong = await access(svc, id, {}, { authorization: `License ${token}x` })
  expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
    402,
    expect.stringContaining('error="invalid_token"'),
  ])
  const none = await access(svc, id)
  expect(none.headers.get('www-authenticate')).not.toContain('error="')
})

test('an agent makes its token by a route of the test processor, and mppx settles a 402 with it', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const share = async (amount: string, currency: string) => {
    const { json } = await svc.call('POST', '/api/checkout/test/shared-token', {
      body: { amount: Number(amount), currency },
    })
    return String(Object(json).token)
  }
  const agent = Mppx.create({
    polyfill: false,
    methods: [
      charge({
        paymentMethod: 'pm_card_visa',
        createToken: ({ amount, currency }) => share(String(amount), String(currency)),
      }),
    ],
  })
  const answer = await agent.fetch(`${svc.url}/api/agents/releases/${id}/access`, {
    method: 'POST',
    body: JSON.stringify({ scope: 'download', resource: 'download', agentKey: 'librarian' }),
    headers: { 'content-type': 'application/json' },
  })
  const { decision, license } = Object(await answer.json())
  expect([answer.status, decision]).toEqual([200, 'ALLOW'])
  expect(license.credential.credentialSubject.scopes).toHaveLength(1)
  const wrong = [
    [{ amount: 0, currency: 'usd' }, 'amount'],
    [{ amount: 700, currency: 'US' }, 'currency'],
    [{ amount: 700 }, 'currency'],
    [{ amount: 1e15, currency: 'usd' }, 'amount'],
    [{ amount: 1e308, currency: 'usd' }, 'amount'],
    [{ amount: 2 ** 53, currency: 'usd' }, 'amount'],
    [{ amount: 700, currency: 'zzz' }, 'currency'],
  ] as const
  for (const [body, field] of wrong) {
    const { status, json } = await svc.call('POST', '/api/checkout/test/shared-token', { body })
    expect([status, json]).toMatchObject([400, { code: 'VALIDATION', field }])
  }
})
