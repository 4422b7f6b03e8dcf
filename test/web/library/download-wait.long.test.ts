import { expect } from 'bun:test'
import { breaches, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { openQueue } from '../../support/casset/convert-queue.ts'
import { addMaster } from '../../support/casset/download.ts'
import { hasFfmpeg, hostFfmpeg } from '../../support/casset/media.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const waitTest = hasFfmpeg ? browserTest : browserTest.skip

/** The page of an artist of two tracks, who may download them, with all formats in sight. */
async function openOffers() {
  const svc = await startServer({ ffmpeg: hostFfmpeg })
  const nova = cast(svc.ctx, 'nova')
  for (const position of [1, 2]) await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', { title: 'Song', position })
  const open = await openPage(svc, '/@nova', { as: nova })
  const { page } = open
  for (const summary of await page.locator('.formats summary').all()) await summary.click()
  return {
    page,
    link: page.getByRole('link', { name: /as MP3/ }),
    one: page.getByRole('button', { name: 'Download the track' }),
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]()
      await svc[Symbol.asyncDispose]()
    },
  }
}

waitTest(
  'a page says that a download waits for its turn, then starts it by itself, or says why there is none',
  async () => {
    await using queue = await openQueue(async () => {}, 'mp3-no-tag.mp3')
    const { svc, tide, disk, go } = queue
    await using open = await openPage(svc, '/@tide', { as: tide })
    const { page } = open
    await page.locator('.formats summary').click()
    const link = page.getByRole('link', { name: /as MP3/ })
    const free = disk.free
    disk.free = 1
    await link.click()
    const line = page.locator('.making')
    await line.getByText('Try again in a few minutes.').waitFor()
    disk.free = free
    const saving = page.waitForEvent('download')
    await link.click()
    await line.getByText('It is being made, and starts automatically when it is ready.').waitFor()
    await line.getByText('Other downloads are made first. This one starts automatically when it is ready.').waitFor()
    expect(await breaches(page)).toEqual([])
    go()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/ \(MP3\)\.zip$/)
    await line.waitFor({ state: 'hidden' })
    expect(page.url()).toEndWith('/@tide')
  },
)

waitTest('a download whose script cannot be loaded is left to the browser, each press anew', async () => {
  await using offers = await openOffers()
  const { page, link, one } = offers
  await page.route(/\.js$/, (route) => route.abort())
  for (const [key, name] of [
    [link, / \(MP3\)\.zip$/],
    [one, /Song\.wav$/],
    [link, / \(MP3\)\.zip$/],
  ] as const) {
    const saving = page.waitForEvent('download')
    await key.click()
    expect((await saving).suggestedFilename()).toMatch(name)
  }
  expect(page.url()).toEndWith('/@nova')
})

waitTest('a press that opens elsewhere is left to the browser', async () => {
  await using offers = await openOffers()
  const { page, link, one } = offers
  // The last to hear of a press says whether the page took it, and keeps the browser from opening
  // it.
  await page.evaluate(() => {
    const hear = (event: Event) => {
      document.body.dataset.taken = String(event.defaultPrevented)
      event.preventDefault()
    }
    for (const type of ['click', 'auxclick']) addEventListener(type, hear)
  })
  const isTaken = async (key: typeof link, options: Parameters<typeof link.click>[0]) => {
    await key.click(options)
    return page.evaluate(() => document.body.dataset.taken)
  }
  for (const key of [link, one]) {
    for (const modifier of ['Control', 'Meta', 'Shift'] as const)
      expect([modifier, await isTaken(key, { modifiers: [modifier] })]).toEqual([modifier, 'false'])
    expect(await isTaken(key, {})).toBe('true')
  }
  expect(await isTaken(link, { button: 'middle' })).toBe('false')
})
