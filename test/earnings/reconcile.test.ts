import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sellerAccounts } from '../../db/schema/books/seller.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { postPayout } from '../../src/books/ledger/post-payout.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { openAccount } from '../../src/books/seller/account/open-account.ts'
import { recordPayout } from '../../src/books/seller/payout/record-payout.ts'
import { readConfig } from '../../src/config.ts'
import { secretsCommand } from '../../src/operate/command/secrets.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import {
  accessOf,
  balances,
  begin,
  card,
  collect,
  openShop,
  postings,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'

const advice = 'tapedeck doctor --fix settles what the processor knows; check the rest by hand'
const fix = { fix: true }

const said = (svc: TestServer, options?: { fix: boolean }) =>
  doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', options)

const agreed = (note: string) => ({ name: 'reconciling', ok: true, note })

/** A shop whose webhooks all get lost. */
async function deafShop(options: ServerOptions = {}) {
  const opened = await openShop(options)
  const { svc } = opened
  for (const [name, from] of [['tapedeck', 'self'] as const, ['tapedeck-connect', 'accounts'] as const]) {
    const nowhere = { url: 'http://127.0.0.1:9/', events: ['none'] }
    await shopOf(svc).test.registerWebhook({ name, payload: 'snapshot', from: [from], ...nowhere })
  }
  return opened
}

type Begin = Parameters<typeof begin>

async function paid(svc: TestServer, buyer: Begin[1], number = '4242424242424242', body?: Begin[2]) {
  const started = await begin(svc, buyer, body)
  const { paymentIntentId, clientSecret } = started
  const payment = { paymentIntentId, clientSecret, card: card(number), returnUrl: svc.url }
  await shopOf(svc).test.confirmCard(payment)
  return started
}

describe('The doctor, with the processor', () => {
  test('finds an account that is ready again although its event was lost', async () => {
    const { svc, ada } = await openShop()
    await using _ = svc
    await collect(svc, ada)
    const { accountId = '' } = svc.ctx.db.select().from(sellerAccounts).get() ?? {}
    svc.ctx.db.update(sellerAccounts).set({ ready: false }).run()
    expect(await said(svc)).toMatchObject({
      problem: `the account ${accountId} is ready at the processor, but not ready in the database`,
    })
    expect((await said(svc, fix))?.ok).toBe(true)
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ ready: 1 }])
  })

  test('finds every kind of movement the same, beside a service at work', async () => {
    const { svc, ada, hidden } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
    await using _ = svc
    expect(await said(svc)).toEqual({ name: 'reconciling', ok: true })
    const { stripe } = shopOf(svc)
    const { paymentIntentId: payment_intent } = await collect(svc, ada)
    await stripe.refunds.create({ payment_intent, amount: 200 })
    await collect(svc, hidden, card('4000000000000259'))
    svc.tick(10_000)
    await settled(svc)
    const [dispute] = (await stripe.disputes.list()).data
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
    svc.tick(10_000)
    await settled(svc)
    svc.tick(3 * 86_400_000)
    const stripeAccount = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
    await stripe.payouts.create({ amount: 300, currency: 'usd' }, { stripeAccount })
    await settled(svc)
    expect(await said(svc)).toEqual(agreed('2 payments compared'))
    expect(postings(svc)).toMatchObject({ SALE: 2, DISPUTE: 2, REFUND: 1, TRANSFER_REVERSAL: 1, PAYOUT: 1 })
    expect(balances(svc)).toMatchObject({ BANK: 300, nova: 400 - 300, 'OWED nova': 580 - 1_500 })
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })

  test('names what is paid there and not granted here, also after the secrets were lost, and settles it', async () => {
    const { svc, ada, dawn } = await deafShop()
    await using _ = svc
    const { orderId, paymentIntentId } = await paid(svc, ada)
    rmSync(join(svc.dataDir, 'secrets.json'))
    const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false } }
    expect(secretsCommand(readConfig({ DATA_DIR: svc.dataDir }), machine, ['renew', '--yes'], () => {})).toBe(0)
    const found = await said(svc)
    expect(found).toMatchObject({
      ok: false,
      fix: advice,
      note: '1 payment compared',
    })
    expect(found?.problem).toStartWith(
      `${paymentIntentId} is paid at the processor, but order ${orderId} is OPEN in the database; SALE ch_`,
    )
    expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
    expect(await said(svc, fix)).toEqual(agreed('fixed'))
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    svc.tick(1)
    await settled(svc)
    expect(postings(svc)).toEqual({ SALE: 1, PROCESSOR_FEE: 1, TRANSFER: 1 })
    expect(await said(svc, fix)).toEqual(agreed('1 payment compared'))
  })

  test('names a refund, a lost dispute and payouts that it was not told of, and settles them', async () => {
    const { svc, ada, hidden, dawn } = await deafShop()
    await using _ = svc
    const { stripe } = shopOf(svc)
    const first = await paid(svc, ada, undefined, { slug: 'nova', amount: 5_000 })
    await paid(svc, hidden, '4000000000000259')
    await said(svc, fix)
    svc.tick(10_000)
    await settled(svc)
    await stripe.refunds.create({ payment_intent: first.paymentIntentId })
    await shopOf(svc).test.settled()
    const [dispute] = (await stripe.disputes.list()).data
    await stripe.disputes.close(dispute?.id ?? '')
    svc.tick(3 * 86_400_000)
    await shopOf(svc).test.settled()
    const stripeAccount = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
    const { id } = await stripe.payouts.create({ amount: 300, currency: 'usd' }, { stripeAccount })
    const { problem = '' } = (await said(svc)) ?? {}
    for (const part of [
      `${first.paymentIntentId} is REFUNDED and revoked at the processor, but order ${first.orderId} is PAID in the database`,
      /REFUND re_\w+ of 5000 usd \(order \S+\) is not in the ledger/,
      /is DISPUTED and revoked at the processor, but order \S+ is DISPUTED in the database/,
      `PAYOUT ${id} of 300 usd (${stripeAccount}) is not in the ledger`,
    ]) {
      expect(problem).toMatch(part)
    }
    expect(await said(svc, fix)).toEqual(agreed('fixed'))
    expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, dawn.id, hidden)]).toEqual(['hook', 'hook'])
    expect(balances(svc)).toMatchObject({ BANK: 300 })
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })

  test('settles more parts of a payment that went back than one answer holds', async () => {
    const { svc, ada } = await deafShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
    await using _ = svc
    const { stripe } = shopOf(svc)
    const { paymentIntentId: payment_intent } = await paid(svc, ada)
    await said(svc, fix)
    svc.tick(1)
    await settled(svc)
    const [transfer] = (await stripe.transfers.list()).data
    for (let n = 0; n < 12; n += 1) {
      await stripe.refunds.create({ payment_intent, amount: 20 })
      await stripe.transfers.createReversal(transfer?.id ?? '', { amount: 20 })
    }
    expect((await stripe.transfers.list()).data[0]?.reversals).toMatchObject({ has_more: true, data: { length: 10 } })
    expect(await said(svc, fix)).toEqual(agreed('fixed'))
    expect(postings(svc)).toMatchObject({ REFUND: 12, TRANSFER_REVERSAL: 12, PLATFORM_FEE_REFUND: 1 })
    svc.tick(3 * 86_400_000)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ REFUNDS: 240, PLATFORM: 46, nova: 700 - 240 - 50 - 70, 'OWED nova': 24 })
    expect((await said(svc))?.note).toMatch(
      /^1 payment compared; tr_\w+ was reversed by hand: 24 usd of order \S+ stay owed$/,
    )
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })

  test('names what nothing can settle: strange orders, and payments that are only here', async () => {
    const { svc, hidden } = await deafShop()
    await using _ = svc
    const { stripe } = shopOf(svc)
    const strange = await stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: svc.url,
      metadata: { orderId: 'order-of-another-life', deckId: svc.ctx.instanceId },
    })
    const unpaid = await begin(svc, hidden)
    svc.ctx.db.$client.run("UPDATE orders SET state = 'PAID' WHERE id = ?", [unpaid.orderId])
    const found = await said(svc, fix)
    expect(found?.problem?.split('; ').toSorted()).toEqual(
      [
        `${strange.id} is paid at the processor (900 usd), but the database has no order order-of-another-life, and it cannot be rebuilt: the payment does not say what it was for`,
        'refund it at the processor, or restore a newer copy of the database',
        `order ${unpaid.orderId} is PAID in the database, but ${unpaid.paymentIntentId} is requires_payment_method at the processor`,
      ].toSorted(),
    )
    svc.ctx.db.$client.run("UPDATE orders SET payment_intent_id = 'pi_gone' WHERE id = ?", [unpaid.orderId])
    expect((await said(svc))?.problem).toContain(
      `order ${unpaid.orderId} is PAID in the database, but the processor has no payment pi_gone`,
    )
    expect([rowsOf(svc, 'purchases'), rowsOf(svc, 'ledger_entries')]).toEqual([[], []])
  })

  test('names a posting that the processor knows nothing of, and a sum that differs', async () => {
    const { svc, ada, nova } = await openShop()
    await using _ = svc
    const { orderId } = await collect(svc, ada)
    const { $client: sql } = svc.ctx.db
    sql.transaction(() => {
      sql.run(
        "INSERT INTO ledger_entries VALUES ('x', 0, 'test:buyers:usd', -5), ('x', 1, 'test:owed:' || ? || ':usd', 5)",
        [nova.artistId],
      )
      sql.run("INSERT INTO ledger_postings VALUES ('x', 'DISPUTE txn_invented', 'DISPUTE', ?, 1)", [orderId])
    })()
    expect((await said(svc, fix))?.problem).toBe(
      `DISPUTE txn_invented (order ${orderId}) is in the ledger, but not at the processor; ` +
        'the platform’s account has moved by 0 usd at the processor, but by 5 in the ledger',
    )
  })

  test('names a payout that only the ledger has, of an artist and of the platform', async () => {
    const { svc, ada, nova } = await openShop()
    await using _ = svc
    await collect(svc, ada)
    const { $client: sql } = svc.ctx.db
    const paidOut = { amount: 5, currency: 'usd', isReturned: false }
    sql.transaction(() => {
      postPayout(svc.ctx, { id: 'po_invented', ...paidOut }, nova.artistId)
      postPayout(svc.ctx, { id: 'po_imagined', ...paidOut }, null)
    })()
    const problem = ['po_invented', 'po_imagined']
      .map((id) => `PAYOUT ${id} is in the ledger, but not at the processor`)
      .join('; ')
    expect((await said(svc, fix))?.problem).toBe(problem)
  })

  test('finds a payout that is on no list, of the platform too, whose owner once had an account of their own', async () => {
    const { svc, ada, nova } = await deafShop()
    await using _ = svc
    const { stripe } = shopOf(svc)
    await openAccount(svc.ctx, shopOf(svc), { ...nova, displayName: 'Nova', country: 'US' })
    const shop = { amount: 900, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', return_url: svc.url }
    await stripe.paymentIntents.create(shop)
    svc.tick(3 * 86_400_000)
    const { id } = await stripe.payouts.create({ amount: 300, currency: 'usd' })
    svc.tick(86_400_000)
    makeOwner(svc.ctx, 'nova@example.com')
    await paid(svc, ada)
    expect(await said(svc, fix)).toEqual(agreed('fixed'))
    await recordPayout(svc.ctx, shopOf(svc), { accountId: null, id })
    expect(balances(svc)).toMatchObject({ BANK: 300, nova: 350 })
    expect(await said(svc)).toEqual(agreed('1 payment compared'))
  })

  test('says how much on the account is not of this instance, which is no fault', async () => {
    const { svc, ada } = await openShop()
    await using _ = svc
    await collect(svc, ada)
    const shop = { amount: 900, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', return_url: svc.url }
    const { stripe } = shopOf(svc)
    await stripe.paymentIntents.create(shop)
    await stripe.paymentIntents.create({ ...shop, metadata: { orderId: svc.ctx.uuid(), deckId: 'another instance' } })
    expect(await said(svc)).toEqual(agreed('1 payment compared; 2 unrelated transactions on the account'))
  })
})

describe('A payout', () => {
  test('of the platform is taken from what its owner has sold, then from its own, and comes back there', async () => {
    const { svc, ada, hidden } = await openShop({ clock: 'stands', env: { PLATFORM_FEE_PERCENT: '50' } })
    await using _ = svc
    const { stripe } = shopOf(svc)
    await collect(svc, ada)
    makeOwner(svc.ctx, 'nova@example.com')
    await collect(svc, hidden)
    expect(balances(svc)).toMatchObject({ nova: 300 + 650, PLATFORM: 350 })
    svc.tick(3 * 86_400_000)
    const { id } = await stripe.payouts.create({ amount: 950, currency: 'usd' })
    await settled(svc)
    expect(balances(svc)).toMatchObject({ BANK: 950 })
    await stripe.payouts.cancel(id)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 950, PLATFORM: 350, BANK: 0 })
    expect(postings(svc)).toMatchObject({ PAYOUT: 1, PAYOUT_FAILURE: 1 })
    expect(verifyLedger(svc.ctx).problems).toEqual([])
    expect(await said(svc)).toEqual(agreed('2 payments compared'))
  })
})
