import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { notifications } from '../../db/schema/account/notification.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { rowsOf } from '../support/account/account.ts'
import {
  accountOf,
  act,
  dayMs,
  enter,
  fund,
  heldAt,
  like,
  onboard,
  openDrops,
  read,
  restrictAccount,
  toldTo,
  wrongBooks,
} from '../support/drop/drop.ts'
import { figures } from '../support/earnings/statistics.ts'
import type { TestServer } from '../support/server.ts'
import { balances, begun, settled, shopOf } from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const hourMs = 3_600_000

/**
 * The reading of the owner of the instance: the sum of the whole ledger's file, and what is held.
 */
async function wholeBooks(svc: TestServer, { cookie }: Person) {
  const { text } = await svc.call('GET', '/api/admin/ledger.csv', { cookie })
  const [names = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
  const net = rows.reduce((sum, cells) => sum + Number(cells[names.indexOf('net_minor')]), 0)
  const { json } = await svc.call('GET', '/api/studio/statistics', { cookie })
  return { net, pools: Object(json).platform }
}

/** The winners who were told that a prize waits for them. */
const waitingTold = ({ ctx }: TestServer): string[] =>
  ctx.db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.kind, 'drop-waiting'))
    .all()
    .map(({ userId }) => userId)

describe('A drop', () => {
  test('is funded, opens, is closed, and pays a winner who onboards late; its pool ends at zero', async () => {
    const { svc, nova, ada, eva, finn, dawn, make } = await openDrops()
    await using _ = svc
    const id = await make({ winners: 2, split: [70, 30] })
    expect((await act(svc, nova, id, 'launch')).status).toBe(409)
    const { orderId } = await fund(svc, nova, id)
    // The processor takes 320 of 10000: the prize is the rest.
    const funded = await read(svc, id, nova)
    expect(funded.campaign).toMatchObject({ state: 'FUNDED', prize: [{ amount: 9_680, currency: 'usd' }] })
    expect(balances(svc)).toEqual({ BUYERS: -10_000, PROCESSOR_FEES: 320, PRIZE_POOL: 9_680 })
    expect((await shopOf(svc).stripe.charges.list()).data).toMatchObject([{ transfer_group: orderId }])
    // The payment is not a sale of nova's: it is held, in the books of the owner of the instance.
    expect((await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })).json).toMatchObject({ sales: [] })
    const refund = svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} })
    expect((await refund).status).toBe(404)
    makeOwner(svc.ctx, 'ada@example.com')
    expect((await wholeBooks(svc, ada)).pools).toEqual([
      { currency: 'usd', fees: 0, held: 0, debts: 0, pools: 9_680, waiting: [] },
    ])
    expect((await act(svc, nova, id, 'launch')).json).toMatchObject({ campaign: { state: 'OPEN' }, payouts: [] })
    const clips = [await enter(svc, eva, dawn.hookId, id), await enter(svc, finn, dawn.hookId, id)]
    await like(svc, ada, clips[1] ?? '')
    const chosen = await act(svc, nova, id, 'select-winner')
    expect(chosen.json).toMatchObject({
      campaign: { state: 'CLOSED' },
      payouts: [
        {
          place: 1,
          artist: { handle: 'finn' },
          score: 1,
          prize: [{ amount: 6_776, currency: 'usd' }],
          status: 'QUEUED',
        },
        {
          place: 2,
          artist: { handle: 'eva' },
          score: 0,
          prize: [{ amount: 2_904, currency: 'usd' }],
          status: 'QUEUED',
        },
      ],
    })
    await onboard(svc, eva)
    const both = await Promise.all([act(svc, nova, id, 'payout'), act(svc, nova, id, 'payout')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await settled(svc)
    const paying = await read(svc, id, nova)
    expect(paying.campaign.state).toBe('PAYING')
    expect(paying.payouts).toMatchObject([{ status: 'BLOCKED' }, { status: 'PAID' }])
    expect((await read(svc, id, ada)).payouts).toMatchObject([{ status: null }, { status: null }])
    const [evas, finns] = [await toldTo(svc, eva), await toldTo(svc, finn)]
    expect(evas).toContain('"Your $29.04 has arrived"')
    expect([finns.includes('Tell the payment processor'), finns.includes('has arrived')]).toEqual([true, false])
    await onboard(svc, finn)
    const rich = await toldTo(svc, finn)
    expect(rich).toContain('"Your $67.76 has arrived"')
    expect(rich).not.toContain('Tell the payment processor')
    const paid = await read(svc, id, nova)
    expect([paid.campaign.state, paid.payouts]).toMatchObject(['PAID', [{ status: 'PAID' }, { status: 'PAID' }]])
    expect(paid.moves.map(({ from, to, by }: Record<string, string | null>) => [from, to, by])).toEqual([
      ['DRAFT', 'FUNDING', 'nova'],
      ['FUNDING', 'FUNDED', null],
      ['FUNDED', 'OPEN', 'nova'],
      ['OPEN', 'CLOSED', 'nova'],
      ['CLOSED', 'PAYING', 'nova'],
      ['PAYING', 'PAID', null],
    ])
    const transfers = (await shopOf(svc).stripe.transfers.list()).data
    expect(transfers.map(({ transfer_group }) => transfer_group)).toEqual([orderId, orderId])
    expect([await heldAt(svc), await heldAt(svc, eva), await heldAt(svc, finn)]).toEqual([0, 2_904, 6_776])
    expect(balances(svc)).toMatchObject({ PRIZE_POOL: 0, eva: 2_904, finn: 6_776, 'OWED eva': 0, 'OWED finn': 0 })
    expect(rowsOf(svc, 'owed_parts')).toEqual([])
    const books = await wholeBooks(svc, ada)
    expect([books.net, books.pools]).toEqual([9_680, []])
    expect((await figures(svc, finn)).totals).toMatchObject({ prizes: 6_776, net: 6_776, sales: 0 })
    expect((await act(svc, nova, id, 'payout')).status).toBe(409)
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('that is cancelled gives back all that the processor has left, once, and what a bank debit brings later', async () => {
    const { svc, nova, make } = await openDrops()
    await using _ = svc
    const id = await make()
    await fund(svc, nova, id)
    await fund(svc, nova, id, 5_000)
    const { stripe, test: bank } = shopOf(svc)
    const { paymentIntentId: late } = begun(await act(svc, nova, id, 'fund', { amount: 3_000 }))
    await stripe.paymentIntents.confirm(late, { payment_method: 'pm_card_debit', return_url: svc.url })
    await settled(svc)
    const gone = await act(svc, nova, id, 'cancel', { reason: 'Nobody came.' })
    expect(gone.json).toMatchObject({ campaign: { state: 'CANCELLED', reason: 'Nobody came.', prize: [] } })
    await settled(svc)
    const refunded = async () => (await stripe.refunds.list()).data.map(({ amount }) => amount).toSorted()
    expect(await refunded()).toEqual([4_825, 9_680].toSorted())
    await bank.finishPayment(late, 'succeeded')
    await settled(svc)
    expect(await refunded()).toEqual([2_883, 4_825, 9_680].toSorted())
    expect([await heldAt(svc), balances(svc).PRIZE_POOL]).toEqual([0, 0])
    expect((await read(svc, id, nova)).contributions).toMatchObject(Array(3).fill({ status: 'WENT_BACK' }))
    expect((await act(svc, nova, id, 'cancel', { reason: 'Again.' })).status).toBe(409)
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('funded twice at once has both payments, and pays three winners though the processor refuses one of the transfers at first', async () => {
    const { svc, nova, eva, finn, gil, dawn, make } = await openDrops()
    await using _ = svc
    const id = await make({ winners: 3, split: [50, 30, 20] })
    const both = await Promise.all([5_000, 7_000].map((amount) => act(svc, nova, id, 'fund', { amount })))
    // Both payments begin before either is paid: one replaced the other, and the late money counts
    // too.
    for (const { json } of both) {
      const options = { payment_method: 'pm_card_visa', return_url: 'https://deck.example/' }
      await shopOf(svc)
        .stripe.paymentIntents.confirm(Object(json).paymentIntentId, options)
        .catch(() => null)
    }
    await settled(svc)
    const paid = (await read(svc, id, nova)).contributions.length
    expect([1, 2]).toContain(paid)
    await act(svc, nova, id, 'launch')
    for (const fan of [eva, finn, gil]) await enter(svc, fan, dawn.hookId, id)
    for (const fan of [eva, finn, gil]) await onboard(svc, fan)
    expect((await act(svc, nova, id, 'select-winner', { submissionIds: ['x', 'y', 'z'] })).status).toBe(400)
    await act(svc, nova, id, 'select-winner')
    const statuses = async () => {
      const { campaign, payouts } = await read(svc, id, nova)
      return [campaign.state, ...payouts.map(({ status }: { status: string }) => status)]
    }
    // The processor refuses gil, of which we have not heard, and answers one request with a fault
    // of its own.
    const { test: processor } = shopOf(svc)
    await restrictAccount(svc, gil)
    await settled(svc)
    svc.ctx.db.$client.run('UPDATE seller_accounts SET ready = 1')
    await processor.restrict({ failing: 1 })
    await act(svc, nova, id, 'payout')
    await settled(svc)
    svc.tick(dayMs)
    await settled(svc)
    expect(await statuses()).toEqual(['PAYING', 'PAID', 'PAID', 'BLOCKED'])
    // A winner who has not set up payouts is reminded, with growing pauses.
    const reminded: string[][] = []
    for (const days of [5, 1, 22, 1]) {
      svc.tick(days * dayMs)
      await settled(svc)
      reminded.push(waitingTold(svc))
    }
    expect(reminded).toEqual([[], [gil.userId], [gil.userId], [gil.userId, gil.userId]])
    svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), dayMs])
    const shown = await svc.call('GET', `/studio/drops/${id}`, {
      cookie: nova.cookie,
      headers: { accept: 'text/html' },
    })
    expect(shown.text).toMatch(
      /waiting for them to set up payouts since <time[^>]*>[^<]*<\/time>; the site reminds them/,
    )
    await processor.completeOnboarding(accountOf(svc, gil) ?? '')
    await settled(svc)
    expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID', 'PAID'])
    const transfers = (await shopOf(svc).stripe.transfers.list()).data
    expect(transfers).toHaveLength(3 * paid)
    expect(await heldAt(svc)).toBe(0)
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('that settles in another currency is paid and given back in it; left alone, it ends by itself', async () => {
    const { svc, nova, eva, dawn, make } = await openDrops({
      testProcessor: { currency: 'eur', convertsCharges: true },
    })
    await using _ = svc
    const [first, second, third, empty] = [await make(), await make(), await make(), await make()]
    const all = [first, second, third, empty]
    for (const id of all) await fund(svc, nova, id)
    await act(svc, nova, empty, 'launch')
    const { prize } = (await read(svc, first, nova)).campaign
    expect(prize).toEqual([{ amount: expect.any(Number), currency: 'eur' }])
    for (const id of [first, second]) {
      await act(svc, nova, id, 'launch')
      await enter(svc, eva, dawn.hookId, id)
    }
    await onboard(svc, eva)
    await act(svc, nova, first, 'select-winner')
    // Nobody presses the keys that pay the first, close the second and open the third, and nobody
    // enters the fourth.
    svc.tick(7 * dayMs + 1)
    await settled(svc)
    const states = async () => Promise.all(all.map(async (id) => (await read(svc, id, nova)).campaign.state))
    expect(await states()).toEqual(['PAID', 'OPEN', 'CANCELLED', 'OPEN'])
    expect(await toldTo(svc, nova)).toContain('has ended: choose its winners')
    svc.tick(7 * dayMs + 1)
    await settled(svc)
    expect(await states()).toEqual(['PAID', 'CLOSED', 'CANCELLED', 'CANCELLED'])
    svc.tick(7 * dayMs + 1)
    await settled(svc)
    expect(await states()).toEqual(['PAID', 'PAID', 'CANCELLED', 'CANCELLED'])
    const told = rowsOf(svc, 'notifications').map((row) => String(Reflect.get(Object(row), 'kind')))
    const [arrived, ended, entry, won] = ['drop-arrived', 'drop-ended', 'drop-entry', 'drop-won']
    expect(told.toSorted()).toEqual([arrived, arrived, ended, ended, entry, entry, won, won])
    const refunds = (await shopOf(svc).stripe.refunds.list()).data
    expect(refunds.map(({ amount, currency }) => [amount < 10_000 && amount > 9_500, currency])).toEqual([
      [true, 'usd'],
      [true, 'usd'],
    ])
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('of which a payment has not settled shares it out once it has, in the currency that it became', async () => {
    const testProcessor = { currency: 'eur', convertsCharges: true, captureMs: hourMs, capturesLate: true }
    const { svc, nova, eva, dawn, make } = await openDrops({ testProcessor })
    await using _ = svc
    const id = await make()
    await onboard(svc, eva)
    await fund(svc, nova, id)
    svc.tick(2 * hourMs)
    await settled(svc)
    await fund(svc, nova, id, 5_000)
    await act(svc, nova, id, 'launch')
    await enter(svc, eva, dawn.hookId, id)
    await act(svc, nova, id, 'select-winner')
    expect((await act(svc, nova, id, 'payout')).status).toBe(200)
    const inDollars = "SELECT 1 FROM ledger_accounts WHERE kind = 'OWED' AND currency = 'usd'"
    expect(svc.ctx.db.$client.query(inDollars).all()).toEqual([])
    svc.tick(2 * hourMs)
    await settled(svc)
    expect((await shopOf(svc).stripe.transfers.list()).data.map(({ currency }) => currency)).toEqual(['eur', 'eur'])
    expect(await wrongBooks(svc)).toEqual([])
  })
})
