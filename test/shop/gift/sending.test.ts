import { expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import { gifts } from '../../../db/schema/shop/gift.ts'
import { rowsOf } from '../../support/account/account.ts'
import { until } from '../../support/casset/upload.ts'
import { refundAsOwner } from '../../support/earnings/sale.ts'
import { openShop, settled } from '../../support/shop/checkout.ts'
import { askGift, changeGift, giftIn, give, givenBy, openGiving, sendAgain, takeGift } from '../../support/shop/gift.ts'
import { refusalOf } from '../../support/shop/guest.ts'
import { cast } from '../../support/world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test('an address with a typo is changed until the gift is claimed: the first link ends, a second email goes out', async () => {
  await using shop = await openGiving()
  const { svc, ada, kim, draft, emails } = shop
  const { orderId } = await give(svc, ada, { email: 'kin@example.org' })
  const [first] = await emails(1)
  expect((await changeGift(svc, orderId, kim, { email: 'kim@example.org' })).status).toBe(403)
  expect((await changeGift(svc, orderId, {}, { email: 'kim@example.org' })).status).toBe(401)
  expect(refusalOf(await changeGift(svc, orderId, ada, { email: 'ada@example.com' }))[0]).toBe(400)
  expect((await changeGift(svc, orderId, ada, { email: 'kim@example.org' })).json).toMatchObject({
    gift: { email: 'kim@example.org', sentAt: null },
  })
  const [, second] = await emails(2)
  expect(second?.to).toBe('kim@example.org')
  expect((await takeGift(svc, first?.secret ?? '', draft)).status).toBe(404)
  expect((await takeGift(svc, second?.secret ?? '', kim)).status).toBe(200)
  expect(refusalOf(await changeGift(svc, orderId, ada, { email: 'lou@example.org' }))).toEqual([
    409,
    'BAD_STATE',
    'The gift was claimed: it stays where it is.',
  ])
})

test('an email of a gift that still waits for the mail server goes to no former address, and to none once it ended', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, smtp } = shop
  smtp.answer = { code: 451, message: 'Not now' }
  const moved = await give(svc, ada, { email: 'kin@example.org' })
  const ended = await give(svc, ada, { email: 'lou@example.org' })
  expect((await changeGift(svc, moved.orderId, ada, { email: 'kim@example.org' })).status).toBe(200)
  expect((await refundAsOwner(svc, nova, ended.orderId)).status).toBe(200)
  await settled(svc)
  smtp.answer = undefined
  svc.tick(dayMs)
  await settled(svc)
  const gone = smtp.received.map(giftIn).filter(({ secret }) => secret !== '')
  expect(gone.map(({ to }) => to)).toEqual(['kim@example.org'])
})

test('a gift is written to ten times at most, so that paying once buys no way to write to anybody', async () => {
  await using shop = await openGiving()
  const { svc, ada, smtp } = shop
  const { orderId } = await give(svc, ada)
  for (let nth = 0; nth < 12; nth += 1) {
    await changeGift(svc, orderId, ada, { email: `kim${nth}@example.org` })
    await svc.ctx.jobs.idle()
    await sendAgain(svc, orderId, ada)
  }
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.select({ emails: gifts.emails }).from(gifts).all()).toEqual([{ emails: 10 }])
  expect(smtp.received.map(giftIn).filter(({ secret }) => secret !== '').length).toBeLessThanOrEqual(10)
})

test('a gift that goes to one address after another soon waits, so that it is no way to write to many', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId } = await give(svc, ada)
  const statuses: number[] = []
  for (let nth = 0; nth < 7; nth += 1) {
    statuses.push((await changeGift(svc, orderId, ada, { email: `kim${nth}@example.org` })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('gifts that are paid again and again write to one mailbox five times, and the others wait their turn', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  for (let nth = 0; nth < 7; nth += 1) await give(svc, ada, { email: `kim+${nth}@example.org` })
  const sent = async () => {
    await svc.ctx.jobs.idle()
    return svc.ctx.db.select().from(gifts).where(isNotNull(gifts.sentAt)).all().length
  }
  expect(await sent()).toBe(5)
  svc.tick(hourMs)
  expect(await sent()).toBe(7)
})

test('a gift waits for its day, which may change until then; nothing is sent where the money went back', async () => {
  await using shop = await openGiving()
  const { svc, nova, ada, smtp, emails } = shop
  const at = (ms: number) => new Date(svc.ctx.now() + ms).toISOString()
  const { orderId } = await give(svc, ada, { sendAt: at(2 * dayMs) })
  const gone = await give(svc, ada, { sendAt: at(2 * dayMs), email: 'lou@example.org' })
  svc.tick(dayMs)
  await svc.ctx.jobs.idle()
  const count = () => smtp.received.map(giftIn).filter(({ secret }) => secret !== '').length
  expect(count()).toBe(0)
  expect(await givenBy(svc, ada)).toMatchObject([{ state: 'SCHEDULED' }, { state: 'SCHEDULED' }])
  expect((await changeGift(svc, orderId, ada, { sendAt: at(3 * dayMs) })).status).toBe(200)
  expect((await refundAsOwner(svc, nova, gone.orderId)).status).toBe(200)
  await settled(svc)
  svc.tick(2 * dayMs)
  await svc.ctx.jobs.idle()
  expect(count()).toBe(0)
  svc.tick(dayMs + hourMs)
  const sent = await emails(1)
  expect(sent.map(({ to }) => to)).toEqual(['kim@example.org'])
  expect(await givenBy(svc, ada)).toMatchObject([{ state: 'ENDED' }, { state: 'SENT' }])
  expect(refusalOf(await changeGift(svc, orderId, ada, { sendAt: at(dayMs) }))[2]).toBe('The gift was sent already.')
  expect(refusalOf(await changeGift(svc, gone.orderId, ada, { email: 'x@example.org' }))[0]).toBe(409)
})

test('a gift whose payer has deleted their account since comes from somebody on its day', async () => {
  await using shop = await openGiving()
  const { svc, ada, emails } = shop
  await give(svc, ada, { sendAt: new Date(svc.ctx.now() + 2 * dayMs).toISOString() })
  const left = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: {} })
  expect(left.status).toBe(204)
  await svc.ctx.jobs.idle()
  svc.tick(2 * dayMs + hourMs)
  const [email] = await emails(1)
  expect(email?.text).toContain('Somebody gives you First Light by Nova')
})

test('without SMTP the payer gets the link to pass on', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const kim = cast(svc.ctx, 'kim', { published: false })
  const { orderId } = await give(svc, ada)
  const { json } = await sendAgain(svc, orderId, ada)
  const secret = String(Object(json).url).split('/gift/')[1] ?? ''
  expect((await svc.call('GET', `/gift/${secret}`)).text).toContain('Take your gift')
  expect((await takeGift(svc, secret, kim)).status).toBe(200)
  expect((await svc.call('GET', `/gift/${secret}`, { cookie: kim.cookie })).text).toContain('It’s yours!')
})

test('addresses of gifts that nobody paid are forgotten after 30 days, messages with their writer’s account', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  await askGift(svc, ada, { message: 'Secret' })
  await give(svc, ada, { message: 'Paid', email: 'lou@example.org' })
  svc.tick(31 * dayMs)
  await svc.ctx.jobs.idle()
  await until(
    () => JSON.stringify(rowsOf(svc, 'gifts')),
    (text) => !text.includes('kim@example.org'),
  )
  expect(svc.ctx.db.select({ email: gifts.email, message: gifts.message }).from(gifts).all()).toEqual([
    { email: '', message: null },
    { email: 'lou@example.org', message: 'Paid' },
  ])
})
