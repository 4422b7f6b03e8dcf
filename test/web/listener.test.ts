import { expect } from 'bun:test'
import { password, rowsOf } from '../support/account/account.ts'
import { confirmAddresses } from '../support/audience/letter.ts'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { startShop } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

useBrowser()

browserTest('a stranger who wants a free casset has it after three fields and three presses', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 0 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using open = await openPage(svc, '/@nova')
  const { page, problems } = open
  await page.getByRole('link', { name: 'Get it free' }).first().click()
  await page.getByRole('link', { name: 'make an account' }).click()
  await page.getByRole('heading', { name: 'Get First Light for free' }).waitFor()
  await islandReady(page, 'auth/sign-up')
  expect(await page.locator('form input:not([type=checkbox])').count()).toBe(3)
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Name').fill('Ada Fan')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${svc.url}/checkout/nova`)
  await page.getByRole('button', { name: 'Get it free' }).click()
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
    'Home',
    'Library',
    'Account',
  ])
  expect(rowsOf(svc, 'artists')).toMatchObject([{ handle: 'nova' }, { handle: 'ada-fan', makes_music: 0 }])

  await page.goto(`${svc.url}/studio`)
  await page.getByRole('button', { name: 'I make music' }).click()
  await page.getByText('No tracks yet. Add the first one.').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(5)
  expect(problems).toEqual([])
})

browserTest(
  'whoever ticks the box while they collect is on the mailing list, and leaves it in the account',
  async () => {
    await using svc = await startShop()
    const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
    await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
    const ada = cast(svc.ctx, 'ada', { published: false })
    confirmAddresses(svc)
    await using open = await openPage(svc, '/checkout/nova', { as: ada })
    const { page, problems } = open
    await islandReady(page, 'checkout/checkout')
    const box = page.getByRole('checkbox', { name: 'Yes, Nova may email me news.' })
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await page.reload()
    await islandReady(page, 'checkout/checkout')
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await agree(page)
    await page.getByRole('button', { name: 'Fill in the test card' }).click()
    expect(rowsOf(svc, 'mailing_consents')).toEqual([])
    const joined = page.waitForResponse((response) => response.url().endsWith('/mailing-list'))
    await page.locator('.key.send').click()
    await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    expect((await joined).status()).toBe(204)
    expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ email: 'ada@example.com', given_from: 'checkout' }])
    await page.goto(`${svc.url}/account`)
    await islandReady(page, 'account/mailing-lists')
    await page.getByRole('button', { name: 'Leave the mailing list of Nova' }).click()
    await page.getByText('You are on no mailing list.').waitFor()
    expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ ended_at: expect.any(Number) }])
    expect(problems).toEqual([])
  },
)
