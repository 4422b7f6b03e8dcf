import { expect } from 'bun:test'
import { breaches, browserTest, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { openStudio } from '../../support/casset/studio.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('a casset is published only when its price was said, with the picture that others will see', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using studio = await openStudio(svc, nova)
  const { page } = studio
  await page.getByText('It has no price yet.').waitFor()
  expect(await page.locator('#price').inputValue()).toBe('')
  // One key publishes, wherever the page is looked at.
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /publish/i })
      .count(),
  ).toBe(1)
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /publish/i })
      .count(),
  ).toBe(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const list = page.getByRole('dialog')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await list.waitFor()
  expect(await focused()).toBe('Ready to publish?')
  const lit = () => list.locator('.lamp[data-lit] b').allTextContents()
  expect(await lit()).toEqual(['Tracks', 'Preview', 'Payment', 'Visibility'])
  await list.getByRole('button', { name: 'Publish', exact: true }).click()
  await list.getByText('Say what it costs, or that it is free.').waitFor()
  expect((await svc.call('GET', '/@nova')).status).toBe(404)

  await list.getByLabel('Price in USD').fill('8')
  expect(await lit()).toEqual(['Tracks', 'Preview', 'Price', 'Payment', 'Visibility'])
  const picture = list.getByRole('img', { name: /^Sleeve, name and price/ })
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('.shared-picture img')?.naturalWidth === 1200,
  )
  expect(await picture.isVisible()).toBe(true)
  expect(await breaches(page)).toEqual([])
  await list.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'It’s out!')
  expect(await breaches(page)).toEqual([])
  const media = async () => (await svc.call('GET', '/api/casset/nova/media')).json
  expect(await media()).toMatchObject({ casset: { published: true, price: { amount: 800 } } })
  await list.getByRole('button', { name: 'Close' }).click()

  // Music that is given away stays with those who took it: it is asked first.
  await page.locator('#price').fill('0')
  await page.locator('#price').press('Enter')
  await list.getByRole('button', { name: 'Keep the price' }).click()
  expect(await page.locator('#price').inputValue()).toBe('8.00')
  await page.locator('#price').fill('0')
  await page.locator('#price').press('Enter')
  await list.getByRole('button', { name: 'Make it free' }).click()
  await list.waitFor({ state: 'detached' })
  expect(await media()).toMatchObject({ casset: { price: { amount: 0 } } })
})

browserTest('a price that is being saved is what the list shows, also where it was free before', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null, priceMinor: 0 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using studio = await openStudio(svc, nova)
  const { page } = studio
  await page.locator('#price').fill('0')
  await page.locator('#price').press('Enter')
  await page.getByText('It has no price yet.').waitFor({ state: 'detached' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/studio/casset/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.locator('#price').fill('7')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const list = page.getByRole('dialog')
  expect(await list.count()).toBe(0)
  held.resolve()
  await list.waitFor()
  expect(await list.getByLabel('Price in USD').inputValue()).toBe('7.00')
  expect(await list.getByLabel('Free for everybody').isChecked()).toBe(false)
  await list.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'It’s out!')
  expect((await svc.call('GET', '/api/casset/nova/media')).json).toMatchObject({ casset: { price: { amount: 700 } } })
})
