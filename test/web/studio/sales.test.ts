import { expect, test } from 'bun:test'
import { agree, breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addSale, earn } from '../../support/earnings/sale.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const html = { accept: 'text/html' }

test('the room of sales is its artist’s alone: empty at first, turned page by page, kept by nobody', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const page = (path: string, cookie?: string) => svc.call('GET', path, { headers: html, cookie })
  const stranger = await page('/studio/sales')
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login?next=%2Fstudio%2Fsales'])
  const empty = await page('/studio/sales', nova.cookie)
  expect(empty.status).toBe(200)
  expect(empty.headers.get('cache-control')).toBe('private, no-store')
  expect(empty.text).toContain('No sales yet.')
  expect(empty.text).toContain('<a href="/studio/sales" aria-current="page">Overview</a>')
  for (let at = 0; at < 21; at += 1) addSale(svc, ada, nova, { paidAt: svc.ctx.now() + at, amountMinor: 1000 + at })
  const first = await page('/studio/sales', nova.cookie)
  expect([first.text.includes('$10.20'), first.text.includes('$10.01'), first.text.includes('$10.00')]).toEqual([
    true,
    true,
    false,
  ])
  const [, further = ''] = /href="(\/studio\/sales\?cursor=[^"]+)"/.exec(first.text) ?? []
  const second = await page(further, nova.cookie)
  expect([second.text.includes('$10.00'), second.text.includes('$10.01')]).toEqual([true, false])
  expect(second.text).not.toContain('?cursor=')
  expect((await page('/studio/sales?cursor=nonsense', nova.cookie)).status).toBe(400)
  expect((await page('/studio/sales', ada.cookie)).text).toContain('No sales yet.')
})

test('names and words of buyers stand in the list as text', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  const eve = cast(svc.ctx, 'eve', { displayName: '<b onload=x>Eve</b>' })
  addSale(svc, eve, nova, { kind: 'tip', message: '"><script>alert(1)</script>' })
  const { text } = await svc.call('GET', '/studio/sales', { headers: html, cookie: nova.cookie })
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<b onload')
  expect(text).toContain('&lt;b onload=x>Eve')
})

browserTest(
  'a sale paid with 4242 and refunded in the studio is gone from the shelf, and the buyer is told',
  async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    await using shop = await openPage(svc, '/checkout/nova', { as: ada })
    await islandReady(shop.page, 'checkout/checkout')
    await agree(shop.page)
    await shop.page.getByRole('button', { name: 'Fill in the test card' }).click()
    await shop.page.locator('.key.send').click()
    await shop.page.getByRole('heading', { name: 'It’s yours!' }).waitFor()
    await settled(svc)
    await earn(svc, nova)
    await shop.page.getByRole('link', { name: 'Your receipt' }).click()
    await shop.page.getByRole('button', { name: 'Print' }).waitFor()
    expect(await breaches(shop.page)).toEqual([])
    await using studio = await openPage(svc, '/studio/sales', { as: nova, viewport: { width: 390, height: 844 } })
    const { page } = studio
    await islandReady(page, 'studio/sales/sales')
    const refundKey = page.getByRole('button', { name: 'Refund First Light to Ada' })
    const give = page.getByRole('button', { name: /^Refund \$/ })
    // On a phone a sale is one line of two or three rows, which opens.
    const line = page.locator('table.sales tbody tr', { hasText: '$7.00' })
    expect((await line.boundingBox())?.height).toBeLessThan(100)
    expect([await refundKey.isVisible(), await line.locator('.order').isVisible()]).toEqual([false, false])
    await page.getByRole('button', { name: 'Details of First Light to Ada' }).click()
    expect(await line.locator('.order').textContent()).toMatch(/^Order [\da-f-]{36}$/)
    await refundKey.click()
    await page.getByLabel('Amount in USD').fill('7.01')
    expect(await give.getAttribute('class')).toBe('key bad send')
    await give.click()
    await page.getByText('Enter an amount up to $7.00.').waitFor()
    expect(await breaches(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await refundKey.and(page.locator(':focus')).waitFor()
    await refundKey.click()
    await page.getByLabel('Amount in USD').fill('1')
    await page.keyboard.press('Enter')
    await page.getByText('$1.00 refunded', { exact: true }).waitFor()
    await page.locator('.figures', { hasText: '−$1.00' }).waitFor()
    await refundKey.click()
    await page.getByText('Up to $6.00: $1.00 was refunded before.').waitFor()
    await give.click()
    await page.locator('.sales .tag', { hasText: 'Refunded' }).waitFor()
    expect(await refundKey.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('sales')
    expect((await shopOf(svc).stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([600, 100])
    await page.getByRole('button', { name: 'Sales', exact: true }).click()
    await page.getByRole('link', { name: 'Codes' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Sales' }).count()).toBe(0)
    await shop.page.goto(`${svc.url}/library`)
    await shop.page.getByText('You got your money back, so you no longer have this casset.').waitFor()
    expect([...studio.problems, ...shop.problems]).toEqual([])
  },
)

browserTest('of two refunds one after the other, the page shows both, in whatever order it hears of them', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await collect(svc, ada)
  await using studio = await openPage(svc, '/studio/sales', { as: nova })
  const { page, problems } = studio
  await islandReady(page, 'studio/sales/sales')
  const [late, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  await page.route('**/studio/sales', async (route) => {
    asked += 1
    const response = await route.fetch()
    const isFirst = asked === 1
    if (isFirst) await late.promise
    // The page may have stopped waiting for it.
    await route.fulfill({ response }).catch(() => undefined)
    if (isFirst) answered.resolve()
  })
  const giveBack = async (dollars: string, inAll: string) => {
    await page.getByRole('button', { name: 'Refund First Light to Ada' }).click()
    await page.getByLabel('Amount in USD').fill(dollars)
    await page.getByRole('button', { name: /^Refund \$/ }).click()
    await page.getByText(`$${inAll}.00 refunded`, { exact: true }).waitFor()
  }
  await giveBack('1', '1')
  await giveBack('3', '4')
  await page.locator('.figures', { hasText: '−$4.00' }).waitFor()
  late.resolve()
  await answered.promise
  // The page's work on an answer is done before its next picture but one.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.locator('.figures').textContent()).toContain('−$4.00')
  expect([asked, problems]).toEqual([2, []])
})
