import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { openLicensing } from '../support/release/license.ts'
import { proveInclusion } from '../support/release/log-proof.ts'
import { hashOf, isSigned } from '../support/release/verify.ts'
import { readRsl } from '../support/web/rendered.ts'

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

/** A client that has no account, no cookie, and nothing but the address of a site. */
function machine(base: string) {
  const get = async (path: string) => {
    const response = await fetch(new URL(path, base))
    expect([path, response.status]).toEqual([path, 200])
    return response
  }
  const json = async (path: string) => Object(await (await get(path)).json())
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, base), { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, headers: response.headers, told: Object(await response.json()) }
  }
  return { get, json, post }
}

test('a machine with nothing but the address finds a release, verifies it, asks, buys a license, and is given the file once', async () => {
  const { svc } = await openLicensing()
  await using _ = svc
  const { get, json, post } = machine(svc.url)

  // The catalog, and a release from it.
  const [, catalogUrl = ''] = /<([^>]+)>; rel="api-catalog"/.exec((await get('/')).headers.get('link') ?? '') ?? []
  const [{ item }] = (await json(catalogUrl)).linkset
  const [{ href: releasesUrl }] = item
  const { releases } = await json(`${releasesUrl}?query=light`)
  expect(releases).toHaveLength(1)
  const [{ id, manifestUrl }] = releases

  // Its manifest: hash, signature by a key of the site, and its place in the log.
  const { manifest, canonicalHash, signature } = await json(manifestUrl)
  expect(hashOf(manifest)).toBe(canonicalHash)
  expect(sha256(await (await get(`${manifestUrl}?format=raw`)).arrayBuffer())).toBe(canonicalHash)
  expect(await isSigned(manifest, signature)).toBe(true)
  const keys: { id: string }[] = (await json('/.well-known/did.json')).verificationMethod
  expect(keys.map((key) => key.id)).toContain(signature.verificationMethod)
  expect(await isSigned({ ...manifest, version: 2 }, signature)).toBe(false)
  await proveInclusion(async (path) => (await get(path)).text(), id)

  // Three questions, each answered by a signed receipt.
  const decisionOf = async (scope: string) => {
    const { status, told } = await post(`/api/agents/releases/${id}/permission-check`, { scope, agentKey: 'walker' })
    const { proof, ...receipt } = told
    expect([scope, status, await isSigned(receipt, proof), receipt.manifestHash]).toEqual([
      scope,
      200,
      true,
      canonicalHash,
    ])
    return receipt.decision
  }
  expect([await decisionOf('search-index'), await decisionOf('remix'), await decisionOf('ai-training')]).toEqual([
    'ALLOW',
    'REQUIRE_LICENSE',
    'DENY',
  ])

  // A use that needs a license is not given: a 402 leads to its terms and its price.
  const ask = (scope: string, more: object = {}) =>
    post(`/api/agents/releases/${id}/access`, { scope, resource: 'download', ...more })
  const refused = await ask('remix')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([402, 'no-store'])
  expect(refused.headers.get('www-authenticate')).toStartWith('License ')
  const { challenge } = refused.told
  expect(challenge).toMatchObject({ scopes: ['remix', 'download'], price: { amount: 1_000, currency: 'usd' } })
  const [, licenseUrl = ''] = /<([^>]+)>; rel="license"/.exec(refused.headers.get('link') ?? '') ?? []
  const terms = await get(licenseUrl)
  expect(terms.headers.get('content-type')).toBe('application/rsl+xml')
  expect(readRsl(await terms.text()).uses['ai-train']).toEqual({ how: 'never' })
  expect((await ask('ai-training')).status).toBe(403)

  // It is quoted, paid, and claimed once.
  const quote = await post(challenge.quoteUrl, { scopes: challenge.scopes, agentKey: 'walker' })
  expect(quote.told).toMatchObject({ pricingState: 'PRICED', total: challenge.price })
  const { told: order } = await post('/api/checkout/license', { quoteId: quote.told.quoteId })
  const payment = { paymentIntentId: order.paymentIntentId, clientSecret: order.clientSecret }
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  expect((await post('/api/checkout/test/confirm', { ...payment, card })).told.status).toBe('succeeded')
  const claim = () => post('/api/checkout/license/claim', payment)
  let claimed = await claim()
  for (let tries = 0; tries < 200 && claimed.status === 409; tries += 1) {
    await Bun.sleep(20)
    claimed = await claim()
  }
  expect([claimed.status, claimed.told.license.scopes]).toEqual([200, challenge.scopes])
  expect((await claim()).status).toBe(409)

  // The license gives the very file that the manifest names, and each grant gives it once.
  const { status, told } = await ask('remix', { licenseToken: claimed.told.license.token })
  expect([status, told.decision]).toEqual([200, 'ALLOW'])
  const [{ sha256: stated }] = manifest.tracks[0].renditions
  expect(sha256(await (await get(told.grant.url)).arrayBuffer())).toBe(stated)
  expect((await fetch(told.grant.url)).status).toBe(403)
})
