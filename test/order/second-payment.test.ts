import { expect, test } from 'bun:test'
import { refundAsOwner } from '../support/earnings/sale.ts'
import {
  accessOf,
  begin,
  card,
  collect,
  confirm,
  openShop,
  postings,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'

test('a buyer who paid twice has the casset by the payment that could not go back, once the other one has', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  const refund = async (orderId: string) => (await refundAsOwner(svc, nova, orderId)).status
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

test('a buyer who gets for a code what they began to pay is not charged for it: the payment is cancelled, a voucher too', async () => {
  const { svc, nova, ada, draft, hidden, dawn } = await openShop()
  await using _ = svc
  const { stripe } = shopOf(svc)
  const { codes } = await makeCodes(svc, nova, { count: 3 })
  const [open, voucher, debit] = [await begin(svc, ada), await begin(svc, draft), await begin(svc, hidden)]
  const confirmWith = ({ paymentIntentId }: { paymentIntentId: string }, payment_method: string) =>
    stripe.paymentIntents.confirm(paymentIntentId, { payment_method, return_url: svc.url })
  expect((await confirmWith(voucher, 'pm_card_voucher')).status).toBe('requires_action')
  expect((await confirmWith(debit, 'pm_card_debit')).status).toBe('processing')
  await settled(svc)
  for (const [at, buyer] of [ada, draft, hidden].entries()) {
    expect((await redeem(svc, buyer, codes[at] ?? '')).status).toBe(200)
  }
  await settled(svc)
  const states = await Promise.all(
    [open, voucher, debit].map(async (each) => (await stripe.paymentIntents.retrieve(each.paymentIntentId)).status),
  )
  expect(states).toEqual(['canceled', 'canceled', 'processing'])
  expect((await confirm(svc, ada, open)).status).toBe(409)
  // A payment that a bank was at work on cannot be called off: it goes back by itself.
  await shopOf(svc).test.finishPayment(debit.paymentIntentId, 'succeeded')
  await settled(svc)
  expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 700, reason: 'duplicate' }])
  for (const buyer of [ada, draft, hidden]) expect(await accessOf(svc, dawn.id, buyer)).toBe('full')
})
