import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { proveInclusion } from './support/log-proof.ts'
import { decide, publishedRelease } from './support/release.ts'
import { readRsl } from './support/rendered.ts'
import { startServer } from './support/server.ts'
import { hashOf, isSigned } from './support/verify.ts'
import { world } from './support/world.ts'

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

test('a machine with nothing but the address finds a release, verifies it, asks, is sent to a license, and gets what is free once', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova, dawn } = await world(svc)
  const published = await publishedRelease(svc, nova, [dawn.id], { title: 'First Light' })
  await decide(svc, nova, published, {
    scope: 'remix',
    decision: 'REQUIRE_LICENSE',
    price: { amount: 500, currency: 'usd' },
  })
  await decide(svc, nova, published, { scope: 'download', decision: 'ALLOW' })
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

  // What needs a license is not given: a 402 leads to its terms and its price.
  const ask = (scope: string) => post(`/api/agents/releases/${id}/access`, { scope, resource: 'download' })
  const refused = await ask('remix')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([402, 'no-store'])
  expect(refused.headers.get('www-authenticate')).toStartWith('License ')
  expect(refused.told).toMatchObject({
    code: 'LICENSE_REQUIRED',
    challenge: { scope: 'remix', price: { amount: 500 } },
  })
  const [, licenseUrl = ''] = /<([^>]+)>; rel="license"/.exec(refused.headers.get('link') ?? '') ?? []
  const license = await get(licenseUrl)
  expect(license.headers.get('content-type')).toBe('application/rsl+xml')
  expect(readRsl(await license.text()).uses['ai-train']).toEqual({ how: 'never' })
  const quote = await post(refused.told.challenge.quoteUrl, { scopes: refused.told.challenge.scopes })
  expect(quote.told).toMatchObject({ pricingState: 'PRICED', total: { amount: 500, currency: 'usd' } })
  expect((await ask('ai-training')).status).toBe(403)

  // What is free is granted, is the very file that the manifest names, and is given once.
  const { told } = await ask('search-index')
  const [{ sha256: stated }] = manifest.tracks[0].renditions
  expect(sha256(await (await get(told.grant.url)).arrayBuffer())).toBe(stated)
  expect((await fetch(told.grant.url)).status).toBe(403)
})
