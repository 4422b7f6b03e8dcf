import { expect, test } from 'bun:test'
import { permissionScopes } from '../../db/schema/casset/usage.ts'
import { termsOfCasset, termsOfRelease, termsOfSite } from '../../src/casset/usage/read-terms.ts'
import { repairSums, verifySums } from '../../src/operate/doctor/check/sums.ts'
import { decide, makeRelease, publish, publishedRelease } from '../support/release/release.ts'
import { makeCoCasset, postTogether } from '../support/room/co-casset.ts'
import { announce, endIt } from '../support/room/party.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { lineOf, readRsl } from '../support/web/rendered.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const usageOf = async (svc: TestServer, path: string, init: RequestInit = {}) => {
  const { headers } = await svc.fetch(path, init)
  return [headers.get('content-usage'), headers.get('content-signal'), headers.get('tdm-reservation')]
}
const byDefault = ['search=y, ai-use=n, train-ai=n', 'search=yes, ai-input=no, ai-train=no', '1']

test('robots.txt, the page and the sound say what the releases allow, and the defaults before there is one', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const sound = { headers: { range: 'bytes=0-' } }
  const robots = async () => (await svc.fetch('/robots.txt')).text()
  expect(await usageOf(svc, '/@nova')).toEqual(byDefault)
  expect(await usageOf(svc, `/api/audio/${dawn.id}`, sound)).toEqual(byDefault)
  for (const page of ['/', '/search?q=nova', '/drops', '/openapi', '/login']) {
    expect([page, await usageOf(svc, page)]).toEqual([page, byDefault])
  }
  expect(await usageOf(svc, '/@nobody', { headers: { accept: 'text/html' } })).toEqual([null, null, null])
  expect(lineOf(await robots(), 'Content-Usage')).toBe(byDefault[0])
  expect(lineOf(await robots(), 'License')).toBe(`${svc.ctx.site.origin}/license.xml`)

  const id = await makeRelease(svc, nova, [dawn.id, kettle.id])
  for (const scope of ['ai-input', 'ai-training', 'ai-generation'])
    await decide(svc, nova, id, { scope, decision: 'ALLOW' })
  expect(await usageOf(svc, '/@nova')).toEqual(byDefault)
  await publish(svc, nova, id)
  const open = ['search=y, ai-use=y, train-ai=y', 'search=yes, ai-input=yes, ai-train=yes', '0']
  expect(await usageOf(svc, '/@nova')).toEqual(open)
  expect(await usageOf(svc, '/@nova', { headers: { cookie: nova.cookie } })).toEqual(open)
  expect(await usageOf(svc, '/@nova/sideb')).toEqual(open)
  expect(await usageOf(svc, '/drops')).toEqual(open)
  expect(await usageOf(svc, `/api/audio/${dawn.id}`, sound)).toEqual(open)
  const { url } = Object((await svc.call('GET', `/api/audio/${dawn.id}`, nova)).json)
  expect(await usageOf(svc, url)).toEqual(open)
  expect(await usageOf(svc, url, { method: 'HEAD' })).toEqual(open)
  expect(lineOf(await robots(), 'Content-Signal')).toBe(open[1])
  const tdm = await svc.call('GET', '/.well-known/tdmrep.json')
  expect([tdm.status, tdm.json]).toEqual([
    200,
    [
      { location: '/@nova/', 'tdm-reservation': 0 },
      { location: '/@nova$', 'tdm-reservation': 0 },
      { location: '/', 'tdm-reservation': 0 },
    ],
  ])

  // The stricter of two releases counts for the casset and the site, while each keeps a license of
  // its own.
  const second = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, second, { scope: 'search-index', decision: 'DENY' })
  for (const page of ['/@nova', '/']) {
    expect(await usageOf(svc, page)).toEqual([
      'search=n, ai-use=n, train-ai=n',
      'search=no, ai-input=no, ai-train=no',
      '1',
    ])
  }
  const usesOf = async (path: string) => {
    const { headers, text } = await svc.call('GET', path)
    expect([headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      'application/rsl+xml',
      '*',
    ])
    return readRsl(text)
  }
  expect(await usesOf(`/releases/${id}/license.xml`)).toEqual({
    paths: [`/@nova/releases/${id}`, `/api/agents/releases/${id}/`],
    uses: {
      search: { how: 'free' },
      'ai-index': { how: 'free' },
      'ai-input': { how: 'free' },
      'ai-train': { how: 'free' },
    },
  })
  const never = { how: 'never' } as const
  const strict = { search: never, 'ai-index': never, 'ai-input': { how: 'asked' }, 'ai-train': never } as const
  expect((await usesOf(`/releases/${second}/license.xml`)).uses).toEqual(strict)
  expect(await usesOf('/license.xml')).toEqual({ paths: ['/'], uses: strict })
  // The page and the sound lead to a license that says the same as their headers.
  for (const [path, options, licensed] of [
    ['/@nova', {}, '/@nova'],
    [`/api/audio/${dawn.id}`, sound, `/api/audio/${dawn.id}`],
  ] as const) {
    const link = (await svc.fetch(path, options)).headers.get('link') ?? ''
    const [, license = ''] = /<([^>]+)>; rel="license"; type="application\/rsl\+xml"/.exec(link) ?? []
    expect([path, await usesOf(license)]).toEqual([path, { paths: [licensed], uses: strict }])
  }
  expect((await svc.call('GET', '/@nova', { headers: { accept: 'text/html' } })).text).toContain(
    '<link rel="license" type="application/rsl+xml" href="/@nova/license.xml"/>',
  )
  const [, entry] = Object((await svc.call('GET', '/.well-known/tdmrep.json')).json)
  expect(entry).toEqual({ location: '/', 'tdm-reservation': 1 })
})

test('an unlisted casset counts for the site, a draft and a private one do not, and what is private has no license', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const draft = await makeRelease(svc, nova, [kettle.id])
  await decide(svc, nova, draft, { scope: 'search-index', decision: 'DENY' })
  const id = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, id, { scope: 'search-index', decision: 'DENY' })
  const search = () => termsOfSite(svc.ctx)['search-index'].decision
  const set = (sql: string) => svc.ctx.db.$client.run(`UPDATE cassets SET ${sql} WHERE id = ?`, [nova.cassetId])
  expect(search()).toBe('DENY')
  set("privacy = 'unlisted'")
  expect([search(), termsOfCasset(svc.ctx, nova.cassetId)['search-index'].decision]).toEqual(['DENY', 'DENY'])
  expect((await svc.call('GET', `/releases/${id}/license.xml`)).status).toBe(200)
  set("privacy = 'private'")
  expect(search()).toBe('ALLOW')
  for (const which of [id, draft, 'x']) {
    const { status, json } = await svc.call('GET', `/releases/${which}/license.xml`, nova)
    expect([which, status, json]).toEqual([which, 404, { error: 'There is no such release.', code: 'NOT_FOUND' }])
  }
  set("privacy = 'public', published = 0")
  expect(search()).toBe('ALLOW')
  set('published = 1')
  expect(search()).toBe('DENY')
})

test('a tape that is not published yet counts for the site while a party for it is announced', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  for (const scope of ['ai-input', 'ai-training', 'ai-generation'])
    await decide(svc, nova, id, { scope, decision: 'ALLOW' })
  const reserved = async () => {
    const { json } = await svc.call('GET', '/.well-known/tdmrep.json')
    const entries: Record<string, unknown>[] = Object(json)
    return [entries.at(-1)?.['tdm-reservation'], (await usageOf(svc, '/'))[2], JSON.stringify(json).includes('@ada')]
  }
  const open = [0, '0', false]
  svc.ctx.db.$client.run("UPDATE cassets SET published = id = ?, privacy = 'public'", [nova.cassetId])
  expect(await reserved()).toEqual(open)
  expect((await announce(svc, ada)).status).toBe(200)
  expect((await usageOf(svc, '/@ada/sideb/party'))[2]).toBe('1')
  expect(await reserved()).toEqual([1, '1', false])
  await endIt(svc, ada)
  expect(await reserved()).toEqual(open)
})

test('terms that triggers keep are found and made again when somebody changes them by hand', async () => {
  const svc = await sharedServer()
  const { ctx } = svc
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, id, { scope: 'search-index', decision: 'DENY' })
  expect(verifySums(ctx)).toEqual([])
  const tables = ['casset_decisions', 'casset_usage', 'unfound_tracks', 'released_tracks', 'published_releases']
  const kept = () => tables.map((table) => ctx.db.$client.query(`SELECT * FROM ${table}`).all())
  const before = kept()
  expect(before.map(({ length }) => length > 0)).toEqual(tables.map(() => true))
  for (const [index, table] of tables.entries()) {
    for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET ${flagOf[index] ?? ''}`]) {
      if (change.endsWith(' ')) continue
      ctx.db.$client.run(change)
      expect([change, verifySums(ctx).length > 0]).toEqual([change, true])
      repairSums(ctx)
      expect([change, verifySums(ctx), kept()]).toEqual([change, [], before])
    }
  }
  expect(Object.keys(termsOfRelease(ctx, id)).sort()).toEqual([...permissionScopes].sort())
})

const flagOf = ['is_shown = 1 - is_shown', 'has_defaults = 1 - has_defaults', '', 'is_open = 1 - is_open', '']

test('one release that denies a search changes what it has, and nothing beside it', async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  await publishedRelease(svc, nova, [dawn.id])
  const denied = await publishedRelease(svc, nova, [kettle.id])
  await decide(svc, nova, denied, { scope: 'search-index', decision: 'DENY' })
  const tagOf = async (path: string) => (await svc.fetch(path)).headers.get('x-robots-tag')
  const hook = (trackId: string) => `/api/audio/${trackId}/hook`
  expect(await usageOf(svc, hook(dawn.id))).toEqual(byDefault)
  expect((await usageOf(svc, hook(kettle.id)))[0]).toBe('search=n, ai-use=n, train-ai=n')
  expect((await usageOf(svc, '/@nova'))[0]).toBe('search=n, ai-use=n, train-ai=n')
  const tags = [tagOf('/@nova'), tagOf(hook(dawn.id)), tagOf(hook(kettle.id)), tagOf(`/@nova/releases/${denied}`)]
  expect(await Promise.all(tags)).toEqual([null, null, 'noindex', 'noindex'])
  const foundBy = async (q: string) => (await svc.call('GET', `/api/cassets/search?q=${q}`)).text.includes('"nova"')
  const listedBy = async (q: string) => (await svc.call('GET', `/search?q=${q}`)).text.includes('Kettle</')
  expect([await foundBy('nova'), await foundBy('dawn'), await foundBy('kettle')]).toEqual([true, true, false])
  expect([await listedBy('nova'), await listedBy('kettle')]).toEqual([false, false])
  const map = async () => (await svc.call('GET', '/sitemap/1.xml')).text.includes('/@nova<')
  expect(await map()).toBe(true)
  // A track in two releases has the terms of the stricter one; when no track may be found, neither
  // may the page.
  const both = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  await decide(svc, nova, both, { scope: 'search-index', decision: 'DENY' })
  expect([await tagOf('/@nova'), await tagOf(hook(dawn.id)), await map()]).toEqual(['noindex', 'noindex', false])
  expect([await foundBy('nova'), await foundBy('dawn')]).toEqual([false, false])
})

test('a copy on a casset of several artists is no freer than the track that it was copied from', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const { id: duo } = await makeCoCasset(svc, nova, 'duo', [ada])
  const copied = await postTogether(svc, nova, '/duo/tracks', { trackId: dawn.id })
  expect(copied.status).toBe(201)
  const [copy] = svc.ctx.db.$client.query('SELECT * FROM tracks WHERE source_id = ?').all(dawn.id).map(Object)
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1 WHERE id = ?', [duo])
  const heard = () => usageOf(svc, `/api/audio/${copy.id}`, { headers: { range: 'bytes=0-' } })
  expect(await heard()).toEqual(byDefault)
  const id = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, id, { scope: 'search-index', decision: 'DENY' })
  expect(await heard()).toEqual(['search=n, ai-use=n, train-ai=n', 'search=no, ai-input=no, ai-train=no', '1'])
})

test('the figure of the site is looked up and never added up', async () => {
  const svc = await sharedServer()
  const plan = svc.ctx.db.$client
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT 1 FROM casset_decisions
       WHERE scope = 'stream' AND decision = 'DENY' AND is_shown = 1`,
    )
    .all()
  expect(plan.map(({ detail }) => detail).join()).toContain(
    'USING COVERING INDEX casset_decisions_shown (scope=? AND decision=?)',
  )
})
