import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { leastCharged } from '../../src/lib/money/price.ts'
import { reduced } from '../../src/shop/discount/discount.ts'
import { rowsOf } from '../support/account/account.ts'
import { addTape } from '../support/casset/tape.ts'
import {
  accessOf,
  ask,
  balances,
  begin,
  begun,
  collect,
  confirm,
  goodCard,
  openShop,
  settled,
} from '../support/shop/checkout.ts'
import { askDiscount, discountsOf, makeDiscount } from '../support/shop/discount.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { askAsGuest, collectAsGuest, refusalOf } from '../support/shop/guest.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const hourMs = 3_600_000
const asSold = { slug: 'nova', code: 'SPRING' }

test('a code takes a percent or an amount off; who pays with it pays that, and the artist sees how often it was', async () => {
  const { svc, nova, ada, draft, dawn } = await openShop()
  await using _ = svc
  const { status, json } = await askDiscount(svc, nova, { uses: 3, code: ' spring ' })
  const discount = {
    id: expect.any(String),
    cassetId: nova.cassetId,
    code: 'SPRING',
    percent: 20,
    amount: null,
    currency: null,
    uses: 3,
    used: 0,
    expiresAt: null,
    endedAt: null,
    createdAt: expect.stringMatching(/Z$/),
  }
  expect([status, json]).toEqual([201, { discount }])
  const answer = await ask(svc, ada, { slug: 'nova', code: 'Spring' })
  expect(answer.json).toMatchObject({ amount: 560 })
  expect(await discountsOf(svc, nova)).toMatchObject([{ used: 0 }])
  await confirm(svc, ada, begun(answer))
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(await discountsOf(svc, nova)).toMatchObject([{ used: 1 }])
  expect(balances(svc)).toMatchObject({ BUYERS: -560 })
  const sales = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  expect(sales.json).toMatchObject({ sales: [{ amount: 560, code: 'SPRING' }] })
  const csv = await svc.call('GET', '/api/studio/statistics/ledger.csv', { cookie: nova.cookie })
  if (csv.status === 200) expect(csv.text).toContain(',SPRING\n')
  const [order] = rowsOf(svc, 'orders')
  expect(order).toMatchObject({ price_minor: 560, amount_minor: 560, discount_code: 'SPRING' })
  // More than the price may be paid with a code, and no less than the reduced price.
  expect((await ask(svc, draft, { ...asSold, amount: 600 })).json).toMatchObject({ amount: 600 })
  expect(refusalOf(await ask(svc, draft, { ...asSold, amount: 559 }))).toEqual([
    400,
    'VALIDATION',
    'This is less than the price.',
  ])
  const guest = await collectAsGuest(svc, { code: 'spring' })
  expect(rowsOf(svc, 'orders').find((row) => Object(row).id === guest.orderId)).toMatchObject({ amount_minor: 560 })
  expect(faultsOf(svc)).toEqual([])
})

test('a price with a code is a whole number, never below what the processor takes, and free when nothing is left', () => {
  const off = (amount: number, percent: number | null, amountMinor: number | null = null, currency = 'usd') =>
    reduced({ amount, leastMinor: leastCharged(currency) }, { percent, amountMinor })
  expect([off(700, 20), off(999, 33), off(333, 50), off(999, 1)]).toEqual([560, 669, 167, 989])
  expect([off(700, 99), off(60, 50), off(700, null, 660)]).toEqual([50, 50, 50])
  expect([off(700, 100), off(700, null, 700), off(700, null, 9_999)]).toEqual([0, 0, 0])
  expect([off(50, 50), off(700, null, 1)]).toEqual([50, 699])
  expect(off(500, 95, null, 'jpy')).toBe(50)
  for (let percent = 1; percent <= 100; percent += 1) {
    for (const price of [50, 51, 99, 700, 1_299, 1_000_000]) {
      const left = off(price, percent)
      expect(Number.isInteger(left)).toBe(true)
      expect(left).toBeLessThanOrEqual(price)
      if (percent < 100) expect(left).toBeGreaterThanOrEqual(50)
    }
  }
})

test('all of the price off is a free collect: no payment, one use, by account and guest', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova, { percent: 100, uses: 2 })
  expect((await ask(svc, ada, asSold)).json).toEqual({ orderId: expect.any(String), entitled: true })
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect((await askAsGuest(svc, { code: 'SPRING' })).json).toMatchObject({ entitled: true })
  expect(await discountsOf(svc, nova)).toMatchObject([{ used: 2 }])
  expect(refusalOf(await askAsGuest(svc, { code: 'SPRING', email: 'lou@example.org' }))).toEqual([
    409,
    'BAD_STATE',
    'This code is used up.',
  ])
  expect(rowsOf(svc, 'orders').map((row) => Object(row).mode)).toEqual(['free', 'free'])
  expect(faultsOf(svc)).toEqual([])
})

test('of 500 people at once with one use left exactly one pays with it; the others are told, and nothing is taken', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  // The first sale connects the artist's account.
  await collect(svc, ada)
  await makeDiscount(svc, nova, { uses: 1 })
  const people = Array.from({ length: 500 }, (_each, index) => cast(svc.ctx, `fan${index}`, { published: false }))
  const answers = await Promise.all(people.map((person) => ask(svc, person, asSold)))
  const ok = answers.flatMap((answer, index) => (answer.status === 200 ? [{ answer, person: people[index] }] : []))
  expect(ok).toHaveLength(1)
  const told = answers.filter(({ status }) => status !== 200).map(({ status, json }) => [status, Object(json).field])
  expect(told).toEqual(Array.from({ length: 499 }, () => [409, 'code']))
  expect(rowsOf(svc, 'orders')).toHaveLength(2)
  const [{ answer, person } = { answer: null, person: undefined }] = ok
  if (!answer || !person) throw new Error('nobody got it')
  await confirm(svc, person, begun(answer))
  await settled(svc)
  expect(await discountsOf(svc, nova)).toMatchObject([{ used: 1, uses: 1 }])
  expect(balances(svc)).toMatchObject({ BUYERS: -700 - 560 })
  const late = cast(svc.ctx, 'late', { published: false })
  expect(refusalOf(await ask(svc, late, asSold))[2]).toBe('This code is used up.')
}, 60_000)

test('the use of a checkout that nobody pays is free again after an hour; one’s own next checkout takes its place', async () => {
  const { svc, nova, ada, draft } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova, { uses: 1 })
  await begin(svc, ada, asSold)
  expect(refusalOf(await ask(svc, draft, asSold))[2]).toBe('Others are paying with the last uses of this code.')
  const again = await begin(svc, ada, asSold)
  svc.tick(hourMs + 60_000)
  await settled(svc)
  const next = await begin(svc, draft, asSold)
  expect(Object((await confirm(svc, ada, again, goodCard)).json).code).toBe('BAD_STATE')
  await confirm(svc, draft, next)
  await settled(svc)
  expect(await discountsOf(svc, nova)).toMatchObject([{ used: 1 }])
  expect(faultsOf(svc)).toEqual([])
})

test('a person uses a code once: by their account, and by their address as a guest', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova)
  const { orderId } = await collect(svc, ada, goodCard, asSold)
  await collectAsGuest(svc, { code: 'SPRING' })
  expect(refusalOf(await askAsGuest(svc, { code: 'SPRING', email: 'KIM@example.org' }))[2]).toBe(
    'You have used this code.',
  )
  svc.ctx.db.$client.run('UPDATE purchases SET ended_at = 1 WHERE order_id = ?', [orderId])
  expect(refusalOf(await ask(svc, ada, asSold))[2]).toBe('You have used this code.')
  expect((await ask(svc, ada)).status).toBe(200)
})

test('a code is for its casset, or for all that its artist sells alone; ended, expired and unknown ones do nothing', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const iris = cast(svc.ctx, 'iris', { priceMinor: 900 })
  const ofIris = await makeDiscount(svc, iris, { cassetId: null, amount: 300, percent: undefined, code: 'ALL' })
  const until = new Date(svc.ctx.now() + hourMs).toISOString()
  const brief = await makeDiscount(svc, nova, { code: 'BRIEF', expiresAt: until })
  const said = async (code: string) => refusalOf(await ask(svc, ada, { slug: 'nova', code }))[2]
  expect(await said('ALL')).toBe('This code is not valid here.')
  expect(await said('nothing')).toBe('This code is not valid here.')
  expect((await ask(svc, ada, { slug: 'nova', code: 'brief' })).json).toMatchObject({ amount: 560 })
  svc.tick(hourMs + 1)
  expect(await said('brief')).toBe('This code has expired.')
  expect((await svc.call('DELETE', `/api/studio/discounts/${brief.id}`, { cookie: iris.cookie })).status).toBe(403)
  expect((await svc.call('DELETE', `/api/studio/discounts/${brief.id}`, { cookie: nova.cookie })).status).toBe(204)
  expect(await said('brief')).toBe('This code is not valid here.')
  expect(await discountsOf(svc, nova)).toMatchObject([{ code: 'BRIEF', endedAt: expect.any(String) }])
  expect(await discountsOf(svc, iris)).toMatchObject([{ id: ofIris.id, cassetId: null, amount: 300, currency: 'usd' }])
  // A free casset needs no code, and uses none up.
  await makeDiscount(svc, nova)
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await ask(svc, ada, asSold)).json).toMatchObject({ entitled: true })
  expect(await discountsOf(svc, nova, `?cassetId=${nova.cassetId}`)).toMatchObject([{ used: 0 }, { used: 0 }])
})

test('values that a code cannot have are refused, by field', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const said = async (body: object, artist = nova) => {
    const { status, json } = await askDiscount(svc, artist, body)
    return [status, Object(json).field]
  }
  expect(await said({ percent: 0 })).toEqual([400, 'percent'])
  expect(await said({ percent: 101 })).toEqual([400, 'percent'])
  expect(await said({ percent: 12.5 })).toEqual([400, 'percent'])
  expect(await said({ amount: 100 })).toEqual([400, 'percent'])
  expect(await said({ percent: undefined })).toEqual([400, 'percent'])
  expect(await said({ percent: undefined, amount: 0 })).toEqual([400, 'amount'])
  expect(await said({ uses: 0 })).toEqual([400, 'uses'])
  expect(await said({ code: 'AB' })).toEqual([400, 'code'])
  expect(await said({ code: 'été' })).toEqual([400, 'code'])
  expect(await said({ code: 'ABCD-EFGH-JKMN-PQRS' })).toEqual([400, 'code'])
  expect(await said({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'expiresAt'])
  expect((await askDiscount(svc, ada, { cassetId: nova.cassetId })).status).toBe(403)
  expect((await askDiscount(svc, ada, { cassetId: 'x' })).status).toBe(404)
  expect(rowsOf(svc, 'discounts')).toEqual([])
  await makeDiscount(svc, nova)
  expect(await said({ code: 'spring' })).toEqual([409, 'code'])
  expect(await makeDiscount(svc, nova, { code: undefined })).toMatchObject({ code: expect.stringMatching(/^\w{8}$/) })
})

test('the checkout shows the price with a code, or why the code does nothing', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova)
  const page = async (code: string) =>
    (await svc.call('GET', `/checkout/nova?code=${code}`, { cookie: ada.cookie })).text
  const text = await page('spring')
  expect(text).toContain('$5.60')
  expect(text).toContain('SPRING: 20 % off')
  expect(await page('other')).toContain('This code is not valid here.')
  expect(await page('%3Cscript%3E')).not.toContain('<script>"')
  expect((await svc.call('GET', '/checkout/nova', { cookie: ada.cookie })).text).toContain('I have a code')
})

test('a code is used once by an account and its own address, and by a mailbox however its address is spelled', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova)
  await collect(svc, ada, goodCard, asSold)
  const used = [409, 'BAD_STATE', 'You have used this code.']
  for (const email of ['ada@example.com', 'a.da+two@example.com']) {
    expect([email, refusalOf(await askAsGuest(svc, { ...asSold, email }))]).toEqual([email, used])
  }
  await collectAsGuest(svc, { ...asSold, email: 'k@gmail.com' })
  expect(refusalOf(await askAsGuest(svc, { ...asSold, email: 'K+1@gmail.com' }))).toEqual(used)
  expect((await askAsGuest(svc, { ...asSold, email: 'kim@gmail.com' })).status).toBe(200)
})

test('two checkouts of one address at once do not both get a code', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  await makeDiscount(svc, nova)
  const email = 'kim@example.org'
  const first = await askAsGuest(svc, { ...asSold, email })
  const second = await askAsGuest(svc, { ...asSold, email, slug: 'nova' })
  expect([first.status, second.status]).toEqual([200, 409])
})

test('a guest who claims their purchase into an account has used its code there', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const other = addTape(svc, nova, 'second')
  await addReadyTrack(svc.ctx, other, 'Two')
  svc.ctx.db.update(cassets).set({ priceMinor: 900, published: true }).where(eq(cassets.id, other)).run()
  await makeDiscount(svc, nova, { cassetId: null })
  const { paymentIntentId, clientSecret } = await collectAsGuest(svc, { email: 'ada@example.com', code: 'SPRING' })
  const body = { paymentIntentId, clientSecret }
  expect((await svc.call('POST', '/api/guest/keep', { cookie: ada.cookie, body })).status).toBe(200)
  const again = await ask(svc, ada, { slug: 'nova.second', code: 'SPRING' })
  expect(refusalOf(again)).toEqual([409, 'BAD_STATE', 'You have used this code.'])
})
