import { expect } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { openShop } from '../../support/shop/checkout.ts'

useBrowser()

browserTest(
  'a rate is set for a country that is chosen by its name in the reader’s language, or by typing it',
  async () => {
    const { svc, nova } = await openShop()
    await using _ = svc
    makeOwner(svc, nova)
    await using opened = await openPage(svc, '/desk/vat', {
      as: nova,
      locale: 'de',
      viewport: { width: 390, height: 844 },
    })
    const { page, problems } = opened
    await islandReady(page, 'desk/vat/vat')
    const country = page.getByLabel('Land', { exact: true })
    await page.getByLabel('Prozent').fill('20')
    await page.getByRole('button', { name: 'Festlegen' }).click()
    await page.getByText('Wähle ein Land.').waitFor()
    expect(rowsOf(svc, 'vat_rates')).toEqual([])
    await country.focus()
    await page.keyboard.type('belg')
    expect(await country.inputValue()).toBe('BE')
    expect(await breaches(page)).toEqual([])
    await page.getByRole('button', { name: 'Festlegen' }).click()
    await page.locator('li, tr', { hasText: 'Belgien' }).first().waitFor()
    expect(rowsOf(svc, 'vat_rates')).toMatchObject([{ country: 'BE' }])
    expect(problems).toEqual([])
  },
)
