import { expect, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { heightOf, namedBars, scaleOf } from '../../../src/web/page/studio/sales/plot-scale.ts'
import { accountOf, bank, buyers, moveAt, paidOrder, processorFees, refunds } from '../../support/books/ledger-at.ts'
import { breaches, browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { cast, type Person, world } from '../../support/world.ts'

useBrowser()

const dayMs = 86_400_000
const html = { accept: 'text/html' }

const pageOf = (svc: TestServer, { cookie }: Person, query = '') =>
  svc.call('GET', `/studio/sales${query}`, { headers: html, cookie })

/**
 * nova sold, was tipped, gave back and was paid out this week, and once sold in yen eight months
 * ago.
 */
async function sold() {
  const svc = await startServer()
  const { nova, ada } = await world(svc)
  const [me, tip] = [accountOf(nova), paidOrder(svc, ada, nova, 'tip')]
  const at = (daysAgo: number) => new Date(svc.ctx.now() - daysAgo * dayMs).toISOString()
  moveAt(svc, [
    { at: at(240), kind: 'SALE', from: buyers, to: me, amount: 90_000, currency: 'jpy' },
    { at: at(6), kind: 'SALE', from: buyers, to: me, amount: 1_200 },
    { at: at(6), kind: 'PROCESSOR_FEE', from: me, to: processorFees, amount: 65 },
    { at: at(3), kind: 'SALE', from: buyers, to: me, amount: 550, orderId: tip },
    { at: at(2), kind: 'REFUND', from: me, to: refunds, amount: 300 },
    { at: at(1), kind: 'PAYOUT', from: me, to: bank, amount: 1_000 },
  ])
  return { svc, nova, ada, date: (daysAgo: number) => at(daysAgo).slice(0, 10) }
}

/** The lines of every slip on the page. */
const slips = (text: string) =>
  [...text.matchAll(/<dl class="slip-sum">(.*?)<\/dl>/g)].map(([, slip = '']) =>
    [...slip.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, amount]) => `${name} ${amount}`),
  )

test('the page of sales shows what came in, what went off it and what is left, in each currency by itself', async () => {
  const { svc, nova, date } = await sold()
  await using _ = svc
  const { text, headers } = await pageOf(svc, nova)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(slips(text)).toEqual([
    ['Gross ¥0', 'You earn ¥0', 'Paid out ¥0', 'Balance ¥90,000'],
    [
      'Cassets $12.00',
      'Tips $5.50',
      'Gross $17.50',
      'Refunds −$3.00',
      'Processing fees −$0.65',
      'You earn $13.85',
      'Paid out $10.00',
      'Balance $3.85',
    ],
  ])
  expect(text).toContain('<h3>Japanese Yen</h3>')
  expect(text).toContain('<p class="empty">No sales in this period.</p>')
  expect(text).toContain('Income by day in US Dollar: $17.50 gross, you earn $13.85.')
  expect(text).toContain(`href="/api/studio/statistics.csv?from=${date(29)}&amp;to=${date(0)}"`)
  expect(text).not.toContain('style=')
})

test('how far back is a link, and a span that is none is the usual one', async () => {
  const { svc, nova, date } = await sold()
  await using _ = svc
  for (const [span, from, by] of [
    ['7d', date(6), 'day'],
    ['90d', date(89), 'week'],
    ['all', date(240), 'week'],
  ] as const) {
    const { text } = await pageOf(svc, nova, `?span=${span}`)
    expect(text).toContain(`href="/studio/sales?span=${span}" aria-current="true"`)
    expect(text).toContain(`statistics.csv?from=${from}&amp;to=${date(0)}`)
    expect(text).toContain(`Income by ${by} in US Dollar`)
  }
  expect((await pageOf(svc, nova, '?span=12m')).text).toContain('Income by month in Japanese Yen: ¥90,000 gross')
  for (const odd of ['?span=constructor', '?span=%3Cscript%3E', '?span=', '?span=toString']) {
    const { status, text } = await pageOf(svc, nova, odd)
    expect([odd, status, text.includes('span=30d" aria-current="true"')]).toEqual([odd, 200, true])
  }
})

test('the page of an artist without sales says so once, and shows no figures; nor does a page further back', async () => {
  const { svc, nova, ada } = await sold()
  await using _ = svc
  const { text } = await pageOf(svc, ada)
  expect(text).toContain('No sales yet.')
  expect(text).not.toContain('class="figures"')
  expect((await pageOf(svc, nova, '?cursor=x')).text).not.toContain('class="figures"')
})

test('a plot is ruled in round steps, with zero among them and room for everything', () => {
  expect(scaleOf(0, 2_100)).toEqual({ low: 0, high: 3_000, lines: [0, 1_000, 2_000, 3_000] })
  expect(scaleOf(-300, 1_200)).toEqual({ low: -500, high: 1_500, lines: [-500, 0, 500, 1_000, 1_500] })
  expect(scaleOf(0, 1).lines).toEqual([0, 1])
  expect(scaleOf(-700, 0).lines).toEqual([-800, -600, -400, -200, 0, 200])
  expect([heightOf(scaleOf(-300, 1_200), 0), heightOf(scaleOf(0, 3), 3)]).toEqual([75, 0])
  expect([namedBars(1), namedBars(7), namedBars(30)]).toEqual([[0], [0, 2, 4, 6], [0, 6, 12, 18, 24]])
})

browserTest('on a phone without any script the figures can be read, ranged, and taken as a file', async () => {
  const { svc, nova } = await sold()
  await using _ = svc
  const phone = { as: nova, javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
  await using opened = await openPage(svc, '/studio/sales', phone)
  const { page, problems } = opened
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('heading', { name: 'Japanese Yen' }).waitFor()
  await page.getByText('As a table').first().click()
  await page.getByRole('cell', { name: '¥90,000' }).first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^tapedeck-nova-.*\.csv$/)
  expect(problems).toEqual([])
  await using scripted = await openPage(svc, '/studio/sales?span=7d', { as: nova, viewport: phone.viewport })
  await scripted.page.getByText('As a table').click()
  expect(await breaches(scripted.page)).toEqual([])
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await scripted.page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
  expect(scripted.problems).toEqual([])
})

test('the owner of the instance sees what it keeps and is owed without a sale of their own', async () => {
  const { svc, ada, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10', TEST_SETTLEMENT_CURRENCY: 'eur' } })
  await using _ = svc
  const owner = cast(svc.ctx, 'boss', { published: false })
  makeOwner(svc.ctx, 'boss@example.com')
  expect((await pageOf(svc, owner)).text).not.toContain('slip-sum')
  const { paymentIntentId } = await collect(svc, ada)
  const payouts = async () => (await svc.call('GET', '/studio/payouts', { headers: html, cookie: owner.cookie })).text
  expect(await payouts()).not.toContain('Money owed to other artists')
  expect(slips((await pageOf(svc, owner)).text)).toEqual([['Fees from artists €0.64']])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(slips((await pageOf(svc, owner)).text)).toEqual([['Fees from artists €0.00', 'Owed by artists €0.46']])
  expect(await payouts()).toContain('Artists owe you €0.46')
  const { text } = await pageOf(svc, nova)
  expect(text).toContain('Your next sales pay back')
  expect(text.match(/No sales in this currency\./g)).toHaveLength(1)
})
