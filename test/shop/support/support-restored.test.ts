import { expect, test } from 'bun:test'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { supportDueKind } from '../../../src/shop/support/due.ts'
import { rowsOf } from '../../support/account/account.ts'
import { backUp, restore } from '../../support/operate/restore.ts'
import { temporaryFolder } from '../../support/process.ts'
import { openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { live, offerLevel, periodsOf, startSupporting, sumsOf, supportRow } from '../../support/shop/support.ts'

test('a machine that was off for three months asks for the present period alone', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  svc.tick(100 * dayMs)
  await settled(svc)
  expect(periodsOf(svc)).toEqual([0, 3])
  await live(svc, 7 * dayMs)
  expect(sumsOf(svc)).toEqual(['PAID 500', 'PAID 500'])
})

test('an older copy of the database asks for no period that was paid since, nor for one after it was ended', async () => {
  using folder = temporaryFolder()
  const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path, clock: 'stands' } as const
  const { svc, nova, ada } = await openShop(options)
  const levelId = await offerLevel(svc, nova)
  await startSupporting(svc, ada, { levelId })
  const before = backUp(svc)
  await live(svc, 35 * dayMs)
  expect(periodsOf(svc)).toEqual([0, 1])
  const { id, paidUntil } = supportRow(svc, ada)
  await svc.call('DELETE', `/api/supports/${id}`, { cookie: ada.cookie })
  await settled(svc)
  const aheadMs = svc.ctx.now() - Date.now()
  const again = await restore(svc, before, { ...options, aheadMs })
  await using _ = again
  expect(periodsOf(again)).toEqual([0])
  await live(again, 2 * dayMs)
  expect(periodsOf(again)).toEqual([0, 1])
  expect(supportRow(again, ada)).toMatchObject({ paidUntil, state: 'ACTIVE', leftAt: expect.any(Number) })
  await live(again, 40 * dayMs)
  expect([periodsOf(again), supportRow(again, ada).state]).toEqual([[0, 1], 'ENDED'])
  const { data } = await shopOf(again).stripe.charges.list({ limit: 100 })
  expect(data.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(faultsOf(again)).toEqual([])
})

test('a payment that the program was killed in the middle of is made once', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  const { id, paidUntil } = supportRow(svc, ada)
  await live(svc, (paidUntil ?? 0) - svc.ctx.now() + 1_000)
  // As if nothing after the first step had been stored.
  const [, second] = rowsOf(svc, 'support_payments').map(Object)
  svc.ctx.db.$client.run('UPDATE support_payments SET held_since = NULL WHERE order_id = ?', [second.order_id])
  svc.ctx.db.$client.run("UPDATE orders SET state = 'OPEN', payment_intent_id = NULL WHERE id = ?", [second.order_id])
  svc.ctx.db.$client.run('UPDATE supports SET paid_until = ?, due_at = ? WHERE id = ?', [paidUntil, svc.ctx.now(), id])
  svc.ctx.jobs.add(supportDueKind, { supportId: id })
  await settled(svc)
  const { data } = await shopOf(svc).stripe.charges.list({ limit: 100 })
  expect(data).toHaveLength(2)
  expect([periodsOf(svc), sumsOf(svc)]).toEqual([
    [0, 1],
    ['PAID 500', 'PAID 500'],
  ])
})
