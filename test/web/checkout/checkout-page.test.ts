import { describe, expect, test } from 'bun:test'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { amountOf, stepAmount } from '../../../public/islands/checkout/amount.tsx'
import { groupDigits, readCard, strokeDate } from '../../../public/payment/card-text.ts'
import { declineMessage } from '../../../public/payment/decline-message.ts'
import { address } from '../../../public/payment/stripe-js.ts'
import { recordings } from '../../../src/casset/track/measure/recording.ts'
import { priceBounds } from '../../../src/lib/money/price.ts'
import { apiVersion } from '../../../src/test-processor/server.ts'
import { startServer } from '../../support/server.ts'
import { share } from '../../support/shared.ts'
import { begin, collect, openShop } from '../../support/shop/checkout.ts'
import { publishableKey, secretKey } from '../../support/test-processor/stripe.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

const html = { accept: 'text/html' }
const collectKey = '<a class="key" href="/checkout/nova">'
const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey }

/** A server that takes test payments, with a free casset and a blank one beside nova's. */
async function shop() {
  const opened = await openShop()
  const { svc } = opened
  const gift = cast(svc.ctx, 'gift', { priceMinor: 0 })
  await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  cast(svc.ctx, 'blank', { priceMinor: 300 })
  const page = (path: string, cookie?: string) => svc.call('GET', path, { headers: html, cookie })
  return { ...opened, gift, page }
}

const shared = share(shop)

test('a world can be collected for its price, or for nothing, by everybody but its owner', async () => {
  const { nova, page } = await shared()
  const { text } = await page('/@nova')
  expect(text).toContain(`${collectKey}Buy for $7.00</a>`)
  expect(text).not.toContain('This cannot be bought yet')
  expect((await page('/@gift')).text).toContain('<a class="key" href="/checkout/gift">Get it free</a>')
  expect((await page('/@blank')).text).not.toContain('/checkout/blank"')
  expect((await page('/@nova', nova.cookie)).text).not.toContain('/checkout/nova"')
})

test('where no payments are taken a price cannot be paid, and a free casset is free all the same', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  const gift = cast(svc.ctx, 'gift')
  await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  const { text } = await svc.call('GET', '/@nova', { headers: html })
  expect(text).toContain('It cannot be bought yet: this site takes no payments.')
  expect(text).not.toContain('/checkout/nova"')
  expect((await svc.call('GET', '/@gift', { headers: html })).text).toContain('Get it free')
  const shut = await svc.call('GET', '/checkout/nova', { headers: html, cookie: ada.cookie })
  expect(shut.status).toBe(200)
  expect(shut.text).toContain('<h2>This cannot be bought yet</h2>')
  expect(shut.text).not.toContain('<form class="form"')
  const free = await svc.call('GET', '/checkout/gift', { headers: html, cookie: ada.cookie })
  expect(free.text).toContain('Get it free')
  expect(free.text).not.toMatch(/name="(amount|number)"/)
  expect(free.text).not.toContain('TEST')
})

test('a collected world is the visitor’s own, and says where it is kept', async () => {
  const { svc, ada, page } = await shop()
  await using _ = svc
  await collect(svc, ada)
  const { text } = await page('/@nova', ada.cookie)
  expect(text).toContain('<p class="tag">Yours</p>')
  expect(text).toContain('<a href="/library">See it in your library</a>')
  expect(text).toContain('<a href="/checkout/nova/gift">Give it to somebody</a>')
  expect(text).not.toContain(collectKey)
  expect((await page('/@nova')).text).toContain(collectKey)
})

test('a visitor who is not signed in is offered to collect with an email address, next to signing in', async () => {
  const { svc, ada, page } = await shop()
  await using _ = svc
  const plain = await page('/checkout/nova')
  expect(plain.status).toBe(200)
  expect(plain.text).toContain('<h2>Buy with your email address</h2>')
  for (const door of ['login', 'signup']) expect(plain.text).toContain(`<a href="/${door}?next=%2Fcheckout%2Fnova">`)
  expect(plain.text).toContain('data-name="checkout/guest"')
  expect((await page('/checkout/nova?payment_intent=pi_1&redirect_status=failed')).status).toBe(200)
  expect((await page('/login?next=/@nova')).text).toContain('You can buy without an account.')
  // A buyer who paid with an account, and comes back signed out, signs in and is back with
  // everything that was in the address.
  const { paymentIntentId } = await begin(svc, ada)
  const path = `/checkout/nova?payment_intent=${paymentIntentId}&redirect_status=failed`
  const back = await page(path)
  expect([back.status, back.headers.get('location')]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
  expect((await page('/library')).headers.get('location')).toBe('/login?next=%2Flibrary')
})

test('each reason why there is nothing to pay has its own words and a way on', async () => {
  const { svc, ada, nova, page } = await shop()
  await using _ = svc
  const own = await page('/checkout/nova', nova.cookie)
  expect(own.text).toContain('<h2>This is your own casset</h2>')
  const blank = await page('/checkout/blank', ada.cookie)
  expect(blank.text).toContain('<h2>No tracks yet</h2>')
  // A tape that the demo is recording: the page says so, and becomes the form by itself.
  recordings(svc.ctx).set('blank', [{ title: 'Soon', durationSec: 60, hookStartSec: 20, peaks: '' }])
  const recording = await page('/checkout/blank', ada.cookie)
  expect(recording.text).toContain('<h2>Being recorded</h2>')
  expect(recording.text).toMatch(/<main [^>]*data-revision="blank"[\s\S]*data-name="filling"/)
  recordings(svc.ctx).delete('blank')
  await collect(svc, ada)
  const had = await page('/checkout/nova', ada.cookie)
  expect(had.text).toContain('<h2>You already have this casset</h2>')
  for (const { status, text } of [own, blank, had]) {
    expect(status).toBe(200)
    expect(text).not.toContain('<form class="form"')
    expect(text).toMatch(/class="key [^"]*go/)
  }
})

test('a casset that the visitor may not know of has no checkout', async () => {
  const { ada, page } = await shared()
  for (const slug of ['draft', 'hidden', 'nobody', '%2e%2e%2f', 'x'.repeat(500)]) {
    const { status, text } = await page(`/checkout/${slug}`, ada.cookie)
    expect({ slug, status }).toEqual({ slug, status: 404 })
    expect(text).toContain('Page not found')
  }
})

test('the checkout is made for one visitor: nobody keeps it, and no search engine lists it', async () => {
  const { ada, page } = await shared()
  for (const path of ['/checkout/nova', '/library']) {
    const { headers, text } = await page(path, ada.cookie)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('etag')).toBeNull()
    expect(text).toContain('<meta name="robots" content="noindex"/>')
  }
  expect((await page('/robots.txt')).text).toContain('Disallow: /checkout/\nDisallow: /library\n')
})

test('every page says TEST where the test processor takes the money, and none elsewhere', async () => {
  const { ada, page } = await shared()
  const paths = ['/', '/@nova', '/@nobody', '/login', '/openapi', '/checkout/nova', '/library', '/studio', '/account']
  for (const path of paths) {
    const cookie = path === '/login' ? undefined : ada.cookie
    expect({ path, has: (await page(path, cookie)).text.includes('TEST<span>: no real money</span>') }).toEqual({
      path,
      has: true,
    })
  }
  await using real = await startServer({ env: stripe })
  await world(real)
  expect((await real.call('GET', '/@nova', { headers: html })).text).not.toContain('TEST')
})

test('Stripe is let on to the checkout alone, and only where it takes the money', async () => {
  await using real = await startServer({ env: stripe })
  const { ada } = await world(real)
  const policyOf = async (path: string) => {
    const { headers } = await real.call('GET', path, { headers: html, cookie: ada.cookie })
    return headers.get('content-security-policy') ?? ''
  }
  const policy = await policyOf('/checkout/nova')
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy.match(/script-src/g)).toHaveLength(1)
  for (const path of ['/', '/@nova', '/library', '/login']) expect(await policyOf(path)).not.toContain('stripe')
  // Its policy allows no style sheet inside the page: that of every page is loaded, also at a
  // stranger's first visit.
  const visit = await real.call('GET', '/checkout/nova', { headers: { ...html, 'sec-fetch-dest': 'document' } })
  expect(visit.headers.get('content-security-policy')).toBe(policy)
  expect(visit.text).not.toContain('<style')
  const { page, ada: buyer } = await shared()
  for (const path of ['/checkout/nova', '/checkout/nova/tip']) {
    const tested = await page(path, buyer.cookie)
    expect([path, tested.status]).toEqual([path, 200])
    expect(tested.headers.get('content-security-policy') ?? '').not.toContain('stripe')
    expect(tested.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  }
})

test('an empty shelf says how to fill it', async () => {
  const { ada, page } = await shared()
  const { status, text } = await page('/library', ada.cookie)
  expect(status).toBe(200)
  expect(text).toContain('Nothing here yet.')
  expect((await page('/library?cursor=00000000-0000-7000-8000-000000000000', ada.cookie)).text).toContain(
    'That is all.',
  )
})

test('the shelf shows what was collected, what was taken back, and what became of it', async () => {
  const { svc, ada, gift, page } = await shop()
  await using _ = svc
  await collect(svc, ada)
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'gift' } })
  const kept = await page('/library', ada.cookie)
  expect(kept.text.match(/<li class="tint[^"]*" data-held/g)).toHaveLength(2)
  expect(kept.text).toContain('$7.00')
  expect(kept.text).toContain('Free · ')
  expect(kept.text).not.toContain('Refunded')
  svc.ctx.db.update(purchases).set({ status: 'REFUNDED', endedAt: svc.ctx.now() }).run()
  const back = await page('/library', ada.cookie)
  expect(back.text).not.toContain('data-held')
  expect(back.text.match(/You got your money back, so you no longer have this casset\./g)).toHaveLength(2)
  expect(back.text).toContain('<a href="/checkout/nova">Buy it again</a>')
  svc.ctx.db.update(purchases).set({ status: 'DISPUTED', endedAt: null }).run()
  const disputed = await page('/library', ada.cookie)
  expect(disputed.text.match(/You keep the casset until it decides\./g)).toHaveLength(2)
  svc.ctx.db.update(cassets).set({ published: false }).run()
  svc.ctx.db.update(purchases).set({ status: 'REFUNDED', endedAt: svc.ctx.now() }).run()
  const gone = await page('/library', ada.cookie)
  expect(gone.status).toBe(200)
  expect(gone.text).not.toContain(`href="/@${gift.handle}"`)
  expect(gone.text).not.toContain('Buy it again')
})

describe('an amount', () => {
  test.each([
    ['7', 700],
    ['7.00', 700],
    ['7,5', 750],
    [' 70.01 ', 7001],
    ['10000', 1_000_000],
  ])('%p is taken in minor units', (text, minor) => {
    expect(amountOf(text, 700, priceBounds('usd'), 'usd')).toBe(minor)
  })

  test.each(['6.99', '0', '', '-7', '7.001', '7e2', '10000.01', 'NaN', '7 00', '٧'])('%p is refused', (text) => {
    expect(amountOf(text, 700, priceBounds('usd'), 'usd')).toBeNull()
  })

  test('of a free casset is nothing, or enough to be paid', () => {
    expect(['0', '0.49', '0.50'].map((text) => amountOf(text, 0, priceBounds('usd'), 'usd'))).toEqual([0, null, 50])
    expect(amountOf('700', 500, priceBounds('jpy'), 'jpy')).toBe(700)
    expect(amountOf('700.5', 500, priceBounds('jpy'), 'jpy')).toBeNull()
  })

  test('steps by whole coins and never below the price or past the limit', () => {
    expect([700, 750, 799].map((minor) => stepAmount(minor, 1, 700, priceBounds('usd'), 'usd'))).toEqual([
      800, 800, 800,
    ])
    expect([800, 750, 700].map((minor) => stepAmount(minor, -1, 700, priceBounds('usd'), 'usd'))).toEqual([
      700, 700, 700,
    ])
    expect([stepAmount(0, 1, 0, priceBounds('usd'), 'usd'), stepAmount(100, -1, 0, priceBounds('usd'), 'usd')]).toEqual(
      [100, 0],
    )
    expect(stepAmount(999_950, 1, 700, priceBounds('usd'), 'usd')).toBe(1_000_000)
  })
})

test('a card is read as it is written, and what is wrong with it is told at its field', () => {
  expect(groupDigits('4242-4242 42424242')).toBe('4242 4242 4242 4242')
  expect(['1', '12', '123', '5', '1234'].map(strokeDate)).toEqual(['1', '12', '12 / 3', '05', '12 / 34'])
  const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
  expect(readCard(good)).toEqual({ number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' })
  expect(readCard({ ...good, number: '4242' })).toMatchObject({ field: 'number' })
  expect(readCard({ ...good, expiry: '13 / 34' })).toMatchObject({ field: 'expiry' })
  expect(readCard({ ...good, expiry: '12' })).toMatchObject({ field: 'expiry' })
  expect(readCard({ ...good, cvc: '12' })).toMatchObject({ field: 'cvc' })
})

test('a lost or stolen card is refused in the words of any other', () => {
  const plain = declineMessage('generic_decline')
  for (const code of ['lost_card', 'stolen_card', 'fraudulent', 'constructor', null]) {
    expect(declineMessage(code)).toEqual(plain)
  }
  expect(declineMessage('insufficient_funds').text).toContain('not enough money')
})

test('the checkout costs at most 7 KB of styles and 13.75 KB of scripts besides those of every page', async () => {
  await using svc = await startServer()
  const { manifest } = svc.ctx.assets
  const size = (path: string) => manifest.files[path]?.packed ?? manifest.files[path]?.size ?? 0
  expect(size(manifest.sheets.forms)).toBeLessThan(7 * 1024)
  const chunks = svc.ctx.assets.scripts('en').preload['checkout/checkout'] ?? []
  expect(chunks.length).toBeGreaterThan(0)
  expect(chunks.reduce((sum, chunk) => sum + size(chunk), 0)).toBeLessThan(13.75 * 1024)
})

test('the script of Stripe is of the release that the pinned SDK speaks', () => {
  expect(address).toBe(`https://js.stripe.com/${apiVersion.split('.')[1]}/stripe.js`)
})
