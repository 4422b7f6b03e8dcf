import { expect } from 'bun:test'
import { orders } from '../../../db/schema/order/order.ts'
import { agree, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { type Refusal, shop, withStripe } from '../../support/order/stripe-page.ts'

useBrowser()

browserTest('wallets stand above the card, open only for what can be paid, and are told when it fails', async () => {
  const { peer, svc } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/login')
  const { page, problems } = open
  const refusals: Refusal[] = [{ error: { type: 'card_error', code: 'card_declined' } }]
  const told = await withStripe(page, async (id) => {
    const refusal = refusals.shift()
    if (refusal) return refusal
    await peer.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: svc.url })
    return {}
  })
  await page.goto(`${svc.url}/checkout/nova`)
  const wallet = page.getByRole('button', { name: 'Wallet of Stripe' })
  await page.getByText('Fields of Stripe, payment').waitFor()
  const [above, below] = [await wallet.boundingBox(), await page.getByText('Fields of Stripe, payment').boundingBox()]
  expect((above?.y ?? 1e6) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  await wallet.click()
  await page.getByText('Enter your email address, like kim@example.org.').waitFor()
  expect(svc.ctx.db.select().from(orders).all()).toEqual([])
  await page.getByLabel('Email address').fill('kim@example.org')
  await wallet.click()
  await page.getByText('Tick this first: without it nothing is delivered.').waitFor()
  expect(svc.ctx.db.select().from(orders).all()).toEqual([])
  await agree(page)
  await wallet.click()
  await page.getByText('The bank declined this card without a reason.').waitFor()
  await wallet.click()
  await page.waitForURL(/\/collected\//)
  expect(told.map((words) => JSON.parse(words)).slice(2)).toEqual([
    ['reject'],
    ['reject'],
    ['submit'],
    ['confirm', 'if_required', '/checkout/nova'],
    ['failed', 'fail'],
    ['submit'],
    ['confirm', 'if_required', '/checkout/nova'],
  ])
  expect(problems).toEqual([])
})

browserTest('a card that was ticked pays the next thing at Stripe by one press, without its fields', async () => {
  const { peer, svc, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page, problems } = open
  const told = await withStripe(page, async (id, payment_method) => {
    await peer.stripe.paymentIntents.confirm(id, { payment_method, return_url: svc.url })
    return {}
  })
  await page.goto(`${svc.url}/checkout/nova`)
  await page.getByText('Fields of Stripe, payment').waitFor()
  await page.getByLabel('Use this card again during this visit').check()
  await agree(page)
  await page.getByRole('button', { name: 'Pay $7.00' }).click()
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(told.map((words) => JSON.parse(words)).slice(2)).toEqual([
    ['update', 'on_session'],
    ['submit'],
    ['confirm', 'if_required', '/checkout/nova'],
  ])
  told.length = 0
  await page.goto(`${svc.url}/checkout/nova/tip`)
  await page.getByText('You pay with Visa ending in 4242.').waitFor()
  await page.getByRole('button', { name: 'Pay $2.00' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(told.map((words) => JSON.parse(words))).toEqual([
    ['confirm', 'if_required', '/checkout/nova/tip', expect.stringMatching(/^pm_/)],
  ])
  expect(problems).toEqual([])
})
