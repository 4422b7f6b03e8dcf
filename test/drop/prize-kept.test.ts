import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { accountOf, act, dayMs, enter, fund, onboard, openDrops, read, wrongBooks } from '../support/drop/drop.ts'
import { testLimitMs } from '../support/limits.ts'
import { decisionIn, giveBack } from '../support/operate/decision.ts'
import { balances, settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const prize = 9_680

/** A drop whose winner is eva and whose next is gil; ruth owns the site. */
async function openWon(unclaimed: 'NEXT' | 'BACK', isReady: boolean) {
  const drops = await openDrops({ limiter: { take: () => 0 } })
  const { svc, nova, eva, gil, dawn, make } = drops
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  const id = await make({ unclaimed, winners: 1 })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  const clips = [await enter(svc, eva, dawn.hookId, id)]
  await enter(svc, gil, dawn.hookId, id)
  if (isReady) for (const who of [eva, gil]) await onboard(svc, who)
  expect((await act(svc, nova, id, 'select-winner', { submissionIds: clips })).status).toBe(200)
  svc.ctx.db.$client.run('UPDATE sessions SET created_at = ?1, confirmed_at = ?1', [svc.ctx.now()])
  return { ...drops, ruth, id }
}

type Won = Awaited<ReturnType<typeof openWon>>

const reasons = { ground: 'terms', basis: 'Terms, 4', facts: 'It is spam.' }
const suspend = ({ svc, ruth, eva }: Won) =>
  svc.call('POST', '/api/desk/decisions', {
    cookie: ruth.cookie,
    body: { kind: 'account', id: eva.userId, ...reasons },
  })

/** Everything by which a prize could leave its winner. */
const verbs = {
  'its winner declines it': ({ svc, eva, id }: Won) => act(svc, eva, id, 'decline'),
  'its winner deletes the account': ({ svc, eva: { cookie } }: Won) =>
    svc.call('POST', '/api/auth/account/delete', { cookie, body: { leaveOwed: true } }),
  'the site suspends its winner': suspend,
  'its artist calls the drop off': ({ svc, nova, id }: Won) => act(svc, nova, id, 'cancel', { reason: 'No time.' }),
  'its artist pays again': ({ svc, nova, id }: Won) => act(svc, nova, id, 'payout'),
}

test.each(Object.entries(verbs))('a prize whose transfer is under way is paid once, also when %s', async (_, press) => {
  const won = await openWon('NEXT', true)
  const { svc, nova, eva, id } = won
  await using _svc = svc
  const { stripe, test: processor } = shopOf(svc)
  const create = stripe.transfers.create.bind(stripe.transfers)
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  stripe.transfers.create = async (...asked: Parameters<typeof create>) => {
    begun.resolve()
    await gate.promise
    return create(...asked)
  }
  await act(svc, nova, id, 'payout')
  await begun.promise
  const pressed = press(won)
  // A verb that does not wait for the transfer has answered by now.
  await Promise.race([pressed, Bun.sleep(200)])
  gate.resolve()
  await pressed
  await settled(svc)
  await processor.payOut('usd', accountOf(svc, eva)).catch(() => undefined)
  svc.tick(2 * dayMs)
  await settled(svc)
  const { data } = await stripe.transfers.list()
  expect(data.map(({ amount, metadata }) => [amount, metadata.artistId])).toEqual([[prize, eva.artistId]])
  expect([balances(svc).PRIZE_POOL, balances(svc)['OWED gil'] ?? 0, await wrongBooks(svc)]).toEqual([0, 0, []])
})

test('a clock that is a year ahead for a minute takes no prize from its winner', async () => {
  const { svc, nova, id } = await openWon('BACK', false)
  await using _ = svc
  await act(svc, nova, id, 'payout')
  await settled(svc)
  for (const ms of [370, -370]) {
    svc.setClock(ms * dayMs)
    await settled(svc)
  }
  const { campaign, payouts } = await read(svc, id, nova)
  expect([campaign.state, payouts]).toMatchObject(['PAYING', [{ artist: { handle: 'eva' }, status: 'BLOCKED' }]])
  expect(balances(svc)['OWED eva']).toBe(prize)
})

test('a winner’s year stands still while they are suspended, however often, and the page says until when', async () => {
  const won = await openWon('BACK', false)
  const { svc, nova, eva, ruth, id } = won
  await using _ = svc
  const turn = async (days: number) => {
    svc.tick(days * dayMs)
    const later = svc.ctx.now()
    svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, confirmed_at = ?1, expires_at = ?1 * 2', [later])
    await settled(svc)
  }
  // Before the year begins a suspension counts for nothing.
  const early = await suspend(won)
  await turn(3)
  await giveBack(svc, ruth, decisionIn(early))
  await act(svc, nova, id, 'payout')
  const begun = svc.ctx.now()
  await turn(300)
  for (const days of [40, 100]) {
    const decision = decisionIn(await suspend(won))
    await turn(days)
    await giveBack(svc, ruth, decision)
  }
  const untilOf = async () => (Date.parse((await read(svc, id, eva)).payouts[0].until) - begun) / dayMs
  expect(await untilOf()).toBeCloseTo(365 + 140, 1)
  await turn(64)
  expect([balances(svc)['OWED eva'], balances(svc)['OWED nova'] ?? 0]).toEqual([prize, 0])
  await turn(2)
  expect([balances(svc)['OWED eva'], balances(svc)['OWED nova']]).toEqual([0, prize])
})

test('a suspended winner sets up payouts, and loses no prize by waiting meanwhile', async () => {
  const won = await openWon('BACK', false)
  const { svc, nova, eva, id } = won
  await using _ = svc
  expect((await suspend(won)).status).toBeLessThan(300)
  await act(svc, nova, id, 'payout')
  const later = svc.ctx.now() + 366 * dayMs
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, confirmed_at = ?1, expires_at = ?1 * 2', [later])
  svc.tick(366 * dayMs)
  await settled(svc)
  expect(balances(svc)['OWED eva']).toBe(prize)
  await onboard(svc, eva)
  await settled(svc)
  expect([(await read(svc, id)).campaign.state, balances(svc).eva]).toEqual(['PAID', prize])
})
