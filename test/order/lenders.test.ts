import { expect, test } from 'bun:test'
import { begin, begun, openShop, shopOf } from '../support/shop/checkout.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'

test('nobody borrows the price of a tip or a preorder, which those who lend it forbid', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { stripe } = shopOf(svc)
  const lendersOf = async ({ paymentIntentId }: { paymentIntentId: string }) =>
    (await stripe.paymentIntents.retrieve(paymentIntentId)).excluded_payment_method_types ?? []
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } }))
  expect(await lendersOf(tip)).toContain('afterpay_clearpay')
  expect(await lendersOf(await begin(svc, ada))).toEqual([])
  await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })
  expect(await lendersOf(await begin(svc, ada))).toContain('klarna')
})
