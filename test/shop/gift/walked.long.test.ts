import { expect, test } from 'bun:test'
import { orderById } from '../../../src/order/order.ts'
import { giftGoods } from '../../../src/shop/gift/gift-goods.ts'
import { rowsOf } from '../../support/account/account.ts'
import { doctorOf } from '../../support/operate/doctor.ts'
import { backUp, restore } from '../../support/operate/restore.ts'
import { cashOf, openLabel, owedIn, payOutAll, tipNova } from '../../support/order/paid-out.ts'
import { temporaryFolder } from '../../support/process.ts'
import type { Answer, TestServer } from '../../support/server.ts'
import { accessOf, balances, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf, giftLink, give, takeGift, takeWithout } from '../../support/shop/gift.ts'
import { cast, type Person } from '../../support/world.ts'

const env = { PAYMENTS: 'test' }

const ownOf = ({ json, text }: Answer): string => {
  const own = String(Object(json).url).split('/taken/')[1]
  if (own === undefined) throw new Error(text)
  return own
}

const heard = async (svc: TestServer, secret: string, trackId: string) =>
  (await svc.call('GET', `/api/taken/${secret}/audio/${trackId}`)).status

const leave = async (svc: TestServer, { cookie }: Person) => {
  const body = { leaveOwed: true }
  expect((await svc.call('POST', '/api/auth/account/delete', { cookie, body })).status).toBe(204)
  await settled(svc)
}

test('of an account and somebody without one who take a gift in one moment one has it, whoever that is', async () => {
  const { svc, ada, dawn } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  for (const isAccountFirst of [true, false]) {
    const taker = cast(svc.ctx, isAccountFirst ? 'kim' : 'lou', { published: false })
    const { orderId } = await give(svc, ada, { email: undefined })
    const secret = await giftLink(svc, ada, orderId)
    const ways = [() => takeGift(svc, secret, taker), () => takeWithout(svc, { secret })]
    const asked = await Promise.all((isAccountFirst ? ways : ways.toReversed()).map((way) => way()))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const own = asked.find(({ text }) => text.includes('/taken/'))
    expect(await accessOf(svc, dawn.id, taker)).toBe(own ? 'hook' : 'full')
    if (own) expect(await heard(svc, ownOf(own), dawn.id)).toBe(200)
    const [row] = rowsOf(svc, 'purchases').filter((each) => Object(each).order_id === orderId)
    expect(row).toMatchObject({ user_id: own ? null : taker.userId, is_gift: 1, ended_at: null })
  }
  expect(faultsOf(svc)).toEqual([])
})

test('an older copy that gave a taken gift to somebody else leaves it with them alone, and the doctor settles it', async () => {
  using folder = temporaryFolder()
  const options = { env, dataDir: folder.path, limiter: { take: () => 0 } }
  const { svc: before, ada, dawn } = await openShop(options)
  const { orderId, paymentIntentId } = await give(before, ada, { email: undefined })
  const secret = await giftLink(before, ada)
  const copy = backUp(before)
  const lost = ownOf(await takeWithout(before, { secret }))
  await settled(before)
  const { metadata } = await shopOf(before).stripe.paymentIntents.retrieve(paymentIntentId)
  await using svc = await restore(before, copy, options)
  const second = ownOf(await takeWithout(svc, { secret }))
  expect([await heard(svc, lost, dawn.id), await heard(svc, second, dawn.id)]).toEqual([404, 200])
  // The news of the payment from before the second taker changes nothing either.
  const order = orderById(svc.ctx, orderId)
  if (order) giftGoods.lost?.catchUp?.(svc.ctx, order, { ...metadata, told: '99' })
  await doctorOf(svc.dataDir, env, 'reconciling', { fix: true })
  await settled(svc)
  expect([await heard(svc, lost, dawn.id), await heard(svc, second, dawn.id)]).toEqual([404, 200])
  expect((await takeWithout(svc, { secret })).status).toBe(409)
  expect(await doctorOf(svc.dataDir, env, 'reconciling', {})).toMatchObject({ ok: true })
  expect(faultsOf(svc)).toEqual([])
})

test('a gift stays taken when its giver, its artist or its taker leaves, and nobody takes it from whoever has it', async () => {
  const { svc, nova, ada, draft, dawn } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  const links = async (payer: Person) => {
    const { orderId } = await give(svc, payer, { email: undefined, message: 'From me' })
    return giftLink(svc, payer, orderId)
  }
  const [one, two, three] = [await links(ada), await links(ada), await links(ada)]
  const own = ownOf(await takeWithout(svc, { secret: one }))
  await leave(svc, ada)
  expect(await heard(svc, own, dawn.id)).toBe(200)
  expect((await svc.call('GET', `/taken/${own}`)).text).not.toContain('From me')
  // A link that was passed on before is still somebody's to take.
  const late = ownOf(await takeWithout(svc, { secret: two }))
  expect((await takeGift(svc, three, draft)).status).toBe(200)
  await leave(svc, draft)
  for (const secret of [one, two, three]) expect((await takeWithout(svc, { secret })).status).toBe(409)
  const downloads = async () =>
    Promise.all([own, late].map(async (link) => (await svc.call('GET', `/api/taken/${link}/download`)).status))
  expect(await downloads()).toEqual([200, 200])
  await leave(svc, nova)
  expect([await heard(svc, own, dawn.id), await downloads()]).toEqual([200, [200, 200]])
  expect(faultsOf(svc)).toEqual([])
})

test('a refund of a taken gift whose artist was paid out ends it, and costs the owner of the site nothing', async () => {
  const label = await openLabel()
  const { svc, nova, ruth, ada, dawn } = label
  await using _ = svc
  const gift = await give(svc, ada, { email: undefined })
  const own = ownOf(await takeWithout(svc, { secret: await giftLink(svc, ada) }))
  await payOutAll(svc)
  const before = (await cashOf(svc)) - owedIn(svc)
  const refund = (cookie: string, more = {}) =>
    svc.call('POST', `/api/studio/sales/${gift.orderId}/refund`, { cookie, body: more })
  // Her account is empty, so that she cannot give back what she was paid.
  expect([(await refund(nova.cookie)).status, await heard(svc, own, dawn.id)]).toEqual([409, 200])
  expect((await refund(ruth.cookie, { leavesDebt: true })).status).toBe(200)
  await settled(svc)
  expect([await heard(svc, own, dawn.id), balances(svc)['OWED nova']]).toEqual([409, -630])
  // The owner gives back the percent of the sale, and nothing else.
  expect((await cashOf(svc)) - owedIn(svc)).toBe(before - 70)
  await tipNova(label, 1_000)
  expect([balances(svc)['OWED nova'], faultsOf(svc)]).toEqual([0, []])
})
