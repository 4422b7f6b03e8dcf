import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { withOwner } from '../support/operate/decision.ts'
import { addComment } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'

useBrowser()

browserTest('an owner goes through the queue of reports and decides them by keys alone, and on a phone', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, dawn, kettle } = await withOwner(svc)
  const comment = addComment(svc, nova, nova, 'spam')
  // Nothing to choose from is asked before there is anything.
  expect((await svc.call('GET', '/desk/reports', { cookie: owner.cookie })).text).not.toContain('class="filter"')
  for (const [kind, id] of [
    ['track', dawn.id],
    ['comment', comment],
    ['track', kettle.id],
  ]) {
    svc.tick(60_000)
    const body = { kind, id, reason: 'spam', text: 'Look.' }
    expect((await svc.call('POST', '/api/reports', { cookie: ada.cookie, body })).status).toBe(204)
  }
  await using opened = await openPage(svc, '/desk/reports', { as: owner, viewport: { width: 390, height: 844 } })
  const { page } = opened
  await islandReady(page, 'desk/reports')
  expect(await breaches(page)).toEqual([])
  const controls = page.locator('main :is(.filter select, .filter input, .filter button, .acts a, summary)')
  const heights = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect([heights.length, heights.filter((height) => height < 44)]).toEqual([12, []])
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  expect(await page.evaluate<boolean>(isWide)).toBe(false)

  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 4))
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // Where nothing has the focus, arrows scroll the page.
  await press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await press('j', 'j')
  expect(await focused()).toBe('spam')
  await press('ArrowUp')
  expect(await focused()).toBe('Dawn')
  await press('l')
  const words = page.getByLabel('Why it stays').first()
  await words.waitFor()
  await page.keyboard.type('jolly')
  expect(await words.inputValue()).toBe('jolly')
  await press('Escape')
  expect(await focused()).toBe('Dawn')
  await press('l', 'Control+Enter')
  await page.locator('.decisions > li').nth(2).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('spam'))
  await press('t')
  await page.getByRole('heading', { name: 'Take down' }).waitFor()
  expect(page.url()).toEndWith(`/desk/decide?of=comment:${comment}`)
  const { json } = await svc.call('GET', '/api/desk/reports?state=dismissed', { cookie: owner.cookie })
  expect(json).toMatchObject({ reports: [{ title: 'Dawn', answer: 'jolly' }] })
})
