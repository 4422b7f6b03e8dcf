import { expect } from 'bun:test'
import { playDays, playStops } from '../../../db/schema/casset/play.ts'
import { dayAt } from '../../../src/lib/time/calendar.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { addTape } from '../../support/casset/tape.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest(
  'a reload in the middle of a track makes no second play of it, nor does a jump; a new beginning does',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: svc.ctx.now() })
    const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 12 } })
    await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook: { seconds: 6 }, position: 2 })
    await using open = await openPage(svc, '/@nova')
    const { page, problems } = open
    const heardTo = (seconds: number) =>
      page.waitForFunction((least) => {
        const bar = document.querySelector('.deck .seek')
        return bar instanceof HTMLInputElement && bar.valueAsNumber > least
      }, seconds)
    await islandReady(page, 'tracks')
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
    await heardTo(2.6)
    await page.reload()
    await islandReady(page, 'tracks')
    const deck = page.getByRole('region', { name: 'Player' })
    if (await deck.getByRole('button', { name: 'Play', exact: true }).isVisible())
      await deck.getByRole('button', { name: 'Play', exact: true }).click()
    await heardTo(5.6)
    await page.getByRole('button', { name: 'Play Kettle', exact: true }).click()
    await heardTo(2.6)
    const told = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
    expect((await told).status()).toBe(204)
    const counts = () =>
      svc.ctx.db
        .select()
        .from(playDays)
        .all()
        .flatMap(({ counted, name, plays }) =>
          counted === 'preview' ? [[name === dawn.id ? 'Dawn' : 'Kettle', plays]] : [],
        )
        .toSorted()
    expect(counts()).toEqual([
      ['Dawn', 1],
      ['Kettle', 1],
    ])
    const seek = deck.getByRole('slider', { name: 'Seek' })
    await heardTo(3.2)
    const toldAgain = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
    await seek.fill('0')
    expect((await toldAgain).status()).toBe(204)
    await seek.fill('9')
    await heardTo(9)
    await page.getByRole('button', { name: 'Play Kettle', exact: true }).click()
    await heardTo(2.6)
    const toldLast = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
    expect((await toldLast).status()).toBe(204)
    expect(counts()).toEqual([
      ['Dawn', 2],
      ['Kettle', 2],
    ])
    expect(problems).toEqual([])
  },
)

browserTest('what a stranger plays stands in the artist’s statistics, and what the artist plays does not', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: svc.ctx.now() })
  const hook = { seconds: 6 }
  const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook, position: 2 })
  const listen = async (as?: typeof nova) => {
    await using open = await openPage(svc, '/@nova', { locale: 'pt-BR', ...(as ? { as } : {}) })
    const { page, problems } = open
    // From a page of the same site: that is no source.
    await page.goto(`${svc.url}/@nova`, { referer: `${svc.url}/` })
    await islandReady(page, 'tracks')
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
    await page.waitForFunction(() => {
      const bar = document.querySelector('.deck .seek')
      return bar instanceof HTMLInputElement && bar.valueAsNumber > 2.6
    })
    const told = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
    await page.getByRole('button', { name: 'Play Kettle', exact: true }).click()
    expect((await told).status()).toBe(204)
    expect(problems).toEqual([])
  }
  await listen(nova)
  expect(svc.ctx.db.select().from(playDays).all()).toEqual([])
  await listen()
  const day = dayAt(svc.ctx.now())
  const row = { cassetId: nova.cassetId, day, plays: 1 }
  expect(svc.ctx.db.select().from(playDays).all()).toEqual([
    { ...row, counted: 'language', name: 'pt-BR' },
    { ...row, counted: 'preview', name: dawn.id },
    { ...row, counted: 'source', name: '' },
  ])
  expect(svc.ctx.db.select().from(playStops).all()).toEqual([
    { trackId: dawn.id, counted: 'preview', part: expect.any(Number), plays: 1 },
  ])
  await using studio = await openPage(svc, '/studio/statistics', { as: nova })
  const { page, problems } = studio
  await page.getByRole('row', { name: 'Dawn' }).getByText('% to the end').waitFor()
  await page.getByRole('row', { name: 'Brazil 1' }).waitFor()
  await page.getByRole('row', { name: 'Direct or unknown 1' }).waitFor()
  await page.getByText('As a table').click()
  await page.getByRole('region', { name: 'Plays by day' }).getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: '12 months' }).click()
  await page.getByRole('heading', { name: 'Plays by month' }).waitFor()
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])
})

browserTest('names as long as they may be leave every column of the statistics in sight', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'W'.repeat(120), publishedAt: svc.ctx.now() })
  const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'W'.repeat(240))
  await addPlayableTrack(svc.ctx, addTape(svc, nova, 'live'), 'Encore')
  for (const heard of ['preview', 'whole'])
    await svc.call('POST', '/api/casset/nova/plays', {
      body: { trackId: dawn.id, heard, stoppedSec: 12, source: null },
    })
  await using open = await openPage(svc, '/studio/statistics', { as: nova })
  const { page } = open
  const table = page.getByRole('region', { name: 'Plays by track' })
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect([width, hidden]).toEqual([width, 0])
  }
})
