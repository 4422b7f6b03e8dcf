import { expect } from 'bun:test'
import { orders } from '../../../db/schema/order/order.ts'
import { agree, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { address, shop, withStripe } from '../../support/order/stripe-page.ts'
import { publishableKey } from '../../support/test-processor/stripe.ts'

useBrowser()

browserTest('Stripe’s fields know the sum before there is an order, and pay the one that was placed', async () => {
  const { peer, svc, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page, problems } = open
  const cards = ['insufficient_funds', null]
  const told = await withStripe(page, async (id) => {
    const reason = cards.shift()
    if (reason) return { error: { type: 'card_error', code: 'card_declined', decline_code: reason } }
    await peer.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: svc.url })
    return {}
  })
  await page.goto(`${svc.url}/checkout/nova`)
  await page.getByText('Fields of Stripe, payment').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Pay more' }).click()
  expect(svc.ctx.db.select().from(orders).all()).toEqual([])
  await page.getByRole('button', { name: 'Pay $8.00' }).click()
  await page.locator('.problem').getByText('There is not enough money on this card.').waitFor()
  await page.getByRole('button', { name: 'Pay $8.00' }).click()
  await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
  expect(told.map((words) => JSON.parse(words))).toEqual([
    ['elements', publishableKey, 'payment', 700, 'usd', 'automatic', 'auto', true],
    ['create', 'ada@example.com'],
    ['update', 800],
    ['submit'],
    ['confirm', 'if_required', '/checkout/nova'],
    ['submit'],
    ['confirm', 'if_required', '/checkout/nova'],
  ])
  const placed = svc.ctx.db.select().from(orders).all()
  expect(placed.map(({ state, amountMinor }) => ({ state, amountMinor }))).toEqual([
    { state: 'PAID', amountMinor: 800 },
  ])
  expect(problems).toEqual([])
})

browserTest(
  'a stranger pays through Stripe’s fields with an email address, and is led to what they collected',
  async () => {
    const { peer, svc } = await shop()
    await using _peer = peer
    await using _svc = svc
    await using open = await openPage(svc, '/@nova', { lacks: ['navigation'] })
    const { page, problems } = open
    const told = await withStripe(page, async (id) => {
      await peer.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: svc.url })
      return {}
    })
    // The page of the payment has a policy of its own, so it is loaded in full, and so is the next.
    const same = () => page.locator('html').getAttribute('data-same')
    await islandReady(page, 'share')
    await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'))
    await page.getByRole('link', { name: 'Buy for $7.00' }).first().click()
    await page.getByText('Fields of Stripe, payment').waitFor()
    expect(await same()).toBeNull()
    await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'))
    await page.getByLabel('Email address').fill('kim@example.org')
    await agree(page)
    await page.getByRole('button', { name: 'Pay $7.00' }).click()
    await page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/collected\/[\w-]{43}$/)
    expect(await same()).toBeNull()
    expect(told.map((words) => JSON.parse(words)).slice(1, 4)).toEqual([
      ['create', ''],
      ['submit'],
      ['confirm', 'if_required', '/checkout/nova'],
    ])
    const [intent] = (await peer.stripe.paymentIntents.list()).data
    // Where we send no email, the processor does.
    expect(intent?.receipt_email).toBe('kim@example.org')
    // Back from the music leads to no form that pays once more.
    await page.goBack()
    await page.getByRole('heading', { name: 'Nova', exact: true, level: 1 }).waitFor()
    expect(problems).toEqual([])
  },
)

browserTest('a permanent refusal of Stripe is told as such, and not as an answer that got lost', async () => {
  const { peer, svc, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page } = open
  await withStripe(page, async () => ({ error: { type: 'invalid_request_error', code: 'parameter_missing' } }))
  await page.goto(`${svc.url}/checkout/nova`)
  await page.getByText('Fields of Stripe, payment').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Pay $7.00' }).click()
  const told = page.getByText('Stripe refuses this payment, and not because of your card. Nothing was taken.')
  expect(await told.textContent()).toContain('(parameter_missing)')
})

browserTest('where Stripe cannot be reached the tape jams, and nothing is ordered', async () => {
  const { peer, svc, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page } = open
  await page.route(address, (route) => route.abort())
  await page.goto(`${svc.url}/checkout/nova`)
  await page.getByText('Stripe, which handles the payment, cannot be reached.').waitFor()
  await page.unroute(address)
  await withStripe(page, async () => ({}))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Fields of Stripe, payment').waitFor()
  expect(svc.ctx.db.select().from(orders).all()).toEqual([])
})

browserTest('no other page asks Stripe for anything', async () => {
  const { peer, svc, ada } = await shop()
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/', { as: ada })
  const { page } = open
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(svc.url)) foreign.push(request.url())
  })
  for (const path of ['/', '/@nova', '/library', '/studio']) {
    await page.goto(svc.url + path)
    await islandReady(page, 'player/deck')
  }
  expect(foreign.filter((url) => url.startsWith('http'))).toEqual([])
})

browserTest('a voucher that waits is shown as waiting, also after a reload, and is replaced by a choice', async () => {
  const { peer, svc, ada } = await shop(async (request, answer) => {
    const response = await answer()
    const isRead = request.method === 'GET' && new URL(request.url).pathname.startsWith('/v1/payment_intents/')
    if (!isRead) return response
    const next_action = { type: 'boleto_display_details', boleto_display_details: { number: '1' } }
    return Response.json({ ...(await response.json()), status: 'requires_action', next_action })
  })
  await using _peer = peer
  await using _svc = svc
  await using open = await openPage(svc, '/library', { as: ada })
  const { page, problems } = open
  await withStripe(page, async () => ({}))
  await page.goto(`${svc.url}/checkout/nova`)
  await page.getByText('Fields of Stripe, payment').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Pay $7.00' }).click()
  const waits = page.getByRole('heading', { name: 'Waiting for your payment' })
  await waits.waitFor()
  await page.reload()
  await waits.waitFor()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Pay $7.00' }).click()
  await waits.waitFor()
  const placed = svc.ctx.db.select().from(orders).all()
  expect(placed.map(({ state }) => state).sort()).toEqual(['OPEN', 'REPLACED'])
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
})
