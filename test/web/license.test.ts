import { expect } from 'bun:test'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { unfold } from '../support/casset/studio.ts'
import { access, openLicensing, quoted } from '../support/release/license.ts'

useBrowser()

const phone = { width: 390, height: 844 }

browserTest(
  'an artist sets price and terms, and somebody without an account buys the license and is shown it once',
  async () => {
    const { svc, id, nova } = await openLicensing()
    await using _ = svc
    await using studio = await openPage(svc, `/studio/releases/${id}`, { as: nova, viewport: phone })
    await islandReady(studio.page, 'studio/releases/release')
    await unfold(studio.page, 'Decide each use')
    const sync = studio.page.locator('.permission', { hasText: 'Use it in films and games (sync)' })
    await sync.getByLabel('With a license').check()
    await sync.getByText('Price and terms').click()
    await sync.getByLabel('Price of a license').fill('0.10')
    await sync.getByLabel('Terms').focus()
    await sync.getByText('Enter at least').waitFor()
    await sync.getByLabel('Price of a license').fill('12.50')
    await sync.getByLabel('Terms').fill('Name me in the credits.')
    await sync.getByLabel('Where to ask').focus()
    await studio.page.getByText('Saved').waitFor()
    expect(await breaches(studio.page)).toEqual([])

    const path = `/checkout/nova/license/${await quoted(svc, id, ['sync', 'download'])}`
    await using shop = await openPage(svc, path, { viewport: phone })
    const { page } = shop
    await islandReady(page, 'checkout/license')
    expect(await page.getByText('Name me in the credits.').count()).toBe(1)
    await page.getByRole('button', { name: 'Pay $19.50' }).waitFor()
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Who the license is for').fill('Lighthouse Film GmbH')
    await agree(page)
    await page.getByRole('button', { name: 'Fill in the test card' }).click()
    await page.locator('.key.send').click()
    await page.getByRole('heading', { name: 'Here is your license' }).waitFor()
    const licenseToken = await page.getByLabel('License token', { exact: true }).inputValue()
    expect((await access(svc, id, { licenseToken })).status).toBe(200)
    expect(await page.getByLabel('Link to your license', { exact: true }).inputValue()).toContain('/licensed/')
    expect(await breaches(page)).toEqual([])

    await page.reload()
    await page.getByRole('heading', { name: 'This was paid' }).waitFor()
    expect(await page.content()).not.toContain(licenseToken)
  },
)
