import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { statusOf, withOwner } from '../support/operate/decision.ts'
import { startServer } from '../support/server.ts'

useBrowser()

/** Reads the notifications, as behind the bell, and follows the newest one with these words. */
async function followNewest(page: Page, words: string) {
  await page.goto(new URL('/notifications', page.url()).href)
  await page.getByRole('main').getByRole('link', { name: words }).first().click()
}

browserTest(
  'in the browser alone a page is taken down, its maker objects, the owner answers, and the maker reads the answer',
  async () => {
    await using svc = await startServer()
    const { nova, owner } = await withOwner(svc)
    const [place, law, facts] = ['/@nova', 'Terms, 4: be kind', 'It names somebody’s home.']
    await using ofOwner = await openPage(svc, '/desk/decisions', { as: owner })
    const desk = ofOwner.page
    await desk.getByLabel('Take something down').fill(`${svc.ctx.site.origin}${place}`)
    await desk.getByRole('button', { name: 'Look' }).click()
    await desk.locator('.decisions').getByRole('link').first().click()
    await islandReady(desk, 'desk/take-down')
    await desk.getByLabel('Which law, or which part of your terms').fill(law)
    await desk.getByRole('button', { name: 'Take it down' }).click()
    await desk.getByText('Say what you found.').waitFor()
    expect(await statusOf(svc, place)).toBe(200)
    await desk.getByLabel('What you found').fill(facts)
    await desk.getByRole('button', { name: 'Take it down' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Decision' }).waitFor()
    expect(await statusOf(svc, place)).toBe(404)

    await using ofMaker = await openPage(svc, '/', { as: nova, viewport: { width: 390, height: 844 } })
    const { page } = ofMaker
    await followNewest(page, 'was taken down')
    await page.getByText(law).waitFor()
    expect(await page.locator('.statement').textContent()).toContain(facts)
    await islandReady(page, 'account/object')
    await page.getByRole('button', { name: 'Object' }).click()
    await page.getByText('Say why the decision is wrong.').waitFor()
    await page.getByLabel('Why the decision is wrong').fill('It is my own home.')
    await page.getByRole('button', { name: 'Object' }).click()
    await page.getByText('You objected. You are told the answer').waitFor()
    expect(await page.getByLabel('Why the decision is wrong').count()).toBe(0)

    await followNewest(desk, 'Somebody objects')
    await desk.getByRole('link', { name: 'First Light' }).click()
    await islandReady(desk, 'desk/answer')
    await desk.getByText('It is my own home.').waitFor()
    await desk.getByLabel('Restore it').check()
    await desk.getByLabel('Why', { exact: true }).fill('You are right, and we are sorry.')
    expect(await statusOf(svc, place)).toBe(404)
    await desk.getByRole('button', { name: 'Answer' }).click()
    await desk.getByText(', restored on').waitFor()
    expect(await statusOf(svc, place)).toBe(200)

    await followNewest(page, 'is back')
    await page.getByRole('heading', { level: 1, name: 'Restored' }).waitFor()
    const said = await page.locator('.statement').textContent()
    for (const part of ['It is my own home.', 'You are right, and we are sorry.']) expect(said).toContain(part)
    await page.getByRole('link', { name: '@nova' }).first().click()
    await page.waitForURL(`${svc.url}${place}`)
    expect([...ofOwner.problems, ...ofMaker.problems]).toEqual([])
  },
)
