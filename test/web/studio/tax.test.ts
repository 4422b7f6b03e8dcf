import { expect } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { taxDetailsOf } from '../../../src/books/tax/tax-details.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { breaches, browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { collect, openShop } from '../../support/shop/checkout.ts'
import { addEmoji } from '../../support/shop/emoji.ts'

useBrowser()

const address = 'c/o Grünes Haus am Wasser\nHauptstr. 1\n10115 Berlin'

browserTest(
  'an artist writes their tax details down, is told of a text that is too long, and buyers see them',
  async () => {
    const { svc, nova, ada, draft } = await openShop()
    await using _ = svc
    makeOwner(svc.ctx, 'draft@example.com')
    const emoji = await addEmoji(svc, nova, 'wave')
    await using studio = await openPage(svc, '/studio/tax', { as: nova, viewport: { width: 390, height: 844 } })
    const { page } = studio
    await islandReady(page, 'studio/tax/tax-form')
    expect(await page.getByText('on behalf of').textContent()).toContain('Draft')
    await page.getByLabel('Legal name').fill('Nova Music Ltd')
    await page.getByLabel('Address').fill(address)
    await page.getByLabel('A note on tax').fill('x'.repeat(longest.taxNote + 1))
    await page.getByLabel('Next to your prices').fill('y'.repeat(longest.priceNote + 1))
    await page.getByLabel('Legal name').focus()
    // Both texts are refused at their fields, and what is right is saved all the same.
    await page.getByText('200 characters at most.').waitFor()
    await page.getByText(`${longest.priceNote} characters at most.`, { exact: true }).waitFor()
    await page.getByLabel('A note on tax').fill('Small business, no VAT charged')
    expect(await page.getByText('200 characters at most.').count()).toBe(0)
    await page.getByLabel('Next to your prices').fill('incl. VAT 19 %')
    await page.keyboard.press('Enter')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.problem:not(:empty)').length === 0)
    expect(taxDetailsOf(svc.ctx, nova.artistId)).toEqual({
      legalName: 'Nova Music Ltd',
      address,
      taxId: null,
      note: 'Small business, no VAT charged',
      priceNote: 'incl. VAT 19 %',
      selfBilling: false,
    })
    await page.reload()
    expect(await page.getByLabel('Address').inputValue()).toBe(address)
    const found = await breaches(page)
    const { orderId } = await collect(svc, draft)
    const visits = [
      ['/@nova', ada],
      ['/checkout/nova', ada],
      ['/checkout/nova/tip', ada],
      [`/checkout/nova/emoji/${emoji.id}`, ada],
      [`/receipt/${orderId}`, draft],
      ['/studio/tax', draft],
    ] as const
    for (const [path, as] of visits) {
      await signIn(page.context(), svc, as)
      await page.goto(svc.url + path)
      if (!path.startsWith('/studio')) {
        expect([path, await page.getByText('incl. VAT 19 %').filter({ visible: true }).first().isVisible()]).toEqual([
          path,
          true,
        ])
      }
      const files = await page.locator('a[download][href^="/api/admin/ledger.csv"]').count()
      expect([path, as.handle, files]).toEqual([path, as.handle, path === '/studio/tax' ? 2 : 0])
    }
    expect([found, studio.problems]).toEqual([[], []])
  },
)

browserTest('a printed receipt is the paper and nothing else', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await using open = await openPage(svc, `/receipt/${orderId}`, { as: ada })
  const { page } = open
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByText('TEST-nova-').isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'All receipts' }).isVisible()).toBe(false)
  expect(await page.locator('body > :not(main):visible').count()).toBe(0)
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.querySelector('.jcard') ?? document.body)
    return [backgroundColor, color]
  })
  expect(colours[0]).not.toBe(colours[1])
})
