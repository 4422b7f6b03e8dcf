import { expect } from 'bun:test'
import { breaches, browserTest, openPage, useBrowser } from '../support/browser.ts'
import { openQueue } from '../support/casset/convert-queue.ts'
import { hasFfmpeg } from '../support/casset/media.ts'

useBrowser()

const waitTest = hasFfmpeg ? browserTest : browserTest.skip

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
