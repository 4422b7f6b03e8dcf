import { expect } from 'bun:test'
import { breaches, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { openShop } from '../../support/shop/checkout.ts'

useBrowser()

browserTest(
  'one key to buy is in sight at a time: the one of the front, and below it the one at the foot; on paper there is none',
  async () => {
    const { svc } = await openShop()
    await using _ = svc
    await using phone = await openPage(svc, '/@nova', { viewport: { width: 320, height: 600 } })
    const { page } = phone
    const front = page.locator('.front .key[href^="/checkout"]')
    const foot = page.locator('.foot-buy')
    const shown = () => page.locator('a.key[href="/checkout/nova"]:visible').count()
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 600 })
      await front.scrollIntoViewIfNeeded()
      await foot.waitFor({ state: 'hidden' })
      expect([width, await shown()]).toEqual([width, 1])
      await page.getByRole('heading', { name: 'About the artist' }).scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollBy(0, 300))
      await foot.waitFor({ state: 'visible' })
    }
    await page.setViewportSize({ width: 320, height: 600 })
    // At its end nothing is behind the key at the foot, which covers what somebody scrolls past.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await breaches(page)).toEqual([])
    await page.getByRole('heading', { name: 'About the artist' }).scrollIntoViewIfNeeded()
    expect(await foot.evaluate((key) => Math.round(innerHeight - key.getBoundingClientRect().bottom))).toBe(12)
    await page.getByRole('button', { name: 'Play all' }).click()
    await page.getByRole('region', { name: 'Player' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .locator('.deck, .bar, .foot, .key, button')
        .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length),
    ).toBe(0)
    expect(await page.getByRole('heading', { name: 'Side A' }).isVisible()).toBe(true)
    expect(phone.problems).toEqual([])
  },
)
