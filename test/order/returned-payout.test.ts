import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { rowsOf } from '../support/account/account.ts'
import { balances, collect, openShop, postings, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const dayMs = 86_400_000

test("a payout that the bank returns is the artist's again, and was never the platform's", async () => {
  const { svc, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  await collect(svc, ada)
  const account = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
  const { stripe, test: processor } = shopOf(svc)
  svc.tick(3 * dayMs)
  const { id } = await stripe.payouts.create({ amount: 600, currency: 'usd' }, { stripeAccount: account })
  await settled(svc)
  svc.tick(dayMs)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 50, BANK: 600 })
  await processor.failPayout(id, account)
  await settled(svc)
  expect(balances(svc)).toEqual({ BUYERS: -700, PROCESSOR_FEES: 50, 'OWED nova': 0, nova: 650, BANK: 0 })
  expect(postings(svc)).toMatchObject({ PAYOUT: 1, PAYOUT_FAILURE: 1 })
})

test('a payout that the bank returns to the platform is again whose it was', async () => {
  const { svc, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await collect(svc, ada)
  const { stripe, test: processor } = shopOf(svc)
  svc.tick(3 * dayMs)
  const { id } = await stripe.payouts.create({ amount: 600, currency: 'usd' })
  await settled(svc)
  svc.tick(dayMs)
  await settled(svc)
  await processor.failPayout(id)
  await settled(svc)
  expect(balances(svc)).toEqual({ BUYERS: -700, PROCESSOR_FEES: 50, nova: 650, BANK: 0 })
})

test('a payout of the platform is of what the owner has sold first, and then of what the platform keeps', async () => {
  const { svc, ada } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' }, clock: 'stands' })
  await using _ = svc
  const opal = cast(svc.ctx, 'opal', { priceMinor: 700 })
  await addReadyTrack(svc.ctx, opal.cassetId, 'Milk')
  makeOwner(svc.ctx, 'opal@example.com')
  await collect(svc, ada, undefined, { slug: 'opal' })
  await collect(svc, ada)
  expect(balances(svc)).toMatchObject({ opal: 650, PLATFORM: 70 })
  svc.tick(3 * dayMs)
  await shopOf(svc).stripe.payouts.create({ amount: 700, currency: 'usd' })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ opal: 0, PLATFORM: 20, BANK: 700 })
})
