import { expect } from 'bun:test'
import { join } from 'node:path'
import { rowsOf } from '../../support/account/account.ts'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/process.ts'
import { openLicensing } from '../../support/release/license.ts'
import { decide } from '../../support/release/release.ts'
import { settled, shopOf } from '../../support/shop/checkout.ts'

useBrowser()

const phone = { width: 390, height: 844 }

browserTest(
  'people buy a license on the page of a release and get a certificate, which tells when it has ended',
  async () => {
    const { svc, id, nova, ada } = await openLicensing()
    await using _ = svc
    using folder = temporaryFolder()
    const terms = 'Name me in the credits.'
    await decide(svc, nova, id, {
      scope: 'remix',
      decision: 'REQUIRE_LICENSE',
      price: { amount: 300, currency: 'usd' },
      terms,
    })
    await using world = await openPage(svc, '/@nova', { viewport: phone })
    await world.page.getByRole('link', { name: 'License from $3.00' }).click()
    const { page } = world
    await islandReady(page, 'release/buy-license')
    expect(await page.getByText(terms).count()).toBe(1)
    const buy = page.locator('.license-offers .key')
    // Nothing is coloured until there is something to buy.
    expect([await buy.count(), await page.locator('main .key.go:visible').count()]).toEqual([0, 0])
    await page.getByLabel('Remix it').check()
    await page.getByLabel('Download it').check()
    expect(await buy.textContent()).toBe('Buy the license · $10.00')
    expect(await breaches(page)).toEqual([])

    // With an account it is in the library afterwards.
    await using shop = await openPage(svc, `/@nova/releases/${id}`, { viewport: phone, as: ada })
    const desk = shop.page
    await islandReady(desk, 'release/buy-license')
    await desk.getByLabel('Remix it').check()
    await desk.getByLabel('Download it').check()
    await desk.getByRole('button', { name: 'Buy the license · $10.00' }).click()
    await desk.waitForURL(/\/checkout\/nova\/license\//)
    await islandReady(desk, 'checkout/license')
    await desk.getByLabel('Who the license is for').fill('Ada Films')
    await agree(desk)
    await desk.getByRole('button', { name: 'Fill in the test card' }).click()
    await desk.locator('.key.send').click()
    await desk.getByRole('heading', { name: 'Here is your license' }).waitFor()
    await desk.getByText('For programs').click()
    const [saved] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: 'Save as a file' }).click(),
    ])
    const file = join(folder.path, 'license.json')
    await saved.saveAs(file)
    expect(await breaches(desk)).toEqual([])
    // A download that was paid for comes by a button, and later by the token.
    const token = await desk.getByLabel('License token', { exact: true }).inputValue()
    const fileBy = async () => {
      const button = desk.getByRole('button', { name: 'Download the music' })
      const [sent] = await Promise.all([desk.waitForEvent('download'), button.click()])
      await sent.saveAs(join(folder.path, 'music'))
      return Buffer.from(await Bun.file(join(folder.path, 'music')).arrayBuffer()).toString()
    }
    expect(await fileBy()).toStartWith('MASTER of Dawn')
    const { order_id: licenseId } = Object(rowsOf(svc, 'licenses').at(-1))
    await svc.ctx.jobs.idle()

    await desk.goto(`${svc.url}/library`)
    await desk.getByRole('link', { name: 'First Light by Nova' }).click()
    await desk.getByText('Ada Films').waitFor()
    await desk.emulateMedia({ media: 'print' })
    expect(await desk.getByText('Ada Films').isVisible()).toBe(true)
    expect(await desk.getByRole('img', { name: /licenses/ }).isVisible()).toBe(true)
    for (const part of ['#bar', '.verify', '.files']) expect(await desk.locator(part).isVisible()).toBe(false)
    await desk.emulateMedia({ media: 'screen' })
    await islandReady(desk, 'release/take-files')
    expect(await fileBy()).toStartWith('MASTER of Dawn')
    // To everybody else, whoever holds the token holds the license.
    await page.goto(`${svc.url}/licenses/${licenseId}`)
    await islandReady(page, 'release/take-files')
    await page.getByLabel('License token', { exact: true }).fill(token)
    const [sent] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the music' }).click(),
    ])
    expect(await Bun.file(await sent.path()).text()).toStartWith('MASTER of Dawn')
    // It is for those who are shown a certificate, not for whoever holds the license.
    expect(await desk.getByLabel('Choose a certificate').count()).toBe(0)
    expect(await breaches(desk)).toEqual([])
    await islandReady(page, 'release/verify-certificate')
    await page.getByLabel('Choose a certificate').setInputFiles(file)
    await page.getByText('It is real and valid.', { exact: true }).waitFor()
    expect(await breaches(page)).toEqual([])

    // A stranger is not told whom it names, and after a refund sees that it ended.
    const { payment_intent_id: intent } = Object(rowsOf(svc, 'orders').at(-1))
    await shopOf(svc).stripe.refunds.create({ payment_intent: intent })
    await settled(svc)
    await svc.ctx.jobs.idle()
    await page.goto(`${svc.url}/licenses/${licenseId}`)
    await page.getByText('the money went back.').waitFor()
    expect(await page.content()).not.toContain('Ada Films')
    await islandReady(page, 'release/verify-certificate')
    await page.getByLabel('Choose a certificate').setInputFiles(file)
    await page.getByText(/The license has ended: event \d+ says so\./).waitFor()
    await page.getByText('It is real, and has ended.', { exact: true }).waitFor()
  },
)
