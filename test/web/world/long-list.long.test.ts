import { expect, test } from 'bun:test'
import { tracks } from '../../../db/schema/casset/track.ts'
import { firstRows } from '../../../public/lib/near-rows.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { makeList } from '../../support/casset/playlist.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const words = 'amber brook cedar dusk ember fern gale harbour iris june kettle lamp moss north oak plum'.split(' ')

/** An artist with a tape of 500 tracks: with words, titles and likes as no two of them have. */
async function longTape(svc: TestServer) {
  const { db } = svc.ctx
  const nova = cast(svc.ctx, 'nova', { name: 'Everything, Once', priceMinor: 700 })
  const first = await addPlayableTrack(svc.ctx, nova.cassetId, 'Opening', { master: { seconds: 20 } })
  const word = (at: number) => words[at % words.length] ?? ''
  const more = Array.from({ length: 499 }, (_, at) => ({
    ...first,
    id: svc.ctx.uuid(),
    hookId: svc.ctx.uuid(),
    position: at + 2,
    title: at === 498 ? 'The Last of All' : `${word(at * 7)} ${word(at >> 4)} ${word(at)} ${at}`,
    durationSec: 61 + ((at * 37) % 300) + (at % 100) / 100,
    lyrics: `${word(at)} and ${word(at * 3)}\n`.repeat(40),
    credits: [
      { role: 'writer', name: 'Nova' },
      { role: `${word(at)} ${at >> 4}`, name: `${word(at * 5)} ${at}` },
      { role: 'performer', name: `Player ${at}` },
    ],
  }))
  db.transaction(() => {
    for (const row of more) db.insert(tracks).values(row).run()
  })
  return { nova, ids: [first.id, ...more.map(({ id }) => id)] }
}

/** The size of a page as it is sent, compressed by brotli. */
async function weightOf(svc: TestServer, path: string, cookie = ''): Promise<number> {
  const headers = { 'accept-encoding': 'br', cookie }
  const answer = await fetch(svc.url + path, { headers, decompress: false })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  return (await answer.bytes()).length
}

test('a tape of 500 tracks is at most 60 KB of HTML as page, studio and playlist, and all can be heard without scripts', async () => {
  await using svc = await startServer()
  const { nova, ids } = await longTape(svc)
  const list = `/library/playlists/${await makeList(svc, nova, 'All of it', ids)}`
  const weights = [
    await weightOf(svc, '/@nova'),
    await weightOf(svc, '/studio', nova.cookie),
    await weightOf(svc, list, nova.cookie),
  ]
  for (const bytes of weights) expect(bytes).toBeLessThan(60 * 1024)
  const { text } = await svc.call('GET', '/@nova')
  expect(text).toContain('500 tracks')
  for (const id of ids) expect(text).toContain(`<noscript><audio controls preload="none" src="/api/audio/${id}/hook">`)
  expect(text.match(/ aria-label="Play /g)?.length).toBe(firstRows)
  const card = (await svc.call('GET', '/@nova/jcard')).text
  expect([card.split('<li>').length - 1, card.includes('The Last of All')]).toEqual([500, true])
})

test('credits of 500 tracks are cut on their page, and whole on a page of their own address', async () => {
  await using svc = await startServer()
  await longTape(svc)
  const namesOn = async (path: string) => (await svc.call('GET', path)).text.match(/Player \d+</g)?.length
  expect(await namesOn('/@nova')).toBe(24)
  const { text } = await svc.call('GET', '/@nova')
  const [, all = ''] = /href="([^"#]+)#credits">Show all credits/.exec(text) ?? []
  expect([all, await namesOn(all), await namesOn('/@nova?credits=few')]).toEqual(['/@nova?credits=all', 499, 24])
  expect(await weightOf(svc, '/@nova')).toBeLessThan(60 * 1024)
})

browserTest('a list of 500 tracks is drawn as it is scrolled, to its last track, which plays', async () => {
  await using svc = await startServer()
  const { nova, ids } = await longTape(svc)
  await using open = await openPage(svc, '/@nova')
  const { page, problems } = open
  await islandReady(page, 'tracks')
  const rows = page.locator('ol.tracks').getByRole('listitem')
  const whole = () => page.locator('ol.tracks .wave').count()
  expect(await rows.count()).toBe(500)
  expect(await whole()).toBeLessThan(60)
  const last = rows.last()
  await last.scrollIntoViewIfNeeded()
  await last.getByRole('button', { name: 'Play The Last of All' }).click()
  const deck = page.getByRole('region', { name: 'Player' })
  await deck.getByText('The Last of All', { exact: true }).waitFor()
  // Rows that were jumped over are not drawn, and the queue has them all the same.
  expect(await whole()).toBeLessThan(120)
  await deck.getByRole('button', { name: 'Previous' }).click()
  await deck.getByText(/ 497$/).waitFor()

  // By keyboard from row to row: what comes next is drawn before it is reached.
  const middle = page.locator(`#track-${ids[firstRows - 1]}`)
  await middle.getByRole('button', { name: /^Add .* to the queue$/ }).focus()
  const next = page.locator(`#track-${ids[firstRows]}`)
  await next.locator('.wave').waitFor()
  // Past the heart.
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab')
  expect(
    await next
      .getByRole('button', { name: /^Play / })
      .and(page.locator(':focus'))
      .count(),
  ).toBe(1)

  // A link to a track far below leads there.
  await page.goto(`${svc.url}/@nova#track-${ids[250]}`)
  await page.locator(`#track-${ids[250]} .wave`).waitFor()
  const isSeen = () =>
    page.evaluate(() => {
      const { top, bottom } = document.querySelector(':target')?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
      return top >= 0 && bottom <= innerHeight
    })
  expect(await isSeen()).toBe(true)
  expect(await breaches(page)).toEqual([])

  // In the studio the last one is moved up, by the same list.
  await using studio = await openPage(svc, '/studio', { as: nova })
  await islandReady(studio.page, 'studio/studio')
  await studio.page.getByText('The Last of All').scrollIntoViewIfNeeded()
  await studio.page.getByRole('button', { name: 'Details of The Last of All' }).click()
  const moved = studio.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await studio.page.getByRole('button', { name: 'Move The Last of All up' }).click()
  expect((await moved).status()).toBe(200)
  expect(problems).toEqual([])
})
