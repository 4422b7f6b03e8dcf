import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { choose } from '../support/earnings/sale.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { begin, collect, confirm, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'

const dayMs = 86_400_000

/**
 * Sells a casset of an artist who is not the platform, lets days pass until its money is sent, and
 * puts the database from before the payment back.
 */
async function sellAndRestore(dataDir: string, env: Record<string, string> = {}) {
  const { svc: before, ada, hidden } = await openShop({ env, dataDir })
  makeOwner(before.ctx, 'hidden@example.com')
  await collect(before, hidden)
  const sale = await begin(before, ada)
  const copy = backUp(before)
  await confirm(before, ada, sale)
  await settled(before)
  before.tick(3 * dayMs)
  await settled(before)
  const svc = await restore(before, copy, { env: { PAYMENTS: 'test', ...env } })
  svc.tick(3 * dayMs)
  return { svc, ada, sale }
}

test('a copy from before a payment does not send again what was sent days before it learns of that', async () => {
  using folder = temporaryFolder()
  // The platform's part would pay for a second transfer.
  const { svc, ada, sale } = await sellAndRestore(folder.path, { PLATFORM_FEE_PERCENT: '50' })
  await using _ = svc
  expect((await verify(svc, ada, sale)).json).toMatchObject({ status: 'succeeded' })
  await settled(svc)
  const sent = (await shopOf(svc).stripe.transfers.list({ transfer_group: sale.orderId })).data
  expect(sent.map(({ amount, amount_reversed: back }) => amount - back)).toEqual([300])
})

test('money sent of a sale that an older copy can no longer deliver is taken back', async () => {
  using folder = temporaryFolder()
  const { svc, ada, sale } = await sellAndRestore(folder.path)
  await using _ = svc
  svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 1')
  await verify(svc, ada, sale)
  await settled(svc)
  await doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', { fix: true })
  await settled(svc)
  const sent = (await shopOf(svc).stripe.transfers.list({ transfer_group: sale.orderId })).data
  expect(sent.map(({ amount, amount_reversed: back }) => [amount > 0, amount - back])).toEqual([[true, 0]])
})

test('a refund by an artist does not count on money that was sent after the backup that was restored', async () => {
  using folder = temporaryFolder()
  const { svc: before, nova, ada, draft, hidden } = await openShop({ dataDir: folder.path })
  makeOwner(before.ctx, 'hidden@example.com')
  await collect(before, hidden)
  const { orderId } = await collect(before, draft)
  const other = await begin(before, ada)
  await choose(before, nova, 'restrict')
  await confirm(before, ada, other)
  await settled(before)
  const copy = backUp(before)
  await choose(before, nova, 'complete')
  await settled(before)
  await using svc = await restore(before, copy, { env: { PAYMENTS: 'test' } })
  const { stripe } = shopOf(svc)
  const left = async () => {
    const { data } = await stripe.transfers.list({ limit: 100 })
    return data.map(({ transfer_group: group, amount, amount_reversed: back }) => [group, amount - back] as const)
  }
  const sent = await left()
  expect(new Map(sent).get(other.orderId)).toBeGreaterThan(0)
  const { cookie } = nova
  expect((await svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body: {} })).status).toBe(200)
  const total = (rows: Awaited<ReturnType<typeof left>>) => rows.reduce((sum, [, amount]) => sum + amount, 0)
  expect(total(sent) - total(await left())).toBe(700)
})

test('a copy that has lost an artist’s refund of money that waited sends only what is left of it', async () => {
  using folder = temporaryFolder()
  const { svc: before, nova, ada, hidden } = await openShop({ dataDir: folder.path })
  makeOwner(before.ctx, 'hidden@example.com')
  await collect(before, hidden)
  const { cookie } = nova
  const sale = await begin(before, ada)
  const { orderId } = sale
  await choose(before, nova, 'restrict')
  await confirm(before, ada, sale)
  await settled(before)
  const copy = backUp(before)
  const body = { amount: 350, refundedAmount: 0 }
  expect((await before.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })).status).toBe(200)
  await settled(before)
  await using svc = await restore(before, copy, { env: { PAYMENTS: 'test' } })
  await choose(svc, nova, 'complete')
  await settled(svc)
  const sent = (await shopOf(svc).stripe.transfers.list({ transfer_group: orderId })).data
  const left = sent.map(({ amount, amount_reversed: back }) => [amount, back])
  // Of 700 the platform and the processor keep 50.
  expect(left).toEqual([[300, 0]])
})
