import { describe, expect, test } from 'bun:test'
import { contributionsTo } from '../../src/drop/prize/contributions.ts'
import { mostPayments, outcomeIn, outcomeMetadata } from '../../src/drop/prize/outcome.ts'
import { settle } from '../../src/order/settle/settle.ts'
import { rowsOf } from '../support/account/account.ts'
import {
  accountOf,
  act,
  dayMs,
  enter,
  fund,
  heldAt,
  onboard,
  openDrops,
  read,
  wrongBooks,
} from '../support/drop/drop.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { balances, begun, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const env = { PAYMENTS: 'test' }
const doctor = (svc: TestServer, name: string, fix = false) => doctorOf(svc.dataDir, env, name, { fix })

/**
 * The moves of the processor for drops: every transfer with what came back of it, and every refund.
 */
async function moved(svc: TestServer) {
  const { stripe } = shopOf(svc)
  const [transfers, refunds] = [await stripe.transfers.list(), await stripe.refunds.list()]
  const sums = transfers.data.map(({ id, amount, amount_reversed: back }) => [id, amount, back])
  return [...sums.toSorted(), ...refunds.data.map(({ amount }) => amount)]
}

/** How a drop stands for its artist, without the times of what was rebuilt. */
async function stands(svc: TestServer, id: string, who: Person) {
  const { campaign, payouts, contributions } = await read(svc, id, who)
  const { state, prize, split, endsAt, openedAt, closedAt } = campaign
  return { state, prize, split, endsAt, openedAt, closedAt, payouts, paid: contributions.length }
}

describe('A copy of the database from before a drop was paid', () => {
  test('gets back its winners and moves, whenever it was made; nobody is paid twice and nothing is taken back', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, nova, eva, finn, dawn, make } = await openDrops(options)
    const id = await make({ winners: 2, split: [70, 30] })
    const copies = { DRAFT: backUp(before), FUNDED: '', OPEN: '', CLOSED: '', PAYING: '' }
    await fund(before, nova, id)
    copies.FUNDED = backUp(before)
    await fund(before, nova, id, 5_000)
    // The payment costs more than it brought; the others make up for it.
    await fund(before, nova, id, 2_000, '4000000000000259')
    const { stripe, test: processor } = shopOf(before)
    const [dispute] = (await stripe.disputes.list()).data
    await processor.moveDispute(dispute?.id ?? '', 'lost')
    await settled(before)
    await act(before, nova, id, 'launch')
    for (const fan of [eva, finn]) await enter(before, fan, dawn.hookId, id)
    await onboard(before, eva)
    copies.OPEN = backUp(before)
    await act(before, nova, id, 'select-winner')
    copies.CLOSED = backUp(before)
    await act(before, nova, id, 'payout')
    copies.PAYING = backUp(before)
    await settled(before)
    const [known, sums, sent] = [await stands(before, id, nova), balances(before), await moved(before)]
    expect([known.state, known.payouts.length, sent.length]).toEqual(['PAYING', 2, 2])
    let svc = before
    for (const copy of Object.values(copies)) {
      svc = await restore(svc, copy, options)
      // Two at once, beside the service.
      const doctors = [doctor(svc, 'reconciling', true), doctor(svc, 'reconciling', true)]
      expect(await Promise.all(doctors)).toMatchObject([{ ok: true }, { ok: true }])
      await settled(svc)
      expect([await stands(svc, id, nova), await moved(svc), balances(svc)]).toEqual([known, sent, sums])
      expect(accountOf(svc, eva)).toBeString()
      expect((await act(svc, nova, id, 'cancel', { reason: 'Over.' })).status).toBe(409)
      expect((await act(svc, nova, id, 'select-winner')).status).toBe(409)
      expect((await act(svc, nova, id, 'payout')).status).toBe(200)
      await settled(svc)
      expect(await moved(svc)).toEqual(sent)
      expect(await wrongBooks(svc)).toEqual([])
    }
    // A winner who had not set up payouts by then is paid as ever.
    await onboard(svc, finn)
    expect((await read(svc, id, nova)).campaign.state).toBe('PAID')
    const [held, byEva, byFinn] = [await heldAt(svc), await heldAt(svc, eva), await heldAt(svc, finn)]
    expect([held, byEva + byFinn]).toEqual([0, known.prize[0].amount])
    await using _ = svc
    expect(await wrongBooks(svc)).toEqual([])
  }, 60_000)

  test('hears that winners were paid before its artist can pay others, or take the money back', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, nova, eva, finn, dawn, make } = await openDrops(options)
    const [id, other] = [await make(), await make({ title: 'Another' })]
    for (const each of [id, other]) {
      await fund(before, nova, each)
      await act(before, nova, each, 'launch')
    }
    const copy = backUp(before)
    for (const each of [id, other]) {
      await enter(before, eva, dawn.hookId, each)
      if (each === id) await onboard(before, eva)
      await act(before, nova, each, 'select-winner')
      await act(before, nova, each, 'payout')
    }
    await settled(before)
    const sent = await moved(before)
    await using svc = await restore(before, copy, options)
    await enter(svc, finn, dawn.hookId, id)
    await onboard(svc, finn)
    for (const [each, what] of [
      [id, 'select-winner'],
      [other, 'cancel'],
    ] as const) {
      expect((await act(svc, nova, each, what, what === 'cancel' ? { reason: 'Over.' } : {})).status).toBe(409)
    }
    await settled(svc)
    expect(await moved(svc)).toEqual(sent)
    for (const each of [id, other]) {
      expect((await read(svc, each, nova)).payouts).toMatchObject([{ artist: { handle: 'eva' }, status: 'PAID' }])
    }
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('that does not know who won has it named, and it is neither taken back nor paid again', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, nova, dawn, make } = await openDrops(options)
    const without = backUp(before)
    const id = await make()
    const draft = backUp(before)
    const { paymentIntentId } = await fund(before, nova, id)
    await act(before, nova, id, 'launch')
    const copy = backUp(before)
    const late = cast(before.ctx, 'late', { published: false })
    await enter(before, late, dawn.hookId, id)
    await onboard(before, late)
    await act(before, nova, id, 'select-winner')
    await act(before, nova, id, 'payout')
    await settled(before)
    const sent = await moved(before)
    const [transfer] = (await shopOf(before).stripe.transfers.list()).data
    let svc = await restore(before, copy, options)
    expect(await doctor(svc, 'reconciling', true)).toMatchObject({ ok: true })
    await settled(svc)
    const left = `${transfer?.id} brought $96.80 of drop ${id} to artist ${late.artistId}`
    expect((await doctor(svc, 'drops', true))?.note).toStartWith(left)
    expect((await read(svc, id, nova)).campaign).toMatchObject({ state: 'OPEN', prize: [] })
    expect((await act(svc, nova, id, 'cancel', { reason: 'Over.' })).status).toBe(200)
    await settled(svc)
    expect([await moved(svc), rowsOf(svc, 'owed_parts')]).toEqual([sent, []])
    expect(await wrongBooks(svc)).toEqual([])
    // A copy in which it is a draft, and its artist cancels it.
    svc = await restore(svc, draft, options)
    expect((await act(svc, nova, id, 'cancel', { reason: 'Over.' })).status).toBe(200)
    // The payment is heard of before the doctor runs.
    await settle(svc.ctx, shopOf(svc), paymentIntentId)
    await settled(svc)
    expect(await moved(svc)).toEqual(sent)
    expect(await doctor(svc, 'reconciling', true)).toMatchObject({ ok: true })
    await settled(svc)
    expect([await moved(svc), await wrongBooks(svc)]).toEqual([sent, []])
    // A copy that does not have it at all.
    svc = await restore(svc, without, options)
    await using _ = svc
    const { ok, note } = (await doctor(svc, 'reconciling', true)) ?? {}
    expect([ok, note]).toEqual([
      true,
      expect.stringContaining(`9680 usd of it were sent by ${transfer?.id}): leave it`),
    ])
    expect(await moved(svc)).toEqual(sent)
  })
})

describe('A copy of the database from before a drop was cancelled', () => {
  test.each(['the doctor', 'its deadline', 'its artist'])(
    'cancels it again when %s looks: all that is left goes back to its payer, and nothing to winners',
    async (who) => {
      using folder = temporaryFolder()
      const options = { env, dataDir: folder.path }
      const { svc: before, nova, eva, dawn, make } = await openDrops(options)
      const id = await make({ winners: 1, split: [100] })
      await fund(before, nova, id)
      await fund(before, nova, id, 5_000)
      await fund(before, nova, id, 2_000, '4000000000000259')
      const { stripe, test: processor } = shopOf(before)
      const [dispute] = (await stripe.disputes.list()).data
      await processor.moveDispute(dispute?.id ?? '', 'lost')
      await settled(before)
      await act(before, nova, id, 'launch')
      await enter(before, eva, dawn.hookId, id)
      await onboard(before, eva)
      const copy = backUp(before)
      await act(before, nova, id, 'cancel', { reason: 'Over.' })
      await settled(before)
      const [sums, back] = [balances(before), await moved(before)]
      expect(back.length).toBeGreaterThan(1)
      await using svc = await restore(before, copy, options)
      if (who === 'the doctor') expect(await doctor(svc, 'reconciling', true)).toMatchObject({ ok: true })
      if (who === 'its deadline') svc.tick(60 * dayMs)
      if (who === 'its artist') expect((await act(svc, nova, id, 'select-winner')).status).toBe(409)
      await settled(svc)
      expect((await read(svc, id, nova)).campaign).toMatchObject({ state: 'CANCELLED', prize: [] })
      expect([await moved(svc), balances(svc), await wrongBooks(svc)]).toEqual([back, sums, []])
    },
  )

  test('ends a drop that it has as a draft, also when a bank took what was paid', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, nova, make } = await openDrops(options)
    const id = await make()
    const copy = backUp(before)
    await fund(before, nova, id, 2_000, '4000000000000259')
    await using svc = await restore(before, copy, options)
    expect(await doctor(svc, 'reconciling', true)).toMatchObject({ ok: true })
    expect((await read(svc, id, nova)).campaign.state).toBe('FUNDING')
    svc.tick(8 * dayMs)
    await settled(svc)
    expect((await read(svc, id, nova)).campaign.state).toBe('CANCELLED')
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('is no copy of that when one payment alone came after the end and was refunded', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, nova, eva, dawn, make } = await openDrops(options)
    const id = await make({ winners: 1, split: [100] })
    await fund(before, nova, id)
    const late = begun(await act(before, nova, id, 'fund', { amount: 5_000 }))
    await act(before, nova, id, 'launch')
    await enter(before, eva, dawn.hookId, id)
    const copy = backUp(before)
    await act(before, nova, id, 'select-winner')
    await confirm(before, nova, late, goodCard)
    await settled(before)
    expect(await moved(before)).toHaveLength(1)
    await using svc = await restore(before, copy, options)
    expect(await doctor(svc, 'reconciling', true)).toMatchObject({ ok: true })
    await settled(svc)
    const { campaign, contributions } = await read(svc, id, nova)
    expect([campaign.state, campaign.prize, contributions.length]).toEqual([
      'OPEN',
      [{ amount: 9_680, currency: 'usd' }],
      2,
    ])
    expect(await wrongBooks(svc)).toEqual([])
  })
})

test('the metadata of a transfer for a drop fits the processor, for the most winners and payments', async () => {
  const { svc, nova, make } = await openDrops()
  await using _ = svc
  const { ctx } = svc
  const { $client: sql } = ctx.db
  const campaignId = await make({ winners: 10, split: Array(10).fill(10) })
  sql.run('PRAGMA foreign_keys = OFF')
  for (let place = 1; place <= 10; place += 1) {
    const row = [campaignId, place, ctx.uuid(), ctx.uuid()]
    sql.run('INSERT INTO campaign_payouts VALUES (?, ?, ?, ?, 1000, 999999999)', row)
  }
  for (let paid = 0; paid < mostPayments; paid += 1) {
    const row = [ctx.uuid(), campaignId, -1_234_567_890]
    sql.run(
      "INSERT INTO campaign_contributions (order_id, campaign_id, status, paid_at, covers_minor) VALUES (?, ?, 'PAID', 1, ?)",
      row,
    )
  }
  // The drop takes no further payment: its outcome would not fit into metadata.
  expect((await act(svc, nova, campaignId, 'fund', { amount: 5_000 })).status).toBe(409)
  sql.run("UPDATE campaigns SET state = 'PAYING'")
  const told = { orderId: ctx.uuid(), artistId: ctx.uuid(), deckId: 'deck', ...outcomeMetadata(ctx, campaignId) }
  expect(Object.keys(told).length).toBeLessThanOrEqual(50)
  for (const value of Object.values(told)) expect(value.length).toBeLessThanOrEqual(500)
  const outcome = outcomeIn({ metadata: told })
  expect(outcome?.winners.map(({ place, score }) => [place, score])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index + 1, 999_999_999]),
  )
  expect(outcome?.payments.map(({ orderId }) => orderId)).toEqual(
    contributionsTo(ctx, campaignId).map((paid) => paid.orderId),
  )
  for (const key of ['winner3', 'payments2', 'paying']) {
    expect(outcomeIn({ metadata: { ...told, [key]: 'x' } })).toBeUndefined()
  }
})
