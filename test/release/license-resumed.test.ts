import { expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { claim, openLicensing, order, quoted } from '../support/release/license.ts'
import { begun, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'

test('a license whose money went back before it was told of, and came back, is granted and claimed', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const { stripe, test: control } = shopOf(svc)
  const started = begun(await order(svc, await quoted(svc, id)))
  await svc.ctx.jobs.stop()
  await confirm(svc, { cookie: '' }, started, goodCard)
  const refund = await stripe.refunds.create({ payment_intent: started.paymentIntentId })
  svc.ctx.jobs.start()
  await settled(svc)
  expect((await claim(svc, started)).status).toBe(409)
  await control.failRefund(refund.id)
  await settled(svc)
  const claimed = await claim(svc, started)
  expect([claimed.status, Object(claimed.json).license?.licenseId]).toEqual([200, started.orderId])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})
