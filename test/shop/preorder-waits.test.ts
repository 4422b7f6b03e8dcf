import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { letterCall, writeLetter } from '../support/audience/letter.ts'
import { agree, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addMaster } from '../support/casset/download.ts'
import { collect, settled } from '../support/shop/checkout.ts'
import { makeCodes } from '../support/shop/code.ts'
import { give } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { rest, single } from '../support/shop/guest-rest.ts'
import { dayMs, openPreorder, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'

useBrowser()

const html = { accept: 'text/html' }

/** A preorder of which nothing is open, whose download can be made. */
async function closedPreorder() {
  const shop = await openPreorder()
  const { svc, nova } = shop
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Harbour' })
  const { status } = await setOpening(svc, nova, { openTrackIds: [] })
  const page = async (path: string, cookie?: string) =>
    (await svc.call('GET', path, { headers: html, ...(cookie === undefined ? {} : { cookie }) })).text
  return { ...shop, status, page }
}

const promised =
  /It’s yours|Play all|all of it, wherever|href="[^"]*download\?|Until then you have|hear at once|Play now/

test('before its hour no key and no word of a page promises whoever paid the music of a preorder', async () => {
  await using shop = await closedPreorder()
  const { svc, nova, ada, draft, page } = shop
  expect(shop.status).toBe(200)
  await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  const claim = issueLink(svc.ctx, guest.orderId, 'claim')
  const given = await give(svc, ada, { email: 'lou@example.org' })
  const gift = issueLink(svc.ctx, given.orderId, 'gift')
  const [code = ''] = (await makeCodes(svc, nova)).codes
  const redeemed = await svc.call('POST', '/api/codes/redeem', { cookie: draft.cookie, body: { code } })
  expect(Object(redeemed.json).waiting).toEqual({ hour: expect.stringContaining('(Europe/Berlin)'), hasOpen: false })
  const waiting = [
    await page('/checkout/nova', ada.cookie),
    await page('/library', ada.cookie),
    await page(`/collected/${guest.secret}`),
    await page('/@nova', ada.cookie),
  ]
  for (const text of [...waiting, await page(`/claim/${claim}`, nova.cookie), await page(`/gift/${gift}`)]) {
    const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? ''
    expect(main).not.toMatch(promised)
  }
  for (const text of waiting) {
    expect(text).toContain('data-name="preorder/countdown"')
    expect(text).toContain('href="/api/casset/nova/opening.ics"')
    expect(text).toMatch(/<main [^>]*data-revision="\d{4}-/)
  }
  for (const text of waiting.slice(0, 3)) expect(text).toMatch(/<button[^>]* disabled[^>]*>Download<\/button>/)
  svc.tick(10 * dayMs + 1_000)
  await settled(svc)
  expect(await page('/checkout/nova', ada.cookie)).toContain('/api/casset/nova/download?format=tagged')
  expect(await page('/library', ada.cookie)).toContain('/api/casset/nova/download?format=tagged')
  expect(await page(`/collected/${guest.secret}`)).toContain('/download?format=tagged')
  expect(await page('/@nova', ada.cookie)).not.toContain('preorder/countdown')
})

test('a track that was open and bought beside a preorder is its guest’s, who waits for nothing until the rest is', async () => {
  await using shop = await openPreorder()
  const { svc, nova, dawn } = shop
  sellTracks(svc, nova, 150)
  const first = await single(svc, dawn)
  const page = async () => (await svc.call('GET', `/collected/${first.secret}`)).text
  const own = await page()
  for (const words of ['It’s yours!', '>Dawn</h1>', 'Get the rest for $5.50']) expect(own).toContain(words)
  expect(own).not.toMatch(/You ordered it|preorder\/countdown/)
  await collectAsGuest(svc, rest(first))
  const whole = await page()
  for (const words of ['You ordered it', 'preorder/countdown']) expect(whole).toContain(words)
})

test('the hour of a preorder is a file for calendars, for those who see its page and until it opens', async () => {
  await using shop = await openPreorder()
  const { svc, nova, opensAt } = shop
  const name = `A, B; C\\${'ü'.repeat(60)}`
  svc.ctx.db.update(cassets).set({ name }).where(eq(cassets.id, nova.cassetId)).run()
  const ask = (cookie?: string) => svc.call('GET', '/api/casset/nova/opening.ics', cookie ? { cookie } : {})
  const { status, text, headers } = await ask()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers.get('content-disposition')).toContain('.ics')
  const lines = text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded[0]).toBe('BEGIN:VCALENDAR')
  expect(unfolded).toContain(`DTSTART:${opensAt.replace(/[-:]|\.\d+/g, '')}`)
  expect(unfolded).toContain(`SUMMARY:A\\, B\\; C\\\\${'ü'.repeat(60)} by Nova opens`)
  expect(unfolded.at(-1)).toBe('')
  const uid = unfolded.find((line) => line.startsWith('UID:'))
  svc.tick(60_000)
  await setOpening(svc, nova, { opensAt: new Date(Date.parse(opensAt) + dayMs).toISOString() })
  const moved = (await ask()).text.split('\r\n')
  expect(moved).toContain(uid ?? '')
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await ask()).status).toBe(404)
  expect((await ask(nova.cookie)).status).toBe(200)
  svc.tick(12 * dayMs)
  await settled(svc)
  expect((await ask(nova.cookie)).status).toBe(404)
})

test('the key of a letter offers a preorder to be seen, and once it is open to be listened to', async () => {
  await using shop = await openPreorder()
  const { svc, nova } = shop
  const id = await writeLetter(svc, nova, { body: `${svc.ctx.site.origin}/@nova` })
  const preview = async () => (await letterCall(svc, nova, 'GET', `/${id}/preview`)).text
  expect(await preview()).toContain('See the preorder')
  expect(await preview()).not.toContain('Listen')
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  expect(await preview()).toContain('Listen')
})

browserTest('a page of a preorder counts down, and its download comes alive by itself at the hour', async () => {
  await using shop = await closedPreorder()
  const { svc, ada } = shop
  await using open = await openPage(svc, '/checkout/nova', { as: ada })
  const { page, problems } = open
  await islandReady(page, 'checkout/checkout')
  await agree(page)
  await page.getByRole('button', { name: 'Fill in the test card' }).click()
  await page.locator('.key.send').click()
  await page.getByRole('heading', { name: 'You ordered it' }).waitFor()
  await islandReady(page, 'preorder/countdown')
  expect(await page.getByRole('timer').textContent()).toMatch(/^9 d \d\d:\d\d:\d\d left$/)
  expect(await page.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true)
  await page.clock.install({ time: svc.ctx.now() })
  await page.reload()
  await islandReady(page, 'preorder/countdown')
  svc.tick(10 * dayMs)
  await settled(svc)
  await page.clock.fastForward(10 * dayMs)
  await page.clock.runFor(10_000)
  await page.getByRole('link', { name: 'Download First Light', exact: true }).waitFor()
  expect(problems).toEqual([])
})
