import { expect, setDefaultTimeout, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { fan } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import type { TestServer } from '../support/server.ts'
import { collect, goodCard, startShop } from '../support/shop/checkout.ts'
import { makeDiscount } from '../support/shop/discount.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { single } from '../support/shop/guest-rest.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const sumIn = (words: string): string | undefined => /\$(\d+\.\d\d)/.exec(words.replace(/<[^>]*>/g, ''))?.[1]

/** The prices of cassets; the least of the tips that are offered. */
const prices: Readonly<Record<string, string>> = { '': '10.00', '.second': '8.00', '.soon': '9.00', '.free': '0' }
const leastTip = '2.00'

/** Returns what a key promises that says no price; undefined for a key that is not known here. */
function silentPrice(door: string): string | undefined {
  const [, word = '', kind] = /^\/checkout\/nova(\.\w+)?(?:\/(\w+))?(?:\?|$)/.exec(door) ?? []
  if (kind === 'tip') return leastTip
  if (door.endsWith('/gift?code=SPRING')) return '7.50'
  return kind === undefined || kind === 'gift' ? prices[word] : undefined
}

/** Returns where the keys of a page lead that begin a checkout, with the price each says. */
const doorsOf = (page: string): Map<string, string | undefined> =>
  new Map(
    [...page.matchAll(/<a [^>]*href="(\/checkout\/[^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, door = '', words = '']) => [
      door,
      sumIn(words) ?? silentPrice(door),
    ]),
  )

/** Returns what a checkout asks at first: its field, or else the price on the key that pays. */
function askedBy(page: string): string | undefined {
  const field = /<input[^>]*name="amount"[^>]*>/.exec(page)?.[0]
  return field === undefined ? /Pay \$(\d+\.\d\d)/.exec(page)?.[1] : /value="([^"]*)"/.exec(field)?.[1]
}

const worlds = ['/@nova', '/@nova/second', '/@nova/soon', '/@nova/free', '/@nova/sideb']

/** Returns the pages that sleeves of a page lead to, each with the price that stands beside it. */
const sleevesOf = (page: string) => [
  ...page.matchAll(/<a href="\/@([\w/]+)"(?:(?!<li).)*?class="tag small">\$(\d+\.\d\d)</gs),
  ...page.matchAll(/class="price"[^>]*href="[^"]*\/@([\w/]+)"[^>]*>Buy for \$(\d+\.\d\d)</gs),
  ...page.matchAll(/href="[^"]*\/@([\w/]+)"[^>]*class="price"[^>]*>Buy for \$(\d+\.\d\d)</gs),
]

/** Nova sells all that can be sold, and suggests more than each price. */
async function openAll(svc: TestServer) {
  const nova = cast(svc.ctx, 'nova', { priceMinor: 1_000 })
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Noon')
  sellTracks(svc, nova, 150)
  for (const [word, priceMinor] of [
    ['second', 800],
    ['soon', 900],
    ['free', 0],
  ] as const) {
    const cassetId = addTape(svc, nova, word, { priceMinor })
    await addReadyTrack(svc.ctx, cassetId, word)
    if (word === 'soon')
      expect((await setOpening(svc, { ...nova, cassetId }, { opensAt: inMs(svc, dayMs) })).status).toBe(200)
  }
  svc.ctx.db.update(cassets).set({ suggestedMinor: 4_200 }).run()
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture: false } })
  await makeDiscount(svc, nova, { percent: 25 })
  await addEmoji(svc, nova, 'wave', { priceMinor: 175 })
  const releaseId = await publishedRelease(svc, nova, [dawn.id])
  const price = { amount: 1_500, currency: 'usd' }
  await decide(svc, nova, releaseId, { scope: 'remix', decision: 'REQUIRE_LICENSE', price })
  return { nova, dawn, releaseId }
}

/** Returns how an account, or a stranger, reads pages; with a further cookie when one is given. */
const readerOf =
  (svc: TestServer, cookie?: string) =>
  async (path: string): Promise<string> =>
    (await svc.call('GET', path, { ...(cookie && { cookie }), headers: { accept: 'text/html' } })).text

test('whichever key leads to a checkout, that asks for the price that the key said, whatever the artist suggests', async () => {
  await using svc = await startShop({ limiter: { take: () => 0 } })
  const { dawn, releaseId } = await openAll(svc)
  const [ada, bea] = [fan(svc, 'ada'), fan(svc, 'bea')]
  await collect(svc, bea, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  for (const slug of ['nova', 'nova.second', 'nova.soon'])
    expect((await svc.call('POST', `/api/casset/${slug}/wish`, { cookie: ada.cookie, body: {} })).status).toBe(200)
  const walked = new Set<string>()
  for (const viewer of [undefined, ada, bea]) {
    const read = readerOf(svc, viewer?.cookie)
    const asked = new Map<string, string | undefined>()
    const lists = viewer ? ['/library', '/library/wishes'] : []
    for (const path of [...worlds, ...lists, '/checkout/nova', '/checkout/nova?code=SPRING'])
      for (const [door, price] of doorsOf(await read(path))) {
        // Only somebody with an account buys these: strangers are asked to sign in.
        if (viewer === undefined && /\/(?:everything|tip|emoji\/[\w-]+)$/.test(door)) continue
        if (!asked.has(door)) asked.set(door, askedBy(await read(door)))
        expect([viewer?.handle, path, door, asked.get(door)]).toEqual([viewer?.handle, path, door, price])
        walked.add(`${door.replace(/[\da-f-]{36}/, 'ID')} ${price}`)
      }
    expect(askedBy(await read('/checkout/nova.free'))).toBe('0')
  }
  const everything = ['', '.free', '.second', '.soon'].flatMap((word) =>
    ['12.90', '14.40'].map((price) => `/checkout/nova${word}/everything ${price}`),
  )
  const tips = ['', '.free', '.second', '.soon'].map((word) => `/checkout/nova${word}/tip 2.00`)
  expect([...walked].toSorted()).toEqual(
    [
      ...[...everything, ...tips],
      ...['/checkout/nova 10.00', '/checkout/nova 8.50', '/checkout/nova.second 8.00', '/checkout/nova.soon 9.00'],
      ...['/checkout/nova.free 0', '/checkout/nova/track/ID 1.50', '/checkout/nova/emoji/ID 1.75'],
      ...['/checkout/nova/gift 10.00', '/checkout/nova/gift?code=SPRING 7.50'],
    ].toSorted(),
  )

  const read = readerOf(svc)
  // Where a casset stands among others, and on other sites, its price is that of its page's key.
  const shown: string[] = []
  for (const path of ['/', '/browse', '/search?q=nova', '/@nova/embed']) {
    for (const [, page = '', price] of sleevesOf(await read(path))) {
      const slug = page.replace('/', '.')
      expect([path, slug, price]).toEqual([path, slug, doorsOf(await read(`/@${page}`)).get(`/checkout/${slug}`)])
      shown.push(path)
    }
  }
  expect(new Set(shown)).toEqual(new Set(['/', '/browse', '/search?q=nova', '/@nova/embed']))

  // A license: from the page of the music to that of the release, and its key to the quote.
  const release = `/@nova/releases/${releaseId}`
  const [from, key] = [await read('/@nova'), await read(release)]
  expect(sumIn(new RegExp(`href="${release}#license"[^>]*>License from (.*?)</a>`).exec(from)?.[1] ?? '')).toBe('15.00')
  expect(/Buy the license · \$(\d+\.\d\d)/.exec(key)?.[1]).toBe('15.00')
  const body = { scopes: ['remix'] }
  const { json } = await svc.call('POST', `/api/agents/releases/${releaseId}/license-quote`, { body })
  expect(askedBy(await read(new URL(Object(json).checkoutUrl).pathname))).toBe('15.00')

  // The rest of an album, from the page behind a guest's link.
  const { secret } = await single(svc, dawn)
  expect(/Get the rest for \$(\d+\.\d\d)/.exec(await read(`/collected/${secret}`))?.[1]).toBe('8.50')
  const led = await svc.call('POST', '/api/guest/rest', { body: { secret } })
  const cookie = led.headers.get('set-cookie')?.split(';')[0]
  expect(askedBy(await readerOf(svc, cookie)('/checkout/nova'))).toBe('8.50')
})
