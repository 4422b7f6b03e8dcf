import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { ApiError } from '../../src/test-processor/request/api-error.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { balances, collect, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '0' }

test('no sale, refund or dispute of a guest artist, in any order, leaves the owner of the instance with less than before', async () => {
  const { svc, nova } = await openShop({ env })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const label = cast(svc.ctx, 'label')
  makeOwner(svc.ctx, 'label@example.com')
  /**
   * The owner's cash: what is at the processor, less what it holds for the artist, and what the
   * artist owes.
   */
  const fortune = async () => {
    const { available, pending } = await stripe.balance.retrieve()
    const funds = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
    return { funds: funds - (balances(svc)['OWED nova'] ?? 0), kept: balances(svc).PLATFORM ?? 0 }
  }
  const before = await fortune()
  const orders = permutations(['part', 'third', 'rest'] as const)
  const endings = ['won', 'lost'] as const
  for (const [at, [order, ending]] of orders.flatMap((each) => endings.map((end) => [each, end] as const)).entries()) {
    const buyer = cast(svc.ctx, `fan${at}`, { published: false })
    const { orderId, paymentIntentId: payment_intent } = await collect(svc, buyer, goodCard, {
      slug: 'nova',
      amount: 3_000,
    })
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment_intent)
    const acts = {
      part: () =>
        svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
          cookie: nova.cookie,
          body: { amount: 700, refundedAmount: 0 },
        }),
      third: () => bank.openDispute(String(charge), { kind: 'dispute', amount: 1_000 }),
      rest: () => svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: label.cookie, body: {} }),
    }
    for (const act of order) {
      // A step that has no place in this order is refused.
      await acts[act]().catch((error) => expect(error).toBeInstanceOf(ApiError))
      await settled(svc)
    }
    const [dispute] = (await stripe.disputes.list({ payment_intent })).data
    if (dispute) await bank.moveDispute(dispute.id, ending)
    await settled(svc)
    svc.tick(2_000)
    await settled(svc)
    expect([order, ending, await fortune()]).toEqual([order, ending, before])
  }
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})
