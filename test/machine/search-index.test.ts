import { expect, test } from 'bun:test'
import { XMLParser } from 'fast-xml-parser'
import { decide, publishedRelease } from '../support/release/release.ts'
import { shareServer } from '../support/shared.ts'
import { world } from '../support/world.ts'

const shared = shareServer(world)

test('a page that search may not find is in no sitemap, no search of ours, and tells search engines so', async () => {
  const { svc, nova, dawn, kettle } = await shared()
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id], { title: 'Lighthouse' })
  const { origin } = svc.ctx.site
  const page = `/@nova/releases/${id}`
  const locations = async (path: string): Promise<string[]> => {
    const { text, status, headers } = await svc.call('GET', path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/xml'])
    const { sitemapindex, urlset } = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' }).parse(
      text,
    )
    return (sitemapindex?.sitemap ?? urlset?.url ?? []).map(({ loc }: { loc: string }) => loc)
  }
  const named = async () => {
    const pages = await locations('/sitemap.xml')
    return (await Promise.all(pages.map((each) => locations(new URL(each).pathname)))).flat()
  }
  const found = async () => {
    const releases = Object((await svc.call('GET', '/api/agents/releases?query=lighthouse')).json).releases
    const all = Object((await svc.call('GET', '/api/agents/releases')).json).releases
    const cassets = Object((await svc.call('GET', '/api/cassets/search?q=nova')).json).cassets
    return [releases.length, all.length, cassets.length]
  }
  const headerOf = async (path: string) => (await svc.fetch(path)).headers.get('x-robots-tag')
  const sound = `/api/audio/${dawn.id}/hook`

  expect(await named()).toEqual(expect.arrayContaining([`${origin}/@nova`, `${origin}${page}`]))
  expect(await found()).toEqual([1, 1, 1])
  for (const path of [page, '/@nova', '/']) expect([path, await headerOf(path)]).toEqual([path, null])

  for (const decision of ['DENY', 'CONTACT_OWNER', 'REQUIRE_LICENSE']) {
    await decide(svc, nova, id, { scope: 'search-index', decision })
    expect([decision, (await named()).filter((each) => each.includes('nova'))]).toEqual([decision, []])
    expect([decision, await found()]).toEqual([decision, [0, 0, 0]])
    for (const path of [page, '/@nova']) expect([path, await headerOf(path)]).toEqual([path, 'noindex'])
    expect((await svc.fetch(page)).headers.get('content-signal')).toStartWith('search=no')
    // The rest of the site is others' too, and its pages stay to be found.
    expect(await headerOf('/')).toBeNull()
  }
  expect([(await svc.fetch(sound)).status, await headerOf(sound)]).toEqual([200, 'noindex'])
  await decide(svc, nova, id, { scope: 'search-index', decision: 'ALLOW' })
  expect(await found()).toEqual([1, 1, 1])

  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'unlisted' WHERE id = ?", [nova.cassetId])
  expect((await named()).filter((each) => each.includes('nova'))).toEqual([])
  for (const wrong of ['0', '2', '01', 'x', '9999999', '1.xml']) {
    expect([wrong, (await svc.fetch(`/sitemap/${wrong}.xml`)).status]).toEqual([wrong, 404])
  }
})

test('robots are let to all that llms.txt names, and find the sitemap by robots.txt', async () => {
  const { svc } = await shared()
  const robots = await (await svc.fetch('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${svc.ctx.site.origin}/sitemap.xml`)
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, start = '']) => ({ kind, start }))
  const isOpen = (path: string) => {
    const fitting = rules.filter(({ start }) => path.startsWith(start))
    return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.kind !== 'Disallow'
  }
  const llms = await (await svc.fetch('/llms.txt')).text()
  const linked = [...llms.matchAll(/\]\((http[^)]+)\)/g)].map(([, url = '']) => new URL(url).pathname)
  const named = [...linked, ...(llms.match(/\/api\/[a-z/]+/g) ?? [])]
  expect(linked.length).toBeGreaterThan(8)
  expect(named).toContain('/api/checkout/license')
  for (const path of named) expect([path, isOpen(path)]).toEqual([path, true])
})
