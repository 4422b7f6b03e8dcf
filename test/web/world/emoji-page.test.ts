import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import { tipOf } from '../../../public/islands/checkout/tip.tsx'
import { proposeShortcode } from '../../../public/islands/studio/emoji/propose-shortcode.ts'
import { tipBounds } from '../../../src/lib/money/tip-sum.ts'
import { startServer } from '../../support/server.ts'
import { openShop } from '../../support/shop/checkout.ts'
import { addEmoji, buy } from '../../support/shop/emoji.ts'
import { publishableKey, secretKey } from '../../support/test-processor/stripe.ts'
import { world } from '../../support/world.ts'

const html = { accept: 'text/html' }

/** A shop in which nova offers an emoji for 200 and gives one away. */
async function openTray() {
  const shop = await openShop()
  const wave = await addEmoji(shop.svc, shop.nova)
  const gift = await addEmoji(shop.svc, shop.nova, 'gift', { priceMinor: 0 })
  const page = (path: string, cookie?: string) => shop.svc.call('GET', path, { headers: html, cookie })
  return { ...shop, wave, gift, page }
}

test('a world has a key for a tip and its emoji with what each costs, and one’s own leads to the studio', async () => {
  const { svc, ada, nova, wave, gift, page } = await openTray()
  await using _ = svc
  const { text } = await page('/@nova')
  expect(text).toContain('<a class="key" href="/checkout/nova/tip">Tip the artist</a>')
  expect(text).toContain(`<a href="/checkout/nova/emoji/${wave.id}" title=":wave:">`)
  expect(text).toContain('$2.00<span class="sr"> for :wave:</span>')
  expect(text).toContain('Free<span class="sr"> for :gift:</span>')
  await buy(svc, ada, gift.id)
  const hers = (await page('/@nova', ada.cookie)).text
  expect(hers).toContain('yours<span class="sr"> – :gift:</span>')
  expect(hers).not.toContain(`/checkout/nova/emoji/${gift.id}`)
  const own = (await page('/@nova', nova.cookie)).text
  expect(own).toContain('<a href="/studio/emoji">Your emoji</a>')
  expect(own).not.toContain('/checkout/nova/')
})

test('where the artist cannot be paid there is no tip, and only what is free lies on the tray', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  expect((await svc.call('GET', '/@nova', { headers: html })).text).not.toContain('class="tray"')
  const wave = await addEmoji(svc, nova)
  const gift = await addEmoji(svc, nova, 'gift', { priceMinor: 0 })
  const { text } = await svc.call('GET', '/@nova', { headers: html })
  expect(text).not.toContain('/checkout/nova/tip')
  expect(text).not.toContain(wave.id)
  expect(text).toContain(`/checkout/nova/emoji/${gift.id}`)
  const at = async (path: string) => (await svc.call('GET', path, { headers: html, cookie: ada.cookie })).text
  expect(await at('/checkout/nova/tip')).toContain('<h2>Tips are not available yet</h2>')
  expect(await at(`/checkout/nova/emoji/${wave.id}`)).toContain('<h2>Not available yet</h2>')
  expect(await at(`/checkout/nova/emoji/${gift.id}`)).toContain('Get it free')
})

test('the counter says why there is nothing to pay', async () => {
  const { svc, ada, nova, wave, gift, page } = await openTray()
  await using _ = svc
  const path = `/checkout/nova/emoji/${wave.id}`
  expect((await page(path, ada.cookie)).text).toContain('<form')
  expect((await page(path, nova.cookie)).text).toContain('<h2>This is your own emoji</h2>')
  expect((await page('/checkout/nova/tip', nova.cookie)).text).toContain('<h2>This is you</h2>')
  await buy(svc, ada, gift.id)
  const owned = await page(`/checkout/nova/emoji/${gift.id}`, ada.cookie)
  expect(owned.text).toContain('<h2>You already have this emoji</h2>')
  expect(owned.text.slice(owned.text.indexOf('<main'), owned.text.indexOf('</main>'))).not.toContain('<form')
  const back = await page(`/checkout/nova/emoji/${gift.id}?payment_intent=pi_1`, ada.cookie)
  expect(back.text).toContain('<form')
  svc.ctx.db.update(emojis).set({ withdrawnAt: svc.ctx.now() }).run()
  expect((await page(path, ada.cookie)).text).toContain('<h2>No longer for sale</h2>')
})

test('a stranger signs in first and comes back, and what is not there is not there', async () => {
  const { svc, ada, wave, page } = await openTray()
  await using _ = svc
  for (const path of ['/checkout/nova/tip', `/checkout/nova/emoji/${wave.id}`, '/studio/emoji']) {
    const { status, headers } = await page(path)
    const door = path === '/studio/emoji' ? '/login' : '/signup'
    expect([status, headers.get('location')]).toEqual([303, `${door}?next=${encodeURIComponent(path)}`])
  }
  const nowhere = [
    '/checkout/nobody/tip',
    '/checkout/hidden/tip',
    '/checkout/nova/emoji/x',
    `/checkout/ada/emoji/${wave.id}`,
  ]
  for (const path of nowhere) expect([path, (await page(path, ada.cookie)).status]).toEqual([path, 404])
})

test('Stripe is let on to both counters where it takes the money, and nobody keeps them', async () => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey }
  await using svc = await startServer({ env: stripe })
  const { nova, ada } = await world(svc)
  const wave = await addEmoji(svc, nova)
  for (const path of ['/checkout/nova/tip', `/checkout/nova/emoji/${wave.id}`]) {
    const { headers, text } = await svc.call('GET', path, { headers: html, cookie: ada.cookie })
    expect(headers.get('content-security-policy')).toContain("script-src 'self' https://js.stripe.com")
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
  }
  const { headers } = await svc.call('GET', '/studio/emoji', { headers: html, cookie: nova.cookie })
  expect(headers.get('content-security-policy')).not.toContain('stripe')
})

test('a hundred emoji keep the world’s page small', async () => {
  const { svc, nova, page } = await openTray()
  await using _ = svc
  for (let n = 0; n < 98; n += 1) await addEmoji(svc, nova, `emoji_${n}`, { sha256: String(n).padStart(64, '7') })
  const { text } = await page('/@nova')
  expect(text).toContain('<summary>84 more</summary>')
  expect(brotliCompressSync(text).length).toBeLessThan(16 * 1024)
  expect((await page('/studio/emoji', nova.cookie)).text).toContain('100 of 100')
})

test('a shortcode is proposed from the file’s name, and a tip is read as it is written', () => {
  const taken = new Set(['wave', 'emoji'])
  const names = ['wave.png', 'Früh Stück (1).webp', '🌊.gif', '__x__.png', `${'a'.repeat(40)}.png`, 'hi']
  expect(names.map((name) => proposeShortcode(name, taken))).toEqual([
    'wave_2',
    'fruh_stuck_1',
    'emoji_2',
    'emoji_2',
    'a'.repeat(32),
    'hi',
  ])
  expect(['1', '1.00', '5,5', '1000'].map((text) => tipOf(text, tipBounds('usd'), 'usd'))).toEqual([
    100, 100, 550, 100_000,
  ])
  expect(['0', '0.99', '1000.01', '', '-5', '5.001'].map((text) => tipOf(text, tipBounds('usd'), 'usd'))).toEqual(
    Array(6).fill(null),
  )
})
