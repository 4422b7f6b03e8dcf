import { expect, test } from 'bun:test'
import { openShop } from '../support/checkout.ts'
import { addEmoji } from '../support/emoji.ts'
import { startServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

/** The words that stand on a page for those without JavaScript, outside of its tracks. */
const words = (text: string) =>
  [...text.matchAll(/<noscript><p class="notice">(.*?)<\/p><\/noscript>/g)].map(([, sentence]) => sentence)

const gate = 'This form needs JavaScript: switch it on for this site, then load the page again.'
const papers = 'These forms need JavaScript: switch it on for this site, then load the page again.'
const counter = 'Paying needs JavaScript: switch it on for this site, then load the page again.'
const studio = 'To change anything here, switch JavaScript on for this site and load the page again.'

test('each page with a form says once, and in the page itself, that it needs JavaScript', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const emoji = await addEmoji(svc, nova)
  const gift = cast(svc.ctx, 'gift', { priceMinor: 0 })
  await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  const pages = [
    ['/login', undefined, gate],
    ['/signup', undefined, gate],
    ['/reset', undefined, gate],
    ['/account/verify', undefined, gate],
    ['/setup', nova.cookie, gate],
    ['/redeem', ada.cookie, gate],
    ['/account', nova.cookie, papers],
    ['/checkout/nova', ada.cookie, counter],
    ['/checkout/gift', ada.cookie, counter],
    ['/checkout/nova/tip', ada.cookie, counter],
    [`/checkout/nova/emoji/${emoji.id}`, ada.cookie, counter],
    ['/studio', nova.cookie, studio],
    ['/studio/emoji', nova.cookie, studio],
    ['/studio/sales', nova.cookie, studio],
    ['/studio/codes', nova.cookie, studio],
    ['/studio/payouts', nova.cookie, studio],
    ['/studio/tax', nova.cookie, studio],
  ] as const
  for (const [path, cookie, sentence] of pages) {
    const { status, text } = await svc.call('GET', path, { headers: { accept: 'text/html' }, cookie })
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect([path, status, words(main)]).toEqual([path, 200, [sentence]])
  }
})

test('where there is nothing to fill in, nothing is said of JavaScript', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  for (const [path, cookie] of [
    ['/', undefined],
    ['/@nova', undefined],
    ['/checkout/nova', nova.cookie],
    ['/library', nova.cookie],
    ['/receipts', nova.cookie],
    ['/nothing', undefined],
  ] as const) {
    const { text } = await svc.call('GET', path, { headers: { accept: 'text/html' }, cookie })
    expect([path, words(text)]).toEqual([path, []])
  }
})
