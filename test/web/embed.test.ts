import { expect, test } from 'bun:test'
import { usageHeadersOfCasset } from '../../src/casset/usage/casset-usage-headers.ts'
import { breaches, browserTest, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { addTape } from '../support/casset/tape.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

useBrowser()

const sharedServer = shareNames()

test('a player for other sites may be framed by anybody, sets no cookie and weighs at most 25 KB', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test', SITE_NAME: 'Pier Records' } })
  const { nova } = await world(svc)
  const page = await svc.fetch('/@nova/embed', { headers: { cookie: nova.cookie } })
  const text = await page.text()
  expect([page.status, page.headers.getSetCookie(), page.headers.get('x-frame-options')]).toEqual([200, [], null])
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
  const usage = Object.entries(usageHeadersOfCasset(svc.ctx, nova.cassetId))
  expect(usage.map(([name]) => [name, page.headers.get(name)])).toEqual(usage)
  expect(usage.length).toBeGreaterThan(0)
  for (const part of [
    'First Light',
    'by Nova',
    'Buy for $7.00',
    'Dawn',
    'Kettle',
    'All of it on Pier Records',
    'class="cassette"',
    `href="${svc.ctx.site.origin}/@nova"`,
  ])
    expect(text).toContain(part)
  const files = [...text.matchAll(/(?:href|src)="(\/(?:a|theme)\/[^"]+)"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(files.map(async (path) => (await (await svc.fetch(path)).bytes()).length))
  expect([files.length, sizes.reduce((sum, size) => sum + size, text.length) <= 25_000]).toEqual([3, true])
  const line = await (await svc.fetch('/@nova/embed?size=line')).text()
  expect(line).toContain('<span dir="auto">Pier Records</span>')
  const described = await svc.call('GET', `/oembed?url=${encodeURIComponent(`${svc.ctx.site.origin}/@nova`)}`)
  expect(described.json).toMatchObject({ provider_name: 'Pier Records' })
  // All else stays where it is.
  const own = await svc.fetch('/@nova')
  expect(own.headers.get('x-frame-options')).toBe('DENY')
  expect(own.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a player for other sites lists forty tracks, and says how many more there are', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova', { priceMinor: 0 })
  const read = async () => (await svc.fetch('/@nova/embed')).text()
  for (let position = 1; position <= 45; position += 1) {
    if (position === 41) expect(await read()).toContain('All of it on')
    await addReadyTrack(svc.ctx, nova.cassetId, `Track ${position}`, { position })
  }
  const text = await read()
  expect(text).toContain('Get it free')
  expect([text.includes('Track 40'), text.includes('Track 41'), /\b5 more tracks on/.test(text)]).toEqual([
    true,
    false,
    true,
  ])
  expect(text).not.toMatch(/<a (?![^>]*target="_blank")/)
})

test('a private or unpublished casset has no player for other sites, and none is told of it', async () => {
  const svc = await sharedServer()
  await world(svc)
  for (const handle of ['hidden', 'draft', 'nobody']) {
    const url = encodeURIComponent(`${svc.ctx.site.origin}/@${handle}`)
    const answers = await Promise.all([`/@${handle}/embed`, `/oembed?url=${url}`].map((path) => svc.fetch(path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  }
})

test('oEmbed tells of a casset by its address, in the size that fits, and of no other address', async () => {
  const svc = await sharedServer()
  const tide = cast(svc.ctx, 'tide', { name: 'Azimuth <3' })
  const { origin } = svc.ctx.site
  const ask = (query: Record<string, string>) => svc.call('GET', `/oembed?${new URLSearchParams(query)}`)
  const page = await (await svc.fetch('/@tide')).text()
  const [, href = ''] = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(page) ?? []
  expect(href).toBe(`${origin}/oembed?url=${encodeURIComponent(`${origin}/@tide`)}`)
  const { status, json: body, headers } = await ask({ url: `${origin}/@tide` })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(body).toEqual({
    version: '1.0',
    type: 'rich',
    provider_name: new URL(origin).host,
    provider_url: origin,
    title: 'Azimuth <3 by Tide',
    author_name: 'Tide',
    author_url: `${origin}/@tide`,
    html: `<iframe src="${origin}/@tide/embed" width="480" height="420" title="Azimuth &lt;3 by Tide" frameborder="0" loading="lazy" allow="autoplay"></iframe>`,
    width: 480,
    height: 420,
    cache_age: 3600,
  })
  addTape(svc, tide, 'live')
  const further = await ask({ url: `${origin}/@tide/live` })
  expect(further.json).toMatchObject({ html: expect.stringContaining('/@tide.live/embed') })
  const line = await ask({ url: `${origin}/@TIDE/`, maxwidth: '300.9', maxheight: '122.5', format: 'json' })
  expect(line.json).toMatchObject({ width: 300, height: 122, html: expect.stringContaining('/@tide/embed?size=line') })
  for (const [maxheight, size] of [
    ['420', { height: 420, html: expect.not.stringContaining('size=line') }],
    ['419', { height: 122, html: expect.stringContaining('size=line') }],
    ['100.9', { height: 100 }],
  ] as const)
    expect((await ask({ url: `${origin}/@tide`, maxheight })).json).toMatchObject(size)
  for (const [query, refused] of [
    [{ url: 'https://elsewhere.example/@tide' }, 404],
    [{ url: `${origin}/guide` }, 404],
    [{ url: 'tide' }, 404],
    [{ url: `${origin}/@tide`, format: 'xml' }, 501],
    [{ url: `${origin}/@tide`, maxwidth: '0' }, 400],
    [{}, 400],
  ] as const) {
    expect((await ask(query)).status).toBe(refused)
  }
})

browserTest('a page of another site plays thirty seconds of each track in a frame, its artist too', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  // Long enough for a slow machine to look at.
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 4 } })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook: { seconds: 30 }, position: 2 })
  const frame = `<iframe src="${svc.url}/@nova/embed" width="480" height="420" title="Music"></iframe>`
  const blog = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(`<!doctype html><title>Blog</title>${frame}`, { headers: { 'content-type': 'text/html' } }),
  })
  await using open = await openPage({ url: `http://127.0.0.1:${blog.port}` }, '/')
  const { page, problems } = open
  const heard: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/audio/')) heard.push(new URL(response.url()).pathname)
  })
  const player = page.frameLocator('iframe')
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await player.getByText('Playing Dawn').waitFor({ state: 'attached' })
  await player.locator('.cassette.turning').waitFor()
  // The next one follows by itself.
  await player.getByText('Playing Kettle').waitFor({ state: 'attached' })
  expect(await player.locator('[aria-current]').allInnerTexts()).toEqual([expect.stringContaining('Kettle')])
  await player.getByRole('button', { name: 'Play', pressed: true }).click()
  await player.getByRole('button', { name: 'Play', pressed: false }).waitFor()
  expect(await player.locator('.cassette.turning').count()).toBe(0)
  // Paused, and not over.
  const played = await player.locator('[aria-current]').evaluate((row) => row.style.getPropertyValue('--played'))
  expect(Number(played)).toBeLessThan(90)
  expect([new Set(heard).size, problems]).toEqual([2, []])
  // Of the typefaces only those of names: 27 KB.
  const loaded = await player
    .locator('body')
    .evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.flatMap((name) => /(\w+)-core-\w+\.woff2$/.exec(name)?.[1] ?? []).toSorted()).toEqual([
    'anybody',
    'pen',
  ])
  await page.goto(`${svc.url}/@nova/embed`)
  expect(await breaches(page)).toEqual([])
  // A track that could not be loaded is asked for anew.
  await page.route('**/api/audio/**', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Dawn' }).click()
  await page.getByText('This track could not be loaded.').waitFor({ state: 'attached' })
  await page.unroute('**/api/audio/**')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByText('Playing Dawn').waitFor({ state: 'attached' })
  await blog.stop(true)
})
