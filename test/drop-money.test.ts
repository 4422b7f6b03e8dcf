import { describe, expect, test } from 'bun:test'
import { rowsOf } from './support/account.ts'
import { balances, settled, shopOf } from './support/checkout.ts'
import { act, enter, fund, heldAt, like, onboard, openDrops, read, wrongBooks } from './support/drop.ts'

describe('A drop', () => {
  test('is funded, opens, is closed, and pays a winner who onboards late; its pool ends at zero', async () => {
    const { svc, nova, ada, eva, finn, dawn, make } = await openDrops()
    await using _ = svc
    const id = await make({ winners: 2, split: [70, 30] })
    expect((await act(svc, nova, id, 'launch')).status).toBe(409)
    const { orderId } = await fund(svc, nova, id)
    // Of 10000 the processor takes 320: the prize is what it leaves.
    const funded = await read(svc, id, nova)
    expect(funded.campaign).toMatchObject({ state: 'FUNDED', prize: [{ amount: 9_680, currency: 'usd' }] })
    expect(balances(svc)).toEqual({ BUYERS: -10_000, PROCESSOR_FEES: 320, PRIZE_POOL: 9_680 })
    expect((await shopOf(svc).stripe.charges.list()).data).toMatchObject([{ transfer_group: orderId }])
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
    await onboard(svc, finn)
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
    expect((await act(svc, nova, id, 'payout')).status).toBe(409)
    expect(await wrongBooks(svc)).toEqual([])
  })

  test('that is cancelled gives back all that the processor has left, once', async () => {
    const { svc, nova, make } = await openDrops()
    await using _ = svc
    const id = await make()
    await fund(svc, nova, id)
    await fund(svc, nova, id, 5_000)
    const gone = await act(svc, nova, id, 'cancel', { reason: 'Nobody came.' })
    expect(gone.json).toMatchObject({ campaign: { state: 'CANCELLED', reason: 'Nobody came.', prize: [] } })
    await settled(svc)
    const refunds = (await shopOf(svc).stripe.refunds.list()).data.map(({ amount }) => amount)
    expect(refunds.sort()).toEqual([4_825, 9_680].sort())
    expect([await heldAt(svc), balances(svc).PRIZE_POOL]).toEqual([0, 0])
    expect((await read(svc, id, nova)).contributions).toMatchObject([{ status: 'WENT_BACK' }, { status: 'WENT_BACK' }])
    expect((await act(svc, nova, id, 'cancel', { reason: 'Again.' })).status).toBe(409)
    expect(await wrongBooks(svc)).toEqual([])
  })
})
