import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { collect, openShop, shopOf } from '../../support/shop/checkout.ts'

useBrowser()

browserTest('an artist sets payouts up from the studio, leaves something out, puts it right, and is paid', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await using open = await openPage(svc, '/studio/payouts', { as: nova })
  const { page, problems } = open
  await islandReady(page, 'studio/payouts/onboard')
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.locator('#onboard-country-problem').getByText('Choose the country you are paid in.').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.getByLabel('Country you are paid in').selectOption({ label: 'United States' })
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByRole('button', { name: 'Leave details out' }).click()
  await page.waitForURL(`${svc.url}/studio/payouts?from=back`)
  await page.getByRole('heading', { name: 'Set-up not finished' }).waitFor()
  await page.getByText('Your name').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Give all details' }).click()
  await page.getByRole('heading', { name: 'You can be paid' }).waitFor()
  await collect(svc, ada)
  svc.tick(3 * 86_400_000)
  const [account] = (await shopOf(svc).stripe.v2.core.accounts.list()).data
  await shopOf(svc).stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: account?.id ?? '' })
  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await page.getByText('$5.00').waitFor()
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])
})
