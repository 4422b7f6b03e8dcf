import { expect, test } from 'bun:test'
import { orderById } from '../../src/order/order.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { accessOf, collect, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'

test('a track that was sold since the backup is open to its buyer, also where its artist closed the tape before the doctor ran', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test', NEW_SELLER_DAILY_SUM: '10000' }
  const options = { env, dataDir: folder.path }
  const { svc: before, nova, ada, kettle, dawn } = await openShop(options)
  sellTracks(before, nova, 150)
  const copy = backUp(before)
  const single = await collect(before, ada, goodCard, { slug: 'nova', trackIds: [kettle.id] })
  await settled(before)
  await using svc = await restore(before, copy, options)
  const set = await setOpening(svc, nova, { opensAt: inMs(svc, 30 * dayMs) })
  expect(set.status).toBe(200)
  const fixed = await doctorOf(folder.path, env, 'reconciling', { fix: true })
  expect(fixed?.problem).toBeUndefined()
  await settled(svc)
  expect(orderById(svc.ctx, single.orderId)?.state).toBe('PAID')
  expect((await shopOf(svc).stripe.refunds.list()).data).toEqual([])
  expect([await accessOf(svc, kettle.id, ada), await accessOf(svc, dawn.id, ada)]).toEqual(['full', '404'])
})
