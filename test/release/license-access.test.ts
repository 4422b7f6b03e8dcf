import { expect, test } from 'bun:test'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { issueGrant, useGrant } from '../../src/release/license/access/grant.ts'
import { openFiles } from '../../src/release/license/access/open-files.ts'
import { visibleRelease } from '../../src/release/visible-release.ts'
import { waitLimitMs } from '../support/limits.ts'
import { raw } from '../support/platform/raw.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, masterBytes, world } from '../support/world.ts'

const at = (id: string, end: string) => `/api/agents/releases/${id}/${end}`
const quote = (svc: TestServer, id: string, body: object) => svc.call('POST', at(id, 'license-quote'), { body })
const access = (svc: TestServer, id: string, body: object, headers: Record<string, string> = {}) =>
  svc.call('POST', at(id, 'access'), { body, headers })
const usd = (amount: number) => ({ amount, currency: 'usd' })

const minutesUntil = (svc: TestServer, at: string) => Math.round((Date.parse(at) - svc.ctx.now()) / 60_000)

/** Grants the files of a release as it is now, and returns the token. */
function grantOf({ ctx }: TestServer, releaseId: string): string {
  const { version } = visibleRelease(ctx, releaseId)
  return issueGrant(ctx, { releaseId, releaseVersionId: version.id, resource: 'download', licenseId: null }).token
}

async function stage() {
  const svc = await startServer({ env: { PAYMENTS: 'test' }, limiter: { take: () => 0 } })
  const people = await world(svc)
  const id = await publishedRelease(svc, people.nova, [people.dawn.id])
  return { svc, id, ...people }
}

test('a quote says for each scope and in all what it costs, and is the hardest of its items', async () => {
  const { svc, id, nova } = await stage()
  await using _ = svc
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price: usd(500) })
  await decide(svc, nova, id, { scope: 'sample', decision: 'REQUIRE_LICENSE', price: usd(250) })
  await decide(svc, nova, id, { scope: 'sync', decision: 'REQUIRE_LICENSE', price: { amount: 900, currency: 'eur' } })
  const { status, json, headers } = await quote(svc, id, { scopes: ['remix', 'sample', 'search-index', 'remix'] })
  const { quoteId } = Object(json)
  const item = (scope: string, decision: string, pricingState: string, amount?: number) => ({
    scope,
    decision,
    pricingState,
    ...{ price: amount === undefined ? null : usd(amount), terms: null },
  })
  expect([status, headers.get('cache-control'), json]).toEqual([
    200,
    'no-store',
    {
      quoteId: expect.any(String),
      items: [
        item('remix', 'REQUIRE_LICENSE', 'PRICED', 500),
        item('sample', 'REQUIRE_LICENSE', 'PRICED', 250),
        item('search-index', 'ALLOW', 'NOT_REQUIRED'),
      ],
      pricingState: 'PRICED',
      total: usd(750),
      checkoutUrl: `${svc.ctx.site.origin}/checkout/nova/license/${quoteId}`,
      contactUrl: `${svc.ctx.site.origin}/@nova/releases/${id}#ask`,
      agent: null,
      policyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: expect.any(String),
    },
  ])
  expect(minutesUntil(svc, Object(json).expiresAt)).toBe(1_440)
  const states: [object, string, number | null][] = [
    [{ scopes: ['search-index'] }, 'NOT_REQUIRED', null],
    [{ scopes: ['download'] }, 'CONTACT_REQUIRED', null],
    [{ scopes: ['remix'], commercial: true }, 'CONTACT_REQUIRED', null],
    [{ scopes: ['remix', 'ai-training'] }, 'UNAVAILABLE', null],
    [{ scopes: ['remix', 'sync'] }, 'CONTACT_REQUIRED', null],
    [{ scopes: ['remix'] }, 'PRICED', 500],
  ]
  for (const [body, pricingState, amount] of states) {
    const told = Object((await quote(svc, id, body)).json)
    const total = amount === null ? null : usd(amount)
    expect([body, told.pricingState, told.total]).toEqual([body, pricingState, total])
    expect(told.checkoutUrl === null).toBe(amount === null)
  }
  for (const [body, code, field] of [
    [{ scopes: ['remix', 'everything'] }, 'VALIDATION', 'scopes.1'],
    [{ scopes: [] }, 'VALIDATION', 'scopes'],
    [{ scopes: ['remix'], contact: { name: ' ', email: 'a@b.example' } }, 'VALIDATION', 'contact.name'],
    [{ scopes: ['remix'], contact: { name: 'A', email: 'a@b\r\nBcc: c@d.example' } }, 'VALIDATION', 'contact.email'],
    [{ scopes: ['remix'], releaseVersionId: nova.artistId }, 'NOT_FOUND', undefined],
  ] as const) {
    const refused = await quote(svc, id, body)
    expect([body, Object(refused.json).code, Object(refused.json).field]).toEqual([body, code, field])
  }
})

test('quotes are forgotten a month after they expired', async () => {
  const { svc, id } = await stage()
  await using _ = svc
  await quote(svc, id, { scopes: ['remix'], intendedUse: 'A mixtape' })
  svc.tick(32 * 86_400_000)
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.$client.query('SELECT count(*) FROM license_quotes').values().flat()).toEqual([0])
})

test('a permission is granted once, for a quarter of an hour, byte for byte as the manifest states it', async () => {
  const { svc, id, nova, dawn, kettle } = await stage()
  await using _ = svc
  await decide(svc, nova, id, { scope: 'download', decision: 'ALLOW' })
  const { json, status, headers } = await access(svc, id, { scope: 'search-index', resource: 'download' })
  const { grant } = Object(json)
  expect([status, headers.get('cache-control'), json]).toEqual([
    200,
    'no-store',
    {
      decision: 'ALLOW',
      grant: {
        url: `${svc.ctx.site.origin}${at(id, 'grant')}?token=${grant.token}`,
        token: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: expect.any(String),
      },
    },
  ])
  expect(minutesUntil(svc, grant.expiresAt)).toBe(15)
  const stored = svc.ctx.db.$client.query('SELECT * FROM access_grants').all()
  expect(JSON.stringify(stored)).not.toContain(grant.token)
  expect((await fetch(grant.url, { method: 'HEAD' })).status).toBe(200)
  const both = await Promise.all([fetch(grant.url), fetch(grant.url)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 403])
  const served = both.find((answer) => answer.status === 200)
  const bytes = await served?.bytes()
  expect(new Bun.CryptoHasher('sha256').update(bytes ?? '').digest('hex')).toBe(dawn.sha256)
  const { manifest } = Object((await svc.call('GET', at(id, 'manifest'))).json)
  expect(manifest.tracks[0].renditions[0]).toMatchObject({ role: 'master', sha256: dawn.sha256 })
  // The same request with the same key has the same answer, and no other asker has it.
  const keyed = async (key: string, more: object = {}) => {
    const body = { scope: 'search-index', resource: 'download', ...more }
    const answer = await access(svc, id, body, { 'idempotency-key': key })
    return answer.status === 200 ? Object(answer.json).grant.token : answer.status
  }
  const first = await keyed('k1')
  expect([await keyed('k1'), await keyed('k1', { scope: 'stream' })]).toEqual([first, 409])
  expect(new Set([first, await keyed('k2'), await keyed('k1', { agentKey: 'other' })]).size).toBe(3)
  const again = await fetch(grant.url)
  expect([again.status, Object(await again.json()).code]).toEqual([403, 'FORBIDDEN'])

  const read = Object((await access(svc, id, { scope: 'search-index', resource: 'download' })).json).grant
  const other = await publishedRelease(svc, nova, [dawn.id, kettle.id], { title: 'Both' })
  expect((await fetch(read.url.replace(id, other))).status).toBe(403)
  expect((await fetch(read.url)).status).toBe(200)
  // A manifest is public and needs no grant.
  expect((await access(svc, id, { scope: 'search-index', resource: 'manifest' })).status).toBe(400)
  await decide(svc, nova, other, { scope: 'download', decision: 'ALLOW' })
  const late = Object((await access(svc, other, { scope: 'stream', resource: 'download' })).json).grant
  const zip = await fetch(Object((await access(svc, other, { scope: 'stream', resource: 'download' })).json).grant.url)
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect((await zip.text()).includes('SHA256SUMS')).toBe(true)
  svc.tick(900_000)
  expect((await fetch(late.url)).status).toBe(403)
})

test('the stricter of use, resource and commerce answers: 403 says whom to ask, 402 what it costs', async () => {
  const { svc, id, nova } = await stage()
  await using _ = svc
  const { origin } = svc.ctx.site
  const asked = async (body: object, headers = {}) => {
    const answer = await access(svc, id, body, headers)
    return [answer.status, Object(answer.json).code, Object(answer.json).next]
  }
  const artist = { kind: 'contact', url: `${origin}/@nova/releases/${id}#ask` }
  expect(await asked({ scope: 'remix', resource: 'download' })).toEqual([403, 'FORBIDDEN', artist])
  expect(await asked({ scope: 'ai-training', resource: 'download' })).toEqual([
    403,
    'FORBIDDEN',
    { kind: null, url: null },
  ])
  expect(await asked({ scope: 'search-index', resource: 'download', commercial: true })).toEqual([
    403,
    'FORBIDDEN',
    artist,
  ])
  // A file that was never attached is not sold.
  await decide(svc, nova, id, { scope: 'stems', decision: 'REQUIRE_LICENSE', price: usd(500) })
  const absent = await access(svc, id, { scope: 'stems', resource: 'stems' })
  expect([absent.status, Object(absent.json).error]).toEqual([404, 'This release has no stems.'])

  const unpriced = await access(svc, id, { scope: 'stream', resource: 'download' })
  expect([unpriced.status, Object(unpriced.json).challenge]).toEqual([
    402,
    expect.objectContaining({ price: null, pricingState: 'CONTACT_REQUIRED', checkoutUrl: null, methods: [] }),
  ])
  await decide(svc, nova, id, { scope: 'download', decision: 'REQUIRE_LICENSE', price: usd(700) })
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price: usd(300) })
  const { status, headers, json } = await access(svc, id, { scope: 'remix', resource: 'download', agentKey: 'bot' })
  const { challenge } = Object(json)
  expect([status, headers.get('cache-control'), json]).toEqual([
    402,
    'no-store',
    {
      error: 'This needs a license.',
      code: 'LICENSE_REQUIRED',
      hint: `Buy one: ${challenge.checkoutUrl}`,
      challenge: {
        scheme: 'License',
        releaseId: id,
        scope: 'remix',
        scopes: ['remix', 'download'],
        ...{ price: usd(1_000), terms: [] },
        pricingState: 'PRICED',
        quoteUrl: origin + at(id, 'license-quote'),
        checkoutUrl: expect.stringContaining(`${origin}/checkout/nova/license/`),
        methods: expect.arrayContaining(['checkout']),
        expiresAt: expect.any(String),
      },
    },
  ])
  expect(headers.get('www-authenticate')).toStartWith('License error_description="')
  expect(headers.get('link')).toMatch(/^<http.*>; rel="license"; type="application\/rsl\+xml"$/)
  const wrong = await access(svc, id, { scope: 'remix', resource: 'download', licenseToken: 'x' })
  expect([wrong.status, wrong.headers.get('www-authenticate')?.slice(0, 29)]).toEqual([
    402,
    'License error="invalid_token"',
  ])
  for (const of of [id, nova.artistId]) {
    const unknown = [
      await access(svc, of, { scope: 'everything', resource: 'download' }),
      await quote(svc, of, { scopes: ['remix', 'everything'] }),
    ]
    expect(unknown.map(({ status, json }) => [status, Object(json).field])).toEqual([
      [400, 'scope'],
      [400, 'scopes.1'],
    ])
  }

  // A release that becomes private is the same 404 on every address, grants that were given
  // included.
  const grant = { url: `${svc.ctx.site.origin}${at(id, 'grant')}?token=${grantOf(svc, id)}` }
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  const hidden = [
    await quote(svc, id, { scopes: ['remix'] }),
    await access(svc, id, { scope: 'stream', resource: 'download' }),
  ]
  expect([...hidden.map((answer) => answer.status), (await fetch(grant.url)).status]).toEqual([404, 404, 404])
})

test('a zip whose artist is renamed while it is made is made again under the new name', async () => {
  const { svc, nova, dawn, kettle } = await stage()
  await using _ = svc
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  const grant = useGrant(svc.ctx, id, grantOf(svc, id))
  const sent = openFiles(svc.ctx, grant, 'download', AbortSignal.timeout(waitLimitMs))
  svc.ctx.db.$client.run("UPDATE artists SET display_name = 'Nova II'")
  const named = expect.stringContaining('filename="Nova II - ')
  expect(await sent).toMatchObject({ headers: { 'content-disposition': named } })
})

test('a track erased because the law demands it is left out, and a release that has nothing else is neither granted nor sold', async () => {
  const { svc, id, nova, dawn, kettle } = await stage()
  await using _ = svc
  const both = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  for (const release of [id, both]) await decide(svc, nova, release, { scope: 'download', decision: 'ALLOW' })
  const granted = (release: string) => access(svc, release, { scope: 'stream', resource: 'download' })
  const early = Object((await granted(id)).json).grant
  // The bytes stay on the disk for somebody else who stored the same.
  await addReadyTrack(svc.ctx, cast(svc.ctx, 'twin').cassetId, 'Dawn')
  await eraseForCause(svc.ctx, dawn.id, 'A court has said so.')
  await svc.ctx.jobs.idle()
  const left = await fetch(Object((await granted(both)).json).grant.url)
  expect([left.status, Buffer.from(await left.bytes())]).toEqual([200, masterBytes('Kettle')])
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price: usd(300) })
  const none = [await granted(id), await access(svc, id, { scope: 'remix', resource: 'download' })]
  expect(none.map(({ status, json }) => [status, Object(json).error])).toEqual([
    [404, 'This release has no files.'],
    [404, 'This release has no files.'],
  ])
  for (const _once of [1, 2]) expect((await fetch(early.url)).status).toBe(404)
})

test('of ten thousand permission checks from one address the first thirty are answered, and all others told to wait', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { port, hostname } = new URL(svc.url)
  const body = JSON.stringify({ scope: 'remix' })
  const [batch, batches] = [1_250, 8]
  const request = `POST ${at(id, 'permission-check')} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const end = 'Connection: close\r\n'
  // Written at once on a few connections, as somebody does who means harm: an answer awaited for
  // each takes much longer.
  const bytes = `${`${request}\r\n${body}`.repeat(batch - 1)}${request}${end}\r\n${body}`
  const answers = await Promise.all(Array.from({ length: batches }, () => raw(svc.url, bytes)))
  const statuses = answers.flatMap((text) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status))
  const answered = statuses.filter((status) => status === '200').length
  expect([statuses.length, statuses.filter((status) => status === '429').length]).toEqual([10_000, 10_000 - answered])
  expect(answered).toBeGreaterThanOrEqual(30)
  expect(answered).toBeLessThan(60)
})
