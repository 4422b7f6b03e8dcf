import { describe, expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { choose } from '../support/earnings/sale.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import {
  balances,
  begin,
  card,
  collect,
  confirm,
  openShop,
  postings,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'

const dayMs = 86_400_000
const disputing = card('4000000000000259')
const fee = { env: { PLATFORM_FEE_PERCENT: '10' } }

const accountOf = (svc: TestServer) => String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
const owed = (svc: TestServer) => svc.ctx.db.$client.query('SELECT amount_minor, currency FROM owed_parts').values()
const refund = (svc: TestServer, payment_intent: string, amount?: number) =>
  shopOf(svc).stripe.refunds.create({ payment_intent, ...(amount === undefined ? {} : { amount }) })

const reconciled = (svc: TestServer) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling')

async function judge(svc: TestServer, evidence: `${'winning' | 'losing' | 'escalate_inquiry'}_evidence`) {
  const { stripe } = shopOf(svc)
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
  svc.tick(10_000)
  await settled(svc)
}

/** The balance of the artist's account at the processor. */
async function heldBy(svc: TestServer): Promise<Record<string, number>> {
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve({}, { stripeAccount: accountOf(svc) })
  const sums: Record<string, number> = {}
  for (const { amount, currency } of [...available, ...pending]) sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}

const opened = (options: ServerOptions = fee) => openShop(options)

describe('A sale for a guest artist', () => {
  test('comes to the platform, and what is left after fee and percent is transferred from the charge', async () => {
    const { svc, ada } = await opened()
    await using _ = svc
    const { orderId } = await collect(svc, ada)
    expect(balances(svc)).toEqual({
      BUYERS: -700,
      'OWED nova': 0,
      PROCESSOR_FEES: 50,
      PLATFORM: 70,
      nova: 580,
    })
    const { stripe } = shopOf(svc)
    const [charge] = (await stripe.charges.list()).data
    expect(charge).toMatchObject({ transfer_data: null, application_fee_amount: null, transfer_group: orderId })
    expect((await stripe.transfers.list()).data).toMatchObject([
      {
        amount: 580,
        currency: 'usd',
        source_transaction: charge?.id,
        transfer_group: orderId,
        destination: accountOf(svc),
      },
    ])
    expect([owed(svc), await heldBy(svc)]).toEqual([[], { usd: 580 }])
    expect(await reconciled(svc)).toEqual({ name: 'reconciling', ok: true, note: '1 payment compared' })
  })

  test('keeps the whole amount of a small sale out of the red, whatever the percent is', async () => {
    const { svc, ada } = await opened({ env: { PLATFORM_FEE_PERCENT: '50' } })
    await using _ = svc
    svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 50')
    await collect(svc, ada)
    expect(balances(svc)).toMatchObject({ PROCESSOR_FEES: 31, PLATFORM: 19, 'OWED nova': 0 })
    expect(rowsOf(svc, 'owed_parts')).toEqual([])
  })

  test('is given back by the artist when it is refunded, the percent with it and to the last unit', async () => {
    const { svc, ada } = await opened({ env: { PLATFORM_FEE_PERCENT: '12.5' } })
    await using _ = svc
    const { paymentIntentId } = await collect(svc, ada, undefined, { slug: 'nova', amount: 999 })
    expect(balances(svc)).toMatchObject({ nova: 999 - 59 - 124, PLATFORM: 124 })
    await refund(svc, paymentIntentId, 333)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ PLATFORM: 82, nova: 999 - 333 - 59 - 82, 'OWED nova': 0 })
    await refund(svc, paymentIntentId, 333)
    await refund(svc, paymentIntentId)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ PLATFORM: 0, nova: 0, 'OWED nova': -59, PROCESSOR_FEES: 59, REFUNDS: 999 })
    expect(postings(svc)).toMatchObject({ PLATFORM_FEE: 1, REFUND: 3 })
    expect([owed(svc), await heldBy(svc)]).toEqual([[[-59, 'usd']], { usd: 0 }])
    expect((await reconciled(svc))?.ok).toBe(true)
  })

  test('pays with the next one what a refund cost and nobody could take back', async () => {
    const { svc, ada, hidden } = await opened()
    await using _ = svc
    const { paymentIntentId } = await collect(svc, ada)
    svc.tick(3 * dayMs)
    await shopOf(svc).stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: accountOf(svc) })
    await refund(svc, paymentIntentId)
    await settled(svc)
    // 80 were there to be taken back, and the processor's fee is the artist's.
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -550, PLATFORM: 0, BANK: 500 })
    await collect(svc, hidden)
    expect(balances(svc)).toMatchObject({ nova: 30, 'OWED nova': 0, PLATFORM: 70 })
    expect(await heldBy(svc)).toEqual({ usd: 30 })
    expect((await reconciled(svc))?.ok).toBe(true)
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })

  test('loses a dispute for the artist and not for the platform, and gets the money back when it wins', async () => {
    for (const [evidence, owes, fees] of [
      // A seller who answers and loses pays for the answer too.
      ['losing_evidence', 580 - 700 - 1_500 - 1_500, 3_050],
      ['winning_evidence', 580 - 1_500, 1_550],
    ] as const) {
      const { svc, ada, hidden } = await opened()
      await using _ = svc
      await collect(svc, ada, disputing)
      svc.tick(10_000)
      await settled(svc)
      expect(balances(svc)).toMatchObject({ 'OWED nova': 580 - 700 - 1_500, PLATFORM: 70, PROCESSOR_FEES: 1_550 })
      await judge(svc, evidence)
      expect(balances(svc)).toMatchObject({ 'OWED nova': owes, PLATFORM: 70, PROCESSOR_FEES: fees })
      await collect(svc, hidden, undefined, { slug: 'nova', amount: 5_000 })
      const second = 5_000 - 175 - 500
      expect(balances(svc)).toMatchObject({ nova: second + owes, 'OWED nova': 0, PLATFORM: 570 })
      expect((await reconciled(svc))?.problem).toBeUndefined()
    }
  })

  test('that was sent before its dispute is taken back at once, and sent again when it is won', async () => {
    const { svc, ada } = await opened()
    await using _ = svc
    await collect(svc, ada, card('4000000000001976'), { slug: 'nova', amount: 5_000 })
    const sent = 5_000 - 175 - 500
    expect(balances(svc)).toMatchObject({ nova: sent })
    await judge(svc, 'escalate_inquiry_evidence')
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': sent - 5_000 - 1_500, PLATFORM: 500 })
    svc.tick(3 * dayMs)
    await judge(svc, 'winning_evidence')
    // The dispute's fee is lost either way.
    expect(balances(svc)).toMatchObject({ nova: sent - 1_500, 'OWED nova': 0, PLATFORM: 500 })
    expect([owed(svc), await heldBy(svc)]).toEqual([[], { usd: sent - 1_500 }])
    expect((await reconciled(svc))?.problem).toBeUndefined()
  })

  test('that was held against a lost dispute goes out when an appeal wins it, though its fee stays a debt', async () => {
    const { svc, ada, hidden } = await opened()
    await using _ = svc
    await collect(svc, ada, disputing)
    svc.tick(10_000)
    await settled(svc)
    await judge(svc, 'losing_evidence')
    await collect(svc, hidden, undefined, { slug: 'nova', amount: 5_000 })
    const held = 580 - 700 - 1_500 - 1_500
    const second = 5_000 - 175 - 500
    expect(balances(svc)).toMatchObject({ nova: second + held, 'OWED nova': 0 })
    const { stripe, test: processor } = shopOf(svc)
    const id = (await stripe.disputes.list()).data[0]?.id ?? ''
    svc.tick(3 * dayMs)
    await processor.moveDispute(id, 'appeal_needs_response')
    await processor.moveDispute(id, 'won')
    await settled(svc)
    // The cost of the answer comes back with the payment; that of the dispute does not.
    expect(balances(svc)).toMatchObject({ nova: second + held + 700 + 1_500, 'OWED nova': 0 })
    expect((await reconciled(svc))?.problem).toBeUndefined()
  })

  test('waits for an account that may not be paid any more, and goes out when it may', async () => {
    const { svc, nova, ada, hidden } = await opened()
    await using _ = svc
    await collect(svc, ada)
    const started = await begin(svc, hidden)
    await choose(svc, nova, 'restrict')
    await confirm(svc, hidden, started)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 580, 'OWED nova': 580, PLATFORM: 140 })
    expect(owed(svc)).toEqual([[580, 'usd']])
    expect(svc.ctx.db.$client.query("SELECT 1 FROM jobs WHERE kind = 'transfer'").values()).toEqual([])
    await choose(svc, nova, 'complete')
    expect([balances(svc), owed(svc)]).toMatchObject([{ nova: 1_160, 'OWED nova': 0 }, []])
    expect((await reconciled(svc))?.problem).toBeUndefined()
  })

  test('waits for another account when the first was closed', async () => {
    const { svc, nova, ada, hidden } = await opened()
    await using _ = svc
    await collect(svc, ada)
    const started = await begin(svc, hidden)
    await shopOf(svc).stripe.v2.core.accounts.close(accountOf(svc))
    svc.ctx.db.$client.run("DELETE FROM webhook_endpoints WHERE source = 'accounts'")
    await confirm(svc, hidden, started)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 580, 'OWED nova': 580 })
    const { paymentIntentId } = started
    await refund(svc, paymentIntentId, 100)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 580, 'OWED nova': 490 })
    await choose(svc, nova, 'complete')
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ ended_at: null }])
  })

  test('was paid out from an account that another has replaced, and the doctor does not miss the payout', async () => {
    const { svc, nova, ada } = await opened({ ...fee, clock: 'stands' })
    await using _ = svc
    await collect(svc, ada)
    svc.tick(3 * 86_400_000)
    await shopOf(svc).test.payOut('usd', accountOf(svc))
    for (const _ of [1, 2]) {
      svc.tick(86_400_000)
      await settled(svc)
    }
    expect(balances(svc)).toMatchObject({ nova: 0, BANK: 580 })
    await shopOf(svc).stripe.v2.core.accounts.close(accountOf(svc))
    await settled(svc)
    svc.tick(1_000)
    // Payouts are set up by a person who signed in, or showed that it is them, a moment ago.
    svc.ctx.db.$client.run('UPDATE sessions SET confirmed_at = ?', [svc.ctx.now()])
    await choose(svc, nova, 'complete')
    expect(await reconciled(svc)).toMatchObject({ ok: true })
  })
})

describe('Where the balance is in another currency', () => {
  const inEuros = { ...fee, testProcessor: { currency: 'eur', convertsCharges: true } }

  test('a sale, a refund, a dispute won and a payout balance in each currency, and the doctor finds them the same', async () => {
    const { svc, ada, hidden } = await opened(inEuros)
    await using _ = svc
    const { test: processor, stripe } = shopOf(svc)
    await processor.setExchangeRate('eur', 1.25)
    const { paymentIntentId } = await collect(svc, ada)
    // 700 cents are 560 of a euro; 40 are the fee, 56 the percent, and the rest becomes dollars on
    // the artist's account.
    expect((await stripe.transfers.list()).data).toMatchObject([{ amount: 464, currency: 'eur' }])
    expect(await heldBy(svc)).toMatchObject({ usd: 580 })
    await processor.setExchangeRate('eur', 1)
    await refund(svc, paymentIntentId, 350)
    await settled(svc)
    await collect(svc, hidden, disputing)
    svc.tick(10_000)
    await settled(svc)
    await judge(svc, 'winning_evidence')
    expect((await reconciled(svc))?.problem).toBeUndefined()
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })
})
