import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { agree, breaches, browserTest, islandReady, openPage, slowSound, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { books, settled, startShop } from '../../support/shop/checkout.ts'
import { cast } from '../../support/world.ts'

useBrowser()

/** A shop with one casset that can be heard, and somebody who wants it. */
async function shop(priceMinor = 700) {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  return { svc, nova, ada: cast(svc.ctx, 'ada', { published: false }) }
}

const yours = (page: Page) => page.getByRole('heading', { name: 'It’s yours!' })
const payKey = (page: Page) => page.locator('.key.send')
const deck = (page: Page) => page.getByRole('region', { name: 'Player' })

async function fillIn(page: Page, number?: string) {
  await islandReady(page, 'checkout/checkout')
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  if (number) await page.getByLabel('Card number').fill(number)
}

/** Everything the page sent to a route of the checkout, in order. */
function sentTo(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const route = request.url().split('/api/checkout/')[1]
    if (route) sent.push(`${route} ${request.postData()}`)
  })
  return sent
}

/** Waits until the whole track runs, past a second that no hook reaches. */
const goesOn = (page: Page, pastSec: number) =>
  page.waitForFunction((past) => {
    const { max, value } = Object(document.querySelector('.deck .seek'))
    return Number(max) > 50 && Number(value) > past
  }, pastSec)

browserTest('from the end of the hook to the whole track: pressed, paid with 4242, and the music goes on', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova', { as: ada })
  const { page, problems } = open
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play all' }).click()
  await deck(page).getByText('preview', { exact: true }).waitFor()
  await deck(page).getByRole('slider', { name: 'Seek' }).fill('5.8')
  await deck(page).getByRole('link', { name: 'buy it to hear the rest' }).click()
  await page.waitForURL(`${svc.url}/checkout/nova`)
  await fillIn(page)
  await payKey(page).click()
  await yours(page).waitFor()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const tape = page.locator('.goods .cassette').first()
  expect(await tape.evaluate((each) => getComputedStyle(each).animationName)).toBe('drop')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const download = page.getByRole('link', { name: 'Download First Light' })
  expect((await download.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Play all' }).click()
  await goesOn(page, 41)
  expect(await deck(page).getByText('preview', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Pause' }).first().waitFor()
  await page.getByRole('link', { name: 'Go to your library' }).click()
  await page.getByRole('heading', { name: 'Library' }).waitFor()
  expect(await page.locator('.shelf > li').count()).toBe(1)
  expect(books(svc)).toEqual({ orders: ['PAID 700'], purchases: 1 })
  expect(problems).toEqual([])
})

browserTest('a hook that is playing while somebody pays goes on as the whole track', async () => {
  const { svc, nova, ada } = await shop()
  await using _ = svc
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Slow', { position: 0, hook: { seconds: 25 } })
  await using open = await openPage(svc, '/@nova', { as: ada })
  const { page } = open
  await slowSound(page)
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Slow', exact: true }).click()
  await deck(page).getByText('preview', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Buy for $7.00' }).first().click()
  await fillIn(page)
  await deck(page).getByRole('button', { name: 'Pause' }).waitFor()
  await payKey(page).click()
  await yours(page).waitFor()
  await goesOn(page, 35.1)
  expect(await deck(page).getByText('preview', { exact: true }).count()).toBe(0)
})

browserTest('whoever hears nothing plays all of it from the shelf, after paying more than the price', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  const sent = sentTo(page)
  await fillIn(page)
  expect(await page.getByRole('button', { name: 'Pay less' }).isDisabled()).toBe(true)
  const answers = { '6.99': 'Enter at least $7.', '10001': 'Enter at most $10,000.', abc: 'Enter an amount like 7.00.' }
  for (const [amount, sentence] of Object.entries(answers)) {
    await page.getByLabel('Amount').fill(amount)
    // Said when the field is left, and the button names no sum.
    await page.getByLabel('Card number').focus()
    await page.locator('#checkout-amount-problem').getByText(sentence, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
  }
  expect(sent).toEqual([])
  await page.getByLabel('Amount').fill('7')
  await page.getByRole('button', { name: 'Pay more' }).click()
  await page.getByRole('button', { name: 'Pay $8.00' }).click()
  await yours(page).waitFor()
  expect(sent[0]).toBe('payment-intent {"slug":"nova","amount":800,"agrees":true}')
  await page.getByRole('link', { name: 'Go to your library' }).click()
  await page.getByRole('button', { name: 'Play First Light by Nova' }).click()
  await goesOn(page, 0)
  expect(books(svc)).toEqual({ orders: ['PAID 800'], purchases: 1 })
})

browserTest('a refused card is told in words at its field, and another one pays the very same order', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  const sent = sentTo(page)
  await fillIn(page, '4000 0000 0000 9995')
  await payKey(page).click()
  await page.getByText('There is not enough money on this card.').waitFor()
  expect(await page.getByLabel('Card number').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Card number').fill('4000000000000069')
  await payKey(page).click()
  await page.locator('#checkout-expiry-problem').getByText('This card has expired.').waitFor()
  expect(books(svc)).toEqual({ orders: ['OPEN 700'], purchases: 0 })
  await page.getByLabel('Card number').fill('5555 5555 5555 4444')
  await page.getByLabel('Card number').press('Enter')
  await yours(page).waitFor()
  expect(sent.map((each) => each.split(' ')[0])).toEqual([
    'payment-intent',
    'test/confirm',
    'test/confirm',
    'test/confirm',
    'verify',
  ])
  expect(books(svc)).toEqual({ orders: ['PAID 700'], purchases: 1 })
})

browserTest('the bank asks first: a no leads back with words, a yes to the music', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  // Under this name of ours the payer holds their cookie, whatever name the instance is known by.
  const origin = svc.url
  expect(svc.ctx.site.origin).not.toBe(origin)
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  await fillIn(page, '4000 0027 6000 3184')
  await page.getByLabel('Amount').fill('12')
  await page.getByRole('button', { name: 'Pay $12.00' }).click()
  await page.waitForURL(`${origin}/test-processor/three-d-secure/**`)
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await page.getByText('Your bank declined the payment. Nothing was taken').waitFor()
  expect(page.url()).toBe(`${origin}/checkout/nova`)
  expect(books(svc)).toEqual({ orders: ['OPEN 1200'], purchases: 0 })
  // What the payer chose to give is still there, also after a reload.
  await page.reload()
  await fillIn(page, '4000 0027 6000 3184')
  expect(await page.getByLabel('Amount').inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Pay $12.00' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await yours(page).waitFor()
  expect(page.url()).toBe(`${origin}/checkout/nova`)
  await settled(svc)
  expect(books(svc)).toEqual({ orders: ['REPLACED 1200', 'PAID 1200'], purchases: 1 })
  await page.reload()
  await page.getByRole('heading', { name: 'You already have this casset' }).waitFor()
})

browserTest('an answer that got lost jams the tape, and trying again finds the payment instead of paying', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  const sent = sentTo(page)
  await fillIn(page)
  await page.route('**/api/checkout/test/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await payKey(page).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByText('you will not be charged twice').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await yours(page).waitFor()
  expect(sent.map((each) => each.split(' ')[0])).toEqual(['payment-intent', 'test/confirm', 'verify'])
  expect(books(svc)).toEqual({ orders: ['PAID 700'], purchases: 1 })
})

browserTest(
  'a payment whose request never arrived is paid once the line is back, and a reload in between is asked after',
  async () => {
    const { svc, ada } = await shop()
    await using _ = svc
    await using open = await openPage(svc, '/checkout/nova', { as: ada })
    const { page } = open
    await fillIn(page)
    await page.route('**/api/checkout/payment-intent', (route) => route.abort(), { times: 1 })
    await payKey(page).click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.route('**/api/checkout/test/confirm', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The connection broke before an answer came.').waitFor()
    await page.route('**/api/checkout/verify', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway' }), {
      times: 1,
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await fillIn(page)
    await payKey(page).click()
    await yours(page).waitFor()
    const { orders: kept, purchases: held } = books(svc)
    expect(kept.filter((order) => order === 'PAID 700')).toHaveLength(1)
    expect(held).toBe(1)
  },
)

browserTest('pressing twice pays once, and a free casset is one key', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  const gift = cast(svc.ctx, 'gift', { name: 'Present', priceMinor: 0 })
  await addPlayableTrack(svc.ctx, gift.cassetId, 'Ribbon')
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  const sent = sentTo(page)
  await fillIn(page)
  await payKey(page).evaluate((key) => {
    if (!(key instanceof HTMLButtonElement)) return
    for (let press = 0; press < 5; press += 1) key.click()
  })
  await yours(page).waitFor()
  expect(sent.map((each) => each.split(' ')[0])).toEqual(['payment-intent', 'test/confirm', 'verify'])
  await page.goto(`${svc.url}/checkout/gift`)
  await islandReady(page, 'checkout/checkout')
  expect(await page.getByLabel('Card number').count()).toBe(0)
  await page.getByRole('button', { name: 'Get it free' }).click()
  await yours(page).waitFor()
  expect(sent.at(-1)).toBe('payment-intent {"slug":"gift"}')
  expect(books(svc)).toEqual({ orders: ['PAID 700', 'PAID 0'], purchases: 2 })
})

browserTest('axe finds nothing, no page is wider than its window, and the keyboard alone pays', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page } = open
  const found: string[] = []
  const look = async (name: string) => {
    found.push(...(await breaches(page, 'by day and night')))
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const report = await page.evaluate(
        (pressed) => ({
          over: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          // A box is ticked by its whole label.
          small: [...document.querySelectorAll(pressed)].flatMap((key) => {
            const { height, width: wide } = key.getBoundingClientRect()
            return wide > 0 && height < 43.9 ? [key.outerHTML] : []
          }),
        }),
        'main .key, main .link, main input:not([type=checkbox]), main label:has(input)',
      )
      if (report.over || report.small.length > 0) found.push(`${name} at ${width}: ${JSON.stringify(report)}`)
    }
  }
  await islandReady(page, 'checkout/checkout')
  await page.getByLabel('Amount').focus()
  // First: the plus, the box of delivery, the wallet, what fills in the card.
  for (const text of ['', ' ', '', '', '4000000000000002', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await page.getByText('The bank declined this card').waitFor()
  await look('declined')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('4242424242424242')
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  await page.keyboard.press('Enter')
  await yours(page).waitFor()
  expect(await yours(page).evaluate((head) => head === document.activeElement)).toBe(true)
  await look('done')
  await page.goto(`${svc.url}/library`)
  await look('library')
  expect(found).toEqual([])
})
