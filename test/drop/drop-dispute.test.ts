import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
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
  toldTo,
  wrongBooks,
} from '../support/drop/drop.ts'
import { read as disputeRead, listed, send } from '../support/earnings/dispute.ts'
import { balances, settled, shopOf } from '../support/shop/checkout.ts'

describe('A drop', () => {
  test('a drop whose payment is disputed pays nobody before the bank decides; its cost is made up for, or owed by its artist', async () => {
    const { svc, nova, ada, eva, dawn, make } = await openDrops()
    await using _ = svc
    const id = await make()
    await fund(svc, nova, id, 20_000)
    await fund(svc, nova, id, 5_000, '4000000000000259')
    // 5000 came and went again, with the fees of 175 and 1500.
    expect((await read(svc, id, nova)).campaign.prize).toEqual([{ amount: 19_390 - 1_675, currency: 'usd' }])
    await act(svc, nova, id, 'launch')
    await enter(svc, eva, dawn.hookId, id)
    await onboard(svc, eva)
    await act(svc, nova, id, 'select-winner')
    expect((await act(svc, nova, id, 'payout')).status).toBe(409)
    // The winner is not paid automatically either, however long the artist waits.
    svc.tick(8 * dayMs)
    await settled(svc)
    expect((await read(svc, id, nova)).campaign.state).toBe('CLOSED')
    expect(await heldAt(svc, eva)).toBe(0)
    // The payer does not answer their own bank: the owner of the instance does.
    makeOwner(svc.ctx, 'ada@example.com')
    const [own] = await listed(svc, nova)
    expect(own).toMatchObject({ kind: 'prize', canAnswer: false })
    expect((await send(svc, nova, own?.id ?? '', { statement: 'I give in.' })).status).toBe(403)
    expect(await disputeRead(svc, ada, `/${own?.id}`)).toMatchObject({
      dispute: { canAnswer: true },
      suggestion: { productDescription: expect.stringMatching(/^Prize money for a drop/) },
    })
    const { stripe, test: processor } = shopOf(svc)
    const [dispute] = (await stripe.disputes.list()).data
    await processor.moveDispute(dispute?.id ?? '', 'lost')
    await processor.moveDispute(dispute?.id ?? '', 'appeal_needs_response')
    await settled(svc)
    expect((await act(svc, nova, id, 'payout')).status).toBe(409)
    await processor.moveDispute(dispute?.id ?? '', 'lost')
    await settled(svc)
    expect((await act(svc, nova, id, 'payout')).status).toBe(200)
    await settled(svc)
    expect([await heldAt(svc), await heldAt(svc, eva)]).toEqual([0, 17_715])
    expect(balances(svc)).toMatchObject({ PRIZE_POOL: 0, eva: 17_715 })
    // Later a bank takes the first payment back too: so it goes from the winner, and its fee is
    // nova's.
    const [, charge] = (await stripe.charges.list()).data
    await processor.openDispute(charge?.id ?? '')
    await settled(svc)
    const mails = svc.ctx.db.$client.query("SELECT recipient FROM mails WHERE kind LIKE 'disputed-sale-%'").values()
    expect([...new Set(mails.flat())]).toEqual(['ada@example.com'])
    expect([await heldAt(svc, eva), balances(svc)['OWED nova']]).toEqual([0, -2_110 - 1_675])
    expect(await toldTo(svc, eva)).toContain('$177.15 of your prize was taken back')
    expect(await toldTo(svc, nova)).toContain('You owe $37.85 for a drop of yours')
    expect((await read(svc, id, nova)).payouts).toMatchObject([{ status: 'RETURNED', prize: [] }])
    const [second] = (await stripe.disputes.list()).data
    await processor.moveDispute(second?.id ?? '', 'won')
    await settled(svc)
    // It is sent again once the processor has it available.
    svc.tick(3 * dayMs)
    await settled(svc)
    expect([await heldAt(svc), await heldAt(svc, eva)]).toEqual([0, 17_715 - 1_500])
    expect(await toldTo(svc, eva)).toContain('$162.15 of your prize comes back to you')
    expect(await toldTo(svc, nova)).toContain('You owe nothing more for a drop of yours')
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('that is cancelled after a lost dispute gives back what its other payment has left when the dispute is paid for', async () => {
    const { svc, nova, make } = await openDrops()
    await using _ = svc
    const id = await make()
    await fund(svc, nova, id, 20_000)
    await fund(svc, nova, id, 5_000, '4000000000000259')
    const { stripe, test: processor } = shopOf(svc)
    const [dispute] = (await stripe.disputes.list()).data
    await processor.moveDispute(dispute?.id ?? '', 'lost')
    await settled(svc)
    expect((await act(svc, nova, id, 'cancel', { reason: 'Over.' })).status).toBe(200)
    await settled(svc)
    expect((await stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([19_390 - 1_675])
    expect(balances(svc)).toMatchObject({ PRIZE_POOL: 0 })
    expect(balances(svc)['OWED nova'] ?? 0).toBe(0)
    expect(await heldAt(svc)).toBe(0)
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('a winner who has spent the prize before a bank takes it back owes it, and not the owner of the instance', async () => {
    const { svc, nova, ada, eva, dawn, make } = await openDrops()
    await using _ = svc
    makeOwner(svc.ctx, 'ada@example.com')
    const id = await make()
    await fund(svc, nova, id)
    await act(svc, nova, id, 'launch')
    await enter(svc, eva, dawn.hookId, id)
    await onboard(svc, eva)
    await act(svc, nova, id, 'select-winner')
    await act(svc, nova, id, 'payout')
    await settled(svc)
    const { stripe, test: processor } = shopOf(svc)
    svc.tick(4 * dayMs)
    await processor.payOut('usd', accountOf(svc, eva))
    const [charge] = (await stripe.charges.list()).data
    await processor.openDispute(charge?.id ?? '')
    await settled(svc)
    // The winner had 9680 of 10000; the processor took 320 for the payment and 1500 for the
    // dispute.
    expect(balances(svc)).toMatchObject({ PRIZE_POOL: 0, 'OWED eva': -9_680, 'OWED nova': -1_820 })
    expect(balances(svc).PLATFORM ?? 0).toBe(0)
    expect(await heldAt(svc)).toBe(-11_500)
    const sellers = await svc.call('GET', '/api/admin/sellers', { cookie: ada.cookie })
    const owed = Object(sellers.json).sellers.map(({ handle, owed }: { handle: string; owed: object }) => [
      handle,
      owed,
    ])
    expect(Object.fromEntries(owed)).toMatchObject({
      eva: [{ amount: -9_680, currency: 'usd' }],
      nova: [{ amount: -1_820, currency: 'usd' }],
    })
    const emails = svc.ctx.db.$client.query("SELECT text_body FROM mails WHERE kind = 'disputed-sale-open'").values()
    expect(emails.flat().join()).toMatch(/what is not there any more, they owe.*Nova owes/)
    expect((await svc.call('GET', '/studio/payouts', { cookie: eva.cookie })).text).toContain('You owe $96.80')
    const [dispute] = (await stripe.disputes.list()).data
    await processor.moveDispute(dispute?.id ?? '', 'lost')
    await settled(svc)
    expect((await read(svc, id, nova)).contributions).toMatchObject([{ status: 'TAKEN_BACK' }])
    // The next prize that eva wins pays it back.
    const next = await make({ title: 'Once more' })
    await fund(svc, nova, next, 20_000)
    await act(svc, nova, next, 'launch')
    await enter(svc, eva, dawn.hookId, next)
    await act(svc, nova, next, 'select-winner')
    await act(svc, nova, next, 'payout')
    await settled(svc)
    expect([await heldAt(svc, eva), await heldAt(svc)]).toEqual([19_390 - 9_680, -1_820])
    expect((await read(svc, next, nova)).campaign.state).toBe('PAID')
    expect(await wrongBooks(svc)).toEqual([])
  })
})
