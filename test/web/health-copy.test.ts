import { expect } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { isCopy, markRestored } from '../../src/platform/instance.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

useBrowser()

browserTest('a copy says what it is under Health, and one key there makes it the site', async () => {
  using folder = temporaryFolder()
  const dataDir = folder.path
  await (await startServer({ dataDir }))[Symbol.asyncDispose]()
  markRestored(dataDir, { madeAt: Date.parse('2026-11-26T12:00:00Z'), isLook: false })
  await using svc = await startServer({ dataDir })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  await using opened = await openPage(svc, '/desk/health', { as: nova, viewport: { width: 390, height: 800 } })
  const { page, problems } = opened
  const note = page.getByRole('region', { name: 'A copy of your site' })
  expect(await note.textContent()).toContain(
    'It sends, sells, pays and backs up nothing until you say that it is the site.',
  )
  expect(await note.textContent()).toMatch(/It was restored from a backup of .*26.*2026/)
  await islandReady(page, 'desk/health')
  expect(await breaches(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await note.getByRole('button', { name: 'This is the site from now on' }).click()
  await note.waitFor({ state: 'detached' })
  expect(isCopy(svc.ctx.db, dataDir)).toBe(false)
  expect(problems).toEqual([])
})
