import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { rowsOf } from '../../support/account/account.ts'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { fixturePath } from '../../support/casset/studio.ts'
import { png } from '../../support/platform/picture.ts'
import { startShop } from '../../support/shop/checkout.ts'
import { seenBy } from '../../support/shop/emoji.ts'
import { cast } from '../../support/world.ts'

useBrowser()

async function payWithTestCard(page: Page, island: string) {
  await islandReady(page, island)
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  await page.locator('.key.send').click()
}

browserTest('an emoji goes up in the studio, and somebody else buys it with 4242 and leaves a tip', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const ada = cast(svc.ctx, 'ada', { published: false })
  await using studio = await openPage(svc, '/studio/emoji', { as: nova })
  await islandReady(studio.page, 'studio/emoji/emoji')
  await studio.page.getByText('No emoji yet.').waitFor()
  const large = png(300, 200, (x) => [x % 256, 90, 40])
  await studio.page.locator('.zone input[type=file]').setInputFiles([
    {
      name: 'Boünce Back!.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from(await Bun.file(fixturePath('bounce.gif')).bytes()),
    },
    { name: 'big.png', mimeType: 'image/png', buffer: large },
    { name: 'song.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
  ])
  await studio.page.getByText('song.png: cannot be used.').waitFor()
  await studio.page.getByText('128 × 85. Made smaller: it was 300 × 200.').waitFor()
  const first = studio.page.getByRole('form', { name: 'Boünce Back!.gif' })
  expect(await first.getByLabel('Shortcode').inputValue()).toBe('bounce_back')
  await first.getByLabel('Shortcode').fill('Bounce')
  await first.getByRole('button', { name: 'Add' }).click()
  await first.getByText('Use 2 to 32 lowercase letters').waitFor()
  await first.getByLabel('Shortcode').fill('bounce')
  await first.getByLabel('Price in USD').fill('2.50')
  await first.getByRole('button', { name: 'Add' }).click()
  await studio.page.getByText('1 of 100').waitFor()
  const second = studio.page.getByRole('form', { name: 'big.png' })
  await second.getByLabel('Shortcode').fill('bounce')
  await second.getByRole('button', { name: 'Add' }).click()
  await second.getByText('You already have an emoji called :bounce:.').waitFor()
  expect(await breaches(studio.page)).toEqual([])
  await second.getByLabel('Shortcode').fill('big')
  await second.getByLabel('Shortcode').press('Enter')
  await studio.page.getByText('2 of 100').waitFor()
  await studio.page.getByRole('button', { name: 'Stop selling :big:' }).click()
  await studio.page.getByRole('button', { name: 'Stop selling', exact: true }).click()
  await studio.page.getByText('1 of 100').waitFor()
  expect(await seenBy(svc)).toMatchObject([{ shortcode: 'bounce', price: { amount: 250, currency: 'usd' } }])

  await using shop = await openPage(svc, '/@nova', { as: ada })
  const { page, problems } = shop
  await page.getByRole('link', { name: '$2.50 for :bounce:' }).click()
  await payWithTestCard(page, 'checkout/emoji')
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(await seenBy(svc, ada)).toMatchObject([{ shortcode: 'bounce', owned: true }])
  await page.getByRole('link', { name: 'Back to the casset' }).click()
  await page.getByText('yours – :bounce:').waitFor()
  await page.getByRole('link', { name: 'Tip the artist' }).click()
  await islandReady(page, 'checkout/tip')
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Your tip').fill('0.99')
  await payWithTestCard(page, 'checkout/tip')
  await page.getByText('Enter at least $1.').waitFor()
  await page.getByRole('button', { name: '$10.00' }).click()
  await page.getByLabel('Add a message').fill('For Dawn 🌅')
  await page.getByRole('button', { name: 'Pay $10.00' }).click()
  await page.getByText('Your tip is on its way to Nova.').waitFor()
  expect(rowsOf(svc, 'tips')).toMatchObject([{ status: 'PAID' }])
  expect(rowsOf(svc, 'orders')).toMatchObject([
    { kind: 'emoji', amount_minor: 250 },
    { kind: 'tip', amount_minor: 1000, message: 'For Dawn 🌅' },
  ])
  expect([...studio.problems, ...problems].filter((problem) => !/ 40[09] /.test(problem))).toEqual([])
})
