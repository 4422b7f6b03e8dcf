import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { rowsOf } from '../../support/account/account.ts'
import { agree, breaches, browserTest, islandReady, openPage, slowSound, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import type { TestServer } from '../../support/server.ts'
import { shopOf, startShop } from '../../support/shop/checkout.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

async function shop() {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 25 } })
  return { svc, nova, ada: cast(svc.ctx, 'ada', { published: false }) }
}

const payKey = (page: Page) => page.locator('.key.send')
const keepBox = (page: Page) => page.getByLabel('Use this card again during this visit')
const deck = (page: Page) => page.getByRole('region', { name: 'Player' })

/** Pays for the casset with a card that may be used again. */
async function payOnce(page: Page, svc: TestServer, number?: string) {
  await page.goto(`${svc.url}/checkout/nova`)
  await islandReady(page, 'checkout/checkout')
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  if (number) await page.getByLabel('Card number').fill(number)
  await keepBox(page).check()
  await payKey(page).click()
}

async function openTip(page: Page, svc: TestServer) {
  await page.goto(`${svc.url}/checkout/nova/tip`)
  await islandReady(page, 'checkout/tip')
}

browserTest('after one card of the visit a tip is one press, with its sum shown, and no second form', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/library', { as: ada, viewport: phone })
  const { page, problems } = open
  await page.goto(`${svc.url}/checkout/nova`)
  await islandReady(page, 'checkout/checkout')
  expect(await keepBox(page).isChecked()).toBe(false)
  await payOnce(page, svc)
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  await openTip(page, svc)
  await page.getByText('You pay with Visa ending in 4242.').waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay $2.00' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  // Forgotten by a press: the form is back, here and on the next page.
  await openTip(page, svc)
  await page.getByRole('button', { name: 'Forget this card' }).click()
  await page.getByLabel('Card number').waitFor()
  await openTip(page, svc)
  await page.getByLabel('Card number').waitFor()
  expect(rowsOf(svc, 'kept_cards')).toEqual([])
  expect(problems).toEqual([])
})

browserTest('a kept card that was taken away gives way to the form, and a bank that asks is answered', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page } = open
  await payOnce(page, svc, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  await openTip(page, svc)
  await page.getByText('You pay with Visa ending in 3184.').waitFor()
  await payKey(page).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(rowsOf(svc, 'tips')).toHaveLength(1)
  const [kept] = rowsOf(svc, 'kept_cards').map(Object)
  await shopOf(svc).stripe.paymentMethods.detach(String(kept?.method_id))
  await openTip(page, svc)
  await payKey(page).click()
  await page.getByLabel('Card number').waitFor()
  await page.locator('.problem').getByText('This payment can no longer be made.').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  await payKey(page).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(rowsOf(svc, 'tips')).toHaveLength(2)
})

browserTest('a guest pays by a wallet, hears all of it from the same second, and keeps it there and then', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova', { viewport: phone })
  const { page, problems } = open
  await slowSound(page)
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await deck(page).getByText('preview', { exact: true }).waitFor()
  await deck(page).getByRole('slider', { name: 'Seek' }).fill('12')
  await page.locator('a.key[href="/checkout/nova"]:visible').click()
  await islandReady(page, 'checkout/guest')
  const wallet = page.getByRole('button', { name: 'Test wallet: $7.00' })
  const card = page.getByLabel('Card number')
  expect((await wallet.boundingBox())?.y ?? 1e6).toBeLessThan((await card.boundingBox())?.y ?? 0)
  await wallet.click()
  await page.getByText('Enter your email address, like kim@example.org.').waitFor()
  await page.getByLabel('Email address').fill('kim@example.org')
  await agree(page)
  await wallet.click()
  await page.waitForURL(/\/collected\//)
  await page.waitForFunction(() => {
    const { max, value } = Object(document.querySelector('.deck .seek'))
    return Number(max) > 50 && Number(value) > 20
  })
  expect(await deck(page).getByText('preview', { exact: true }).count()).toBe(0)
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Name').fill('Kim Doe')
  await page.getByLabel('Password', { exact: true }).fill('seventeen blue lanterns')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(`${svc.url}/library`)
  expect(await page.locator('.shelf > li').count()).toBe(1)
  expect(problems).toEqual([])
  // The secret is of no further use, and not kept.
  expect(await page.evaluate<string>('Object.keys(sessionStorage).join()')).not.toContain('payer')
})
