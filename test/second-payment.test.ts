import { expect, test } from 'bun:test'
import { accessOf, card, collect, openShop, postings, settled } from './support/checkout.ts'

test('who paid twice has the casset by the payment that could not go back, once the other one has', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  const refund = async (orderId: string) =>
    (await svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} })).status
  const first = await collect(svc, ada, card('4000000000007726'))
  expect(await refund(first.orderId)).toBe(200)
  const second = await collect(svc, ada)
  // The refund of the first comes back, and one that came back is not tried again by itself.
  svc.tick(6_000)
  await settled(svc)
  expect(postings(svc)).toMatchObject({ SALE: 2, REFUND: 1, REFUND_FAILURE: 1 })
  expect(await refund(second.orderId)).toBe(200)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})
