import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import type { TestServer } from '../../support/server.ts'
import { ask, startShop } from '../../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

useBrowser()

/** Lets somebody take a free casset. */
const take = async (svc: TestServer, buyer: Person, slug: string) =>
  expect((await ask(svc, buyer, { slug })).status).toBe(200)

test('a library of many tapes is searched and ordered, a page at a time', async () => {
  await using svc = await startShop()
  const ada = cast(svc.ctx, 'ada', { published: false })
  for (let at = 0; at < 53; at += 1) {
    const maker = cast(svc.ctx, `m${at}`, {
      displayName: `Maker ${at}`,
      name: at === 7 ? 'Été à Łódź' : `Tape ${53 - at}`,
    })
    await addReadyTrack(svc.ctx, maker.cassetId, 'Song')
    await take(svc, ada, maker.handle)
    svc.tick(2000)
  }
  const shown = async (query: string) => {
    const { text } = await svc.call('GET', `/library${query}`, { cookie: ada.cookie })
    return [...text.matchAll(/<a class="tape-spine" href="\/@([^"]*)"/g)].map(([, handle]) => handle)
  }
  expect((await shown('')).slice(0, 2)).toEqual(['m52', 'm51'])
  expect((await shown('?order=oldest')).slice(0, 2)).toEqual(['m0', 'm1'])
  expect((await shown('?order=artist')).slice(0, 3)).toEqual(['m0', 'm1', 'm2'])
  expect((await shown('?order=name')).slice(0, 2)).toEqual(['m7', 'm52'])
  expect(await shown('?order=name&page=2')).toEqual(['m2', 'm1', 'm0'])
  expect(await shown('?q=ETE')).toEqual(['m7'])
  expect(await shown('?q=maker+m12')).toEqual(['m12'])
  expect(await shown('?q=nothing')).toEqual([])
  // A shelf that is seen at a glance has no search over it.
  const other = cast(svc.ctx, 'bea', { published: false })
  const hasSearch = async () =>
    (await svc.call('GET', '/library', { cookie: other.cookie })).text.includes('Find in your library')
  for (let at = 0; at < 5; at += 1) await take(svc, other, `m${at}`)
  expect(await hasSearch()).toBe(false)
  await take(svc, other, 'm5')
  expect(await hasSearch()).toBe(true)
  const { text } = await svc.call('GET', '/library?q=nothing', { cookie: other.cookie })
  expect(text).toContain('Nothing found. Try fewer words.')
})

browserTest(
  'everything on the shelf plays, one tape after another, and the deck says who made each track',
  async () => {
    await using svc = await startShop()
    const ada = cast(svc.ctx, 'ada', { published: false })
    for (const [handle, title] of [
      ['nova', 'Dawn'],
      ['tide', 'Ebb'],
    ] as const) {
      const maker = cast(svc.ctx, handle, { name: `Tape of ${handle}` })
      const { id } = await addPlayableTrack(svc.ctx, maker.cassetId, title)
      const by = handle === 'nova' ? [{ role: 'with', name: 'Lou' }] : []
      const changed = await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: maker.cookie, body: { by } })
      expect(changed.status).toBe(200)
      await take(svc, ada, handle)
      svc.tick(2000)
    }
    await using open = await openPage(svc, '/library', { as: ada })
    const { page, problems } = open
    await islandReady(page, 'library/play-all')
    await page.getByRole('button', { name: 'Play all 2' }).click()
    const deck = page.getByRole('region', { name: 'Player' })
    await deck.getByText('Ebb', { exact: true }).waitFor()
    await deck.getByRole('button', { name: 'Next' }).click()
    await deck.getByText('Dawn', { exact: true }).waitFor()
    await deck.getByText('Nova with Lou').waitFor()
    expect(await breaches(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

browserTest('a key that is pressed before its code has come acts once it has', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  const ada = cast(svc.ctx, 'ada', { published: false })
  await using open = await openPage(svc, '/', { as: ada })
  const { page, problems } = open
  const { promise: come, resolve: letCome } = Promise.withResolvers<void>()
  await page.route('**/a/c-*.js', async (route) => {
    await come
    await route.continue()
  })
  await page.goto(`${svc.url}/@nova`, { waitUntil: 'commit' })
  await islandReady(page, 'follow')
  const later = page.locator('c-island[data-name="wish"]')
  await later.getByRole('button', { name: 'Add to wish list' }).click()
  expect(await later.getAttribute('data-ready')).toBeNull()
  letCome()
  await later.getByRole('button', { name: 'On your wish list' }).waitFor()
  await page.goto(`${svc.url}/library/wishes`)
  await page.getByRole('link', { name: 'First Light' }).first().waitFor()
  expect(problems).toEqual([])
})
