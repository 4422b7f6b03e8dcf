import { expect, test } from 'bun:test'
import { hmac } from '../../../src/lib/hash/hmac.ts'
import { rowsOf } from '../../support/account/account.ts'
import { refundAsOwner } from '../../support/earnings/sale.ts'
import type { TestServer } from '../../support/server.ts'
import { accessOf, begun, confirm, goodCard, openShop, settled } from '../../support/shop/checkout.ts'
import { makeDiscount } from '../../support/shop/discount.ts'
import {
  askGift,
  changeGift,
  faultsOf,
  give,
  givenBy,
  openGiving,
  sendAgain,
  takeGift,
} from '../../support/shop/gift.ts'
import { refusalOf } from '../../support/shop/guest.ts'
import { cast, type Person } from '../../support/world.ts'

const html = { accept: 'text/html' }
const byHand = { email: undefined }

const passedBy = async (svc: TestServer, payer: Person): Promise<string> => {
  const [gift] = await givenBy(svc, payer)
  return String(gift?.url).split('/gift/')[1] ?? ''
}

test('a gift needs no address: its payer has its link at once, to share and on a card, and it is taken once', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, dawn, smtp } = shop
  const { orderId } = await give(svc, ada, { ...byHand, message: 'Happy <birthday>' })
  const secret = await passedBy(svc, ada)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await passedBy(svc, ada)).toBe(secret)
  expect((await sendAgain(svc, orderId, ada)).json).toEqual({ url: `${svc.ctx.site.origin}/gift/${secret}` })
  for (const table of ['mails', 'guest_links', 'jobs', 'gifts', 'orders'])
    expect(JSON.stringify(rowsOf(svc, table))).not.toContain(secret)
  await svc.ctx.jobs.idle()
  expect(smtp.received.map(({ to }) => to.join())).toEqual(['ada@example.com'])
  // Nobody makes it from what is known of the order.
  for (const guess of [hmac('', `${orderId} `), hmac(orderId, 'links of gifts')])
    expect((await takeGift(svc, guess, kim)).status).toBe(404)
  expect(await givenBy(svc, kim)).toEqual([])

  const card = await svc.call('GET', `/gift/${secret}/card`, { headers: html })
  expect(card.text).toContain('Happy &lt;birthday>')
  expect(card.text).toContain(`/gift/${secret}`)
  expect(card.text).toMatch(/class="code"[^>]*><svg/)
  expect(card.text).not.toContain('Ada')
  expect([card.headers.get('cache-control'), card.headers.get('referrer-policy')]).toEqual([
    'private, no-store',
    'same-origin',
  ])
  expect((await svc.call('GET', '/gift/x/card', { headers: html })).status).toBe(404)

  expect(refusalOf(await takeGift(svc, secret, ada))).toEqual([409, 'BAD_STATE', 'You gave this away.'])
  expect(refusalOf(await takeGift(svc, secret, nova))).toEqual([409, 'BAD_STATE', 'This is your own casset.'])
  expect((await takeGift(svc, secret, kim)).status).toBe(200)
  expect(await accessOf(svc, dawn.id, kim)).toBe('full')
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const other = cast(svc.ctx, 'other', { published: false })
  expect(refusalOf(await takeGift(svc, secret, other))).toEqual([409, 'BAD_STATE', 'This gift was claimed.'])
  expect((await givenBy(svc, ada))[0]).toMatchObject({ state: 'CLAIMED', url: null })
  expect((await svc.call('GET', `/gift/${secret}/card`, { headers: html })).status).toBe(303)
  expect(faultsOf(svc)).toEqual([])
})

test('a link that was passed on ends with the money, and with an address that its payer sends the gift to', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, kim, emails } = shop
  const { orderId } = await give(svc, ada, byHand)
  const first = await passedBy(svc, ada)
  expect((await changeGift(svc, orderId, ada, { email: 'lou@example.org' })).status).toBe(200)
  const second = await passedBy(svc, ada)
  expect(second).not.toBe(first)
  expect((await emails(1))[0]?.to).toBe('lou@example.org')
  expect((await takeGift(svc, first, kim)).status).toBe(404)
  expect((await refundAsOwner(svc, nova, orderId)).status).toBe(200)
  await settled(svc)
  expect(refusalOf(await takeGift(svc, second, kim))).toEqual([409, 'BAD_STATE', 'This gift has ended.'])
  expect((await givenBy(svc, ada))[0]).toMatchObject({ state: 'ENDED', url: null })
  expect((await svc.call('GET', `/gift/${second}/card`, { headers: html })).status).toBe(303)
  const day = new Date(svc.ctx.now() + 86_400_000).toISOString()
  expect(Object((await askGift(svc, ada, { ...byHand, sendAt: day })).json).field).toBe('sendAt')
  expect(faultsOf(svc)).toEqual([])
})

test('a code goes along with a gift: its payer uses it once, and one that leaves nothing to pay is passed on', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova)
  await makeDiscount(svc, nova, { percent: 100, code: 'FREE' })
  const page = async (path: string) => (await svc.call('GET', path, { headers: html, cookie: ada.cookie })).text
  expect(await page('/checkout/nova?code=SPRING')).toContain('href="/checkout/nova/gift?code=SPRING"')
  const form = await page('/checkout/nova/gift?code=spring')
  expect(form).toContain('$5.60')
  expect(form).toContain('SPRING')
  expect(await page('/checkout/nova/gift?code=FREE')).toContain('With this code it costs nothing')
  expect(await page('/checkout/nova/gift?code=NONE')).toContain('This code is not valid here.')

  const answer = await askGift(svc, ada, { ...byHand, code: 'spring' })
  expect(answer.json).toMatchObject({ amount: 560 })
  // It is held back while the payment is under way, and a new one takes the place of that.
  expect((await askGift(svc, ada, { ...byHand, code: 'SPRING', amount: 559 })).status).toBe(400)
  await confirm(svc, ada, begun(answer), goodCard)
  await settled(svc)
  expect(await givenBy(svc, ada)).toMatchObject([{ amount: 560 }])
  expect(rowsOf(svc, 'orders').map((row) => Object(row).discount_code)).toEqual(['SPRING'])
  expect(refusalOf(await askGift(svc, ada, { ...byHand, code: 'SPRING' }))).toEqual([
    409,
    'BAD_STATE',
    'You have used this code.',
  ])
  expect(refusalOf(await askGift(svc, ada, { ...byHand, code: 'FREE' }))[2]).toBe('With this code it costs nothing.')
  expect(Object((await askGift(svc, null, { ...byHand, code: 'SPRING' })).json).field).toBe('payerEmail')
  const asAda = { ...byHand, code: 'SPRING', payerEmail: 'a.da+x@example.com' }
  expect(refusalOf(await askGift(svc, null, asAda))[2]).toBe('You have used this code.')
  const guest = await askGift(svc, null, { ...byHand, code: 'SPRING', payerEmail: 'kim@example.org' })
  expect(guest.json).toMatchObject({ amount: 560 })
  expect(faultsOf(svc)).toEqual([])
})
