import { expect, test } from 'bun:test'
import { begun, collect, confirm, goodCard, openShop, settled, shopOf } from './support/checkout.ts'
import { openDisputed } from './support/dispute.ts'
import { toldTo } from './support/notification.ts'

test('an artist is told once of each sale, tip and refund; the buyer and others are told nothing', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada)
  const body = { amount: 500, message: 'For Dawn' }
  await confirm(svc, ada, begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body })), goodCard)
  await settled(svc)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 200 })
  await settled(svc)
  expect(await toldTo(svc, nova)).toEqual([
    'USD 2.00 went back to @ada | First Light · TEST',
    '@ada tipped you | USD 5.00 · TEST · “For Dawn”',
    '@ada collected First Light | USD 7.00 · TEST',
  ])
  expect(await toldTo(svc, ada)).toEqual([])
})

test('a dispute is told to the artist with its deadline, and what becomes of it, in no gathered letter', async () => {
  const { svc, nova, move } = await openDisputed()
  await using _ = svc
  const [opened] = await toldTo(svc, nova)
  expect(opened).toMatch(/^Disputed: .* from @ada \| .*The bank has to get the answer by \d/)
  await move('won')
  const [over] = await toldTo(svc, nova)
  expect(over).toStartWith('Dispute over: ')
  const letters = svc.ctx.db.$client.query("SELECT letter FROM notifications WHERE kind = 'dispute'").values().flat()
  expect(letters).toEqual([null, null])
})
