import { expect } from 'bun:test'
import { agree, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { shop, withStripe } from '../../support/order/stripe-page.ts'
import { offerLevel } from '../../support/shop/support.ts'

useBrowser()

browserTest('a support begins at Stripe with fields that keep the card for later, as its payment does', async () => {
  const { peer, svc, nova, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await offerLevel(svc, nova)
  await offerLevel(svc, nova, { name: 'Patron', least: 2_500, rhythm: 'year' })
  await using open = await openPage(svc, '/library', { as: ada })
  const { page, problems } = open
  const usages: unknown[] = []
  const told = await withStripe(page, async (id, payment_method) => {
    usages.push((await peer.stripe.paymentIntents.retrieve(id)).setup_future_usage)
    await peer.stripe.paymentIntents.confirm(id, { payment_method, return_url: svc.url })
    return {}
  })
  await page.goto(`${svc.url}/checkout/nova/support`)
  await page.getByText('Fields of Stripe, payment').waitFor()
  await page.getByText('By paying you agree that $5.00 a month is taken').waitFor()
  await page.getByText('Patron').click()
  await page.getByText('By paying you agree that $25.00 a year is taken').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(told.map((words) => JSON.parse(words))).toContainEqual(['usage', 'off_session'])
  expect(usages).toEqual(['off_session'])
  await page.getByRole('link', { name: 'See your support' }).click()
  await page.getByRole('link', { name: 'See it or end it' }).click()
  await page.getByRole('button', { name: 'End my support' }).click()
  await page.getByText('You have ended it. It runs to').waitFor()
  expect(problems).toEqual([])
})
