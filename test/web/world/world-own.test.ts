import { expect } from 'bun:test'
import { breaches, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { openShop } from '../../support/shop/checkout.ts'

useBrowser()

// With some of them the key would lie on one of the front.
const heights = [480, 540, 600, 667, 740, 844]

browserTest(
  'on a phone the key to buy that stays in sight lies on no key of the front, and on paper there are neither keys nor a player',
  async () => {
    const { svc } = await openShop()
    await using _ = svc
    await using phone = await openPage(svc, '/@nova', { viewport: { width: 320, height: 600 } })
    const { page } = phone
    const buy = page.locator('.foot-buy')
    for (const height of heights) {
      await page.setViewportSize({ width: 320, height })
      const top = (await buy.boundingBox())?.y ?? 0
      const front = await page
        .locator('.front .key')
        .evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect().bottom))
      expect(front.length).toBeGreaterThan(2)
      expect([height, front.filter((bottom) => bottom > top)]).toEqual([height, []])
    }
    await page.setViewportSize({ width: 320, height: 600 })
    expect(await breaches(page)).toEqual([])
    await page.getByRole('heading', { name: 'About the artist' }).scrollIntoViewIfNeeded()
    expect(await buy.evaluate((key) => Math.round(innerHeight - key.getBoundingClientRect().bottom))).toBe(12)
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
