import { expect, test } from 'bun:test'
import { password, signUp } from '../support/account/account.ts'
import { browserTest, openPage, useBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { openShop } from '../support/shop/checkout.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { addReadyTrack, cast } from '../support/world.ts'

useBrowser()

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
    ['/login', undefined],
    ['/nothing', undefined],
  ] as const) {
    const { text } = await svc.call('GET', path, { headers: { accept: 'text/html' }, cookie })
    expect([path, words(text)]).toEqual([path, []])
  }
})

browserTest(
  'without scripts one signs in, is told what is wrong, comes back to where one was, and signs out',
  async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    await using open = await openPage(svc, '/library', { javaScriptEnabled: false })
    const { page } = open
    await page.getByLabel('Email').fill('nova@example.org')
    await page.getByLabel('Password', { exact: true }).fill('not the right one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('.problem').getByText('The email address or the password is wrong.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('nova@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    expect(page.url()).toBe(`${svc.url}/library`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${svc.url}/library`)
    expect(page.url()).toBe(`${svc.url}/login?next=%2Flibrary`)
  },
)

test('the plain forms take forms only, from our own pages only, and are limited as their routes of the API', async () => {
  await using svc = await startServer({ clock: 'stands' })
  await signUp(svc, 'nova')
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    svc.fetch(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers })
  const right = { email: 'nova@example.org', password }
  const done = await send('/login?next=//elsewhere.example', right)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/start'])
  expect(done.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['svc_session', 'svc_device'])
  expect((await send('/login', right, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send('/logout', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send('/login', { email: 'nova@example.org' })).status).toBe(400)
  const json = await svc.call('POST', '/login', { body: right })
  expect([json.status, json.headers.getSetCookie()]).toEqual([415, []])
  const wrong = await send('/login', { ...right, password: 'not the right one' })
  expect([wrong.status, wrong.headers.get('cache-control'), wrong.headers.getSetCookie()]).toEqual([
    401,
    'no-store',
    [],
  ])
  let last = wrong
  for (let turn = 0; turn < 10; turn += 1) last = await send('/login', { ...right, password: 'not the right one' })
  expect(last.status).toBe(429)
})
