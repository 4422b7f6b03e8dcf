import { expect, test } from 'bun:test'
import { decisions, permissionScopes } from '../../db/schema/casset/usage.ts'
import { defaultDecisions } from '../../src/casset/usage/default-policies.ts'
import { termsOfCasset, termsOfRelease, termsOfSite } from '../../src/casset/usage/read-terms.ts'
import type { TermsOfScopes } from '../../src/casset/usage/usage.ts'
import { repairSums, verifySums } from '../../src/operate/doctor/sums.ts'
import { decide, makeRelease, publish, publishedRelease } from '../support/release/release.ts'
import { makeCoCasset, postTogether } from '../support/room/co-casset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { lineOf, readRsl } from '../support/web/rendered.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const decisionsOf = (terms: TermsOfScopes) =>
  Object.fromEntries(permissionScopes.map((scope) => [scope, terms[scope].decision]))
const usageOf = async (svc: TestServer, path: string, init: RequestInit = {}) => {
  const { headers } = await svc.fetch(path, init)
  return [headers.get('content-usage'), headers.get('content-signal'), headers.get('tdm-reservation')]
}
const byDefault = ['search=y, train-ai=n', 'search=yes, ai-input=no, ai-train=no', '1']

test('robots.txt, the page and the sound say what the releases allow, and the defaults before there is one', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
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

  const id = await makeRelease(svc, nova, [dawn.id])
  for (const scope of ['ai-input', 'ai-training', 'ai-generation'])
    await decide(svc, nova, id, { scope, decision: 'ALLOW' })
  expect(await usageOf(svc, '/@nova')).toEqual(byDefault)
  await publish(svc, nova, id)
  const open = ['search=y, train-ai=y', 'search=yes, ai-input=yes, ai-train=yes', '0']
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
  expect([tdm.status, tdm.json]).toEqual([200, [{ location: '/', 'tdm-reservation': 0 }]])

  // Of two releases the strictest counts for the casset and the site, while each has a license of
  // its own.
  const second = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, second, { scope: 'search-index', decision: 'DENY' })
  for (const page of ['/@nova', '/']) {
    expect(await usageOf(svc, page)).toEqual(['search=n, train-ai=n', 'search=no, ai-input=no, ai-train=no', '1'])
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
  const [entry] = Object((await svc.call('GET', '/.well-known/tdmrep.json')).json)
  expect(entry).toEqual({
    location: '/',
    'tdm-reservation': 1,
    'tdm-policy': `${svc.ctx.site.origin}/.well-known/tdm-policy.json`,
  })
  for (const path of ['/.well-known/tdm-policy.json', `/releases/${second}/offer.json`]) {
    const { headers, text } = await svc.call('GET', path)
    expect(headers.get('content-type')).toBe('application/ld+json')
    expect(JSON.parse(text)).toMatchObject({ '@type': 'Offer', uid: svc.ctx.site.origin + path })
  }
})

test('a draft, an unlisted and a private casset do not count for the site, and what is private has no license', async () => {
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
  expect([search(), termsOfCasset(svc.ctx, nova.cassetId)['search-index'].decision]).toEqual(['ALLOW', 'DENY'])
  expect((await svc.call('GET', `/releases/${id}/license.xml`)).status).toBe(200)
  set("privacy = 'private'")
  expect(search()).toBe('ALLOW')
  for (const what of ['license.xml', 'offer.json']) {
    for (const which of [id, draft, 'x']) {
      const { status, json } = await svc.call('GET', `/releases/${which}/${what}`, nova)
      expect([what, which, status, json]).toEqual([
        what,
        which,
        404,
        { error: 'There is no such release.', code: 'NOT_FOUND' },
      ])
    }
  }
  set("privacy = 'public', published = 0")
  expect(search()).toBe('ALLOW')
  set('published = 1')
  expect(search()).toBe('DENY')
})

test('the stored summary of decisions is what a scan of all releases finds, whatever happens in whatever order', async () => {
  const svc = await sharedServer()
  const { ctx } = svc
  const people: { person: Person; ids: string[]; trackId: string }[] = []
  for (const handle of ['nova', 'moon', 'star']) {
    const person = cast(ctx, handle)
    people.push({ person, ids: [], trackId: (await addReadyTrack(ctx, person.cassetId, 'Dawn')).id })
  }
  let seed = 20_261_122
  const pick = <T>(all: readonly T[]): T | undefined => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    // The low bits of such a generator follow a short pattern.
    return all[Math.floor(seed / 65_536) % all.length]
  }
  const scan = (where: string, params: string[]) => {
    const rows = ctx.db.$client
      .query<{ scope: string; decision: (typeof decisions)[number] }, string[]>(
        `SELECT DISTINCT p.scope, p.decision FROM release_policies p JOIN releases r ON r.id = p.release_id
         JOIN cassets c ON c.id = r.casset_id
         WHERE EXISTS (SELECT 1 FROM release_versions WHERE release_id = r.id AND manifest_status = 'READY') AND ${where}`,
      )
      .all(...params)
    const strictest = permissionScopes.map((scope) => {
      const found = rows.filter((row) => row.scope === scope).map((row) => decisions.indexOf(row.decision))
      return [scope, found.length === 0 ? defaultDecisions[scope] : decisions[Math.max(...found)]]
    })
    return Object.fromEntries(strictest)
  }
  for (let step = 0; step < 120; step += 1) {
    const one = pick(people)
    if (!one) continue
    const { person, ids, trackId } = one
    const id = pick(ids)
    const what = pick(['make', 'publish', 'decide', 'decide', 'decide', 'hide', 'show', 'unlist'])
    const set = (sql: string) => ctx.db.$client.run(`UPDATE cassets SET ${sql} WHERE id = ?`, [person.cassetId])
    if (what === 'make' && ids.length < 3) ids.push(await makeRelease(svc, person, [trackId]))
    if (what === 'publish' && id) {
      await svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie: person.cookie, body: {} })
      await ctx.jobs.idle()
    }
    if (what === 'decide' && id)
      await decide(svc, person, id, { scope: pick(permissionScopes), decision: pick(decisions) })
    if (what === 'hide') set('published = 0')
    if (what === 'unlist') set("privacy = 'unlisted'")
    if (what === 'show') set("privacy = 'public', published = 1")
    const site = decisionsOf(termsOfSite(ctx))
    expect([step, what, site]).toEqual([step, what, scan("c.published AND c.privacy = 'public'", [])])
    for (const { person: each } of people) {
      const { cassetId } = each
      expect([step, what, decisionsOf(termsOfCasset(ctx, cassetId))]).toEqual([
        step,
        what,
        scan('c.id = ?', [cassetId]),
      ])
    }
  }
  // A sum that somebody changes by hand is found and counted again.
  expect(verifySums(ctx)).toEqual([])
  const kept = () =>
    ['casset_decisions WHERE releases > 0', 'published_releases'].flatMap((rows) =>
      ctx.db.$client.query(`SELECT * FROM ${rows}`).all(),
    )
  const before = kept()
  expect(before.length).toBeGreaterThan(20)
  ctx.db.$client.run("UPDATE casset_decisions SET releases = releases + 1 WHERE scope = 'sync'")
  ctx.db.$client.run('UPDATE casset_decisions SET is_listed = 1 - is_listed')
  ctx.db.$client.run('DELETE FROM published_releases')
  expect(verifySums(ctx).length).toBeGreaterThan(0)
  repairSums(ctx)
  expect([verifySums(ctx), kept()]).toEqual([[], before])
  const [first] = people[0]?.ids ?? []
  if (first) expect(Object.keys(termsOfRelease(ctx, first)).sort()).toEqual([...permissionScopes].sort())
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
  expect(await heard()).toEqual(['search=n, train-ai=n', 'search=no, ai-input=no, ai-train=no', '1'])
})

test('the figure of the site is looked up and never added up', async () => {
  const svc = await sharedServer()
  const plan = svc.ctx.db.$client
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT 1 FROM casset_decisions
       WHERE scope = 'stream' AND decision = 'DENY' AND is_listed = 1 AND releases > 0`,
    )
    .all()
  expect(plan.map(({ detail }) => detail).join()).toContain(
    'USING INDEX casset_decisions_listed (scope=? AND decision=?)',
  )
})
