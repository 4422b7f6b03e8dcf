import { expect, test } from 'bun:test'
import { paidInFull } from '../../src/order/read-payment.ts'
import { creditReferral } from '../../src/shop/referral/credit-referral.ts'
import { cookieOf, rowsOf } from '../support/account/account.ts'
import { addSale, refundAsOwner } from '../support/earnings/sale.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ask, collect, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const html = { accept: 'text/html' }

/** Makes a link of one person's to another's casset, as the share key does. */
function link({ ctx }: TestServer, code: string, from: Person, to: Person): string {
  ctx.db.$client.run('INSERT INTO referral_links (code, user_id, casset_id, created_at) VALUES (?, ?, ?, ?)', [
    code,
    from.userId,
    to.cassetId,
    ctx.now(),
  ])
  return code
}

const visit = (svc: TestServer, path: string, cookie?: string) => svc.call('GET', path, { headers: html, cookie })

const cookieAfter = async (svc: TestServer, path: string, cookie?: string) => cookieOf(await visit(svc, path, cookie))

const by = (person: Person, referral: string): Person => ({ ...person, cookie: `${person.cookie}; ${referral}` })

const credits = ({ ctx }: TestServer) =>
  ctx.db.$client.query('SELECT code, user_id, ended_at IS NULL FROM referral_credits ORDER BY rowid').values()

/** A shop in which hidden sends others to nova's casset with the code "abcd1234". */
async function opened() {
  const shop = await openShop({})
  link(shop.svc, 'abcd1234', shop.hidden, shop.nova)
  return shop
}

test('a visit by a link is remembered for thirty days, and its answer is kept by nobody', async () => {
  const { svc } = await opened()
  await using _ = svc
  for (const path of ['/', '/@nova', '/login']) {
    const { status, headers } = await visit(svc, `${path}?ref=abcd1234`)
    expect([path, status, headers.get('set-cookie'), headers.get('cache-control'), headers.get('etag')]).toEqual([
      path,
      200,
      'svc_ref=abcd1234; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
      'private, no-store',
      null,
    ])
  }
  const { headers } = await visit(svc, '/@nova')
  expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([
    null,
    'public, max-age=0, must-revalidate',
  ])
})

test('over https the cookie is sent over https alone', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://deck.example' } })
  const { nova, ada } = await world(svc)
  link(svc, 'abcd1234', ada, nova)
  const { headers } = await visit(svc, '/?ref=abcd1234')
  expect(headers.get('set-cookie')).toContain('; Secure')
})

test('a code that is none, unknown or on a page that is not there is not remembered', async () => {
  const { svc } = await opened()
  await using _ = svc
  const evil = ['abcd9999', 'x', '', '%00', 'a;Path=/', 'a%0d%0aX: 1', 'x'.repeat(65), '../../', 'abcd1234.abcd1234']
  for (const code of evil) {
    const { status, headers } = await visit(svc, `/@nova?ref=${code}`)
    expect([code, status, headers.get('set-cookie')]).toEqual([code, 200, null])
  }
  expect((await visit(svc, '/@nobody?ref=abcd1234')).headers.get('set-cookie')).toBeNull()
})

test('the last visit comes first, and no link puts out one to another casset', async () => {
  const { svc, nova, ada, draft, hidden } = await opened()
  await using _ = svc
  const gift = cast(svc.ctx, 'gift')
  await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  link(svc, 'toGift01', hidden, gift)
  link(svc, 'toNova02', draft, nova)
  let cookie = await cookieAfter(svc, '/?ref=abcd1234')
  cookie = await cookieAfter(svc, '/?ref=toGift01', cookie)
  cookie = await cookieAfter(svc, '/?ref=toNova02', cookie)
  expect(cookie).toBe('svc_ref=toNova02.toGift01.abcd1234')
  expect(await cookieAfter(svc, '/?ref=abcd1234', cookie)).toBe('svc_ref=abcd1234.toNova02.toGift01')
  await collect(svc, by(ada, cookie))
  await ask(svc, by(ada, cookie), { slug: 'gift' })
  expect(credits(svc)).toEqual([
    ['toNova02', ada.userId, 1],
    ['toGift01', ada.userId, 1],
  ])
})

test('the eight latest links are remembered, and no ninth', async () => {
  const { svc, nova } = await opened()
  await using _ = svc
  const codes = Array.from({ length: 10 }, (_, n) => link(svc, `code000${n}`, cast(svc.ctx, `friend${n}`), nova))
  let cookie = ''
  for (const code of codes) cookie = await cookieAfter(svc, `/?ref=${code}`, cookie)
  expect(cookie).toBe(`svc_ref=${codes.toReversed().slice(0, 8).join('.')}`)
})

test('somebody credited for a collect that still stands keeps the credit', async () => {
  const { svc, nova, ada, draft } = await opened()
  await using _ = svc
  link(svc, 'toNova02', draft, nova)
  const orders = ['abcd1234', 'toNova02'].map((referralCode) => addSale(svc, ada, nova, { referralCode }))
  for (const order of orders) creditReferral(svc.ctx, order, paidInFull)
  expect(credits(svc)).toEqual([['abcd1234', ada.userId, 1]])
})

test('a paid collect credits the link once, at the webhook, and a refund ends it', async () => {
  const { svc, nova, ada } = await opened()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, by(ada, 'svc_ref=abcd1234'))
  expect(rowsOf(svc, 'referral_credits')).toEqual([
    {
      id: expect.any(String),
      code: 'abcd1234',
      user_id: ada.userId,
      casset_id: nova.cassetId,
      order_id: orderId,
      mode: 'test',
      credited_at: expect.any(Number),
      ended_at: null,
    },
  ])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 })
  await settled(svc)
  expect(credits(svc)).toEqual([['abcd1234', ada.userId, 1]])
  await refundAsOwner(svc, nova, orderId)
  expect(credits(svc)).toEqual([['abcd1234', ada.userId, 0]])
  await settled(svc)
  await collect(svc, ada)
  expect(credits(svc)).toEqual([['abcd1234', ada.userId, 0]])
})

test('a collector who collects again by a link counts once', async () => {
  const { svc, nova, ada, draft } = await opened()
  await using _ = svc
  link(svc, 'second02', draft, nova)
  const first = await collect(svc, by(ada, 'svc_ref=abcd1234'))
  await refundAsOwner(svc, nova, first.orderId)
  await collect(svc, ada, goodCard, { slug: 'nova', referralCode: 'second02' })
  expect(credits(svc)).toEqual([['second02', ada.userId, 1]])
})

test('a free collect credits the link at once, also where no payments are taken', async () => {
  await using svc = await startServer()
  const { nova, ada, hidden } = await world(svc)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  link(svc, 'abcd1234', hidden, nova)
  expect((await ask(svc, ada, { slug: 'nova', referralCode: 'abcd1234' })).status).toBe(200)
  expect(credits(svc)).toEqual([['abcd1234', ada.userId, 1]])
})

test("one's own code, one for another casset and an unknown one credit nothing and hinder nobody", async () => {
  const { svc, nova, ada, hidden } = await opened()
  await using _ = svc
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  const gift = cast(svc.ctx, 'gift')
  await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  for (const [buyer, slug, referralCode] of [
    [hidden, 'nova', 'abcd1234'],
    [ada, 'gift', 'abcd1234'],
    [ada, 'nova', 'nothing99'],
    [hidden, 'gift', '../;<'],
  ] as const) {
    expect((await ask(svc, by(buyer, 'svc_ref=%FF.;'), { slug, referralCode })).status).toBe(200)
  }
  expect(credits(svc)).toEqual([])
  expect(rowsOf(svc, 'orders').map((row) => Reflect.get(Object(row), 'referral_code'))).toEqual([
    null,
    null,
    null,
    null,
  ])
  link(svc, 'nova0001', nova, nova)
  const draft = cast(svc.ctx, 'eve')
  await ask(svc, draft, { slug: 'nova', referralCode: 'nova0001' })
  expect(credits(svc)).toEqual([['nova0001', draft.userId, 1]])
})
