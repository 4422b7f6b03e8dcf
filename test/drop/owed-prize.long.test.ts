import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { unclaimedJob } from '../../src/drop/prize/unclaimed-kind.ts'
import { act, dayMs, enter, fund, heldAt, onboard, openDrops, read, toldTo, wrongBooks } from '../support/drop/drop.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { exportOf } from '../support/operate/export.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { balances, settled } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

test('a prize is owed from the choice of its winner on: deletion, desk, sellers, payouts and export know it', async () => {
  const { svc, nova, eva, dawn, make } = await openDrops()
  await using _ = svc
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  const id = await make()
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  await enter(svc, eva, dawn.hookId, id)
  const sellerOf = async () => {
    const { json } = await svc.call('GET', '/api/admin/sellers', { cookie: ruth.cookie })
    return Object(json).sellers.find(({ id: artistId }: { id: string }) => artistId === eva.artistId)
  }
  expect(await sellerOf()).toBeUndefined()
  expect((await act(svc, nova, id, 'select-winner')).status).toBe(200)

  const refused = await svc.call('POST', '/api/auth/account/delete', { cookie: eva.cookie, body: {} })
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { error: 'You are still owed $96.80.', field: 'leaveOwed' },
  ])
  expect((await svc.call('GET', '/account/delete', { cookie: eva.cookie })).text).toContain('$96.80')
  const atDesk = { cookie: ruth.cookie, body: { handle: 'eva', reason: 'Asked by letter.' } }
  expect((await svc.call('POST', `/api/desk/people/${eva.userId}/delete`, atDesk)).json).toMatchObject({
    error: 'This site still owes them $96.80.',
  })
  expect(await sellerOf()).toMatchObject({ owed: [{ amount: 9_680, currency: 'usd' }], isDeleted: false })
  const payouts = await svc.call('GET', '/api/studio/payouts', { cookie: eva.cookie })
  expect(payouts.json).toMatchObject({ owed: [{ amount: 9_680, currency: 'usd' }] })
  const { files } = await exportOf(svc, eva)
  expect(JSON.parse(String(files.get('prizes.json')))).toMatchObject([
    { dropId: id, artist: 'nova', dropState: 'CLOSED', place: 1, percent: 100 },
  ])
  // The artist of the drop cannot leave either, until it has ended.
  const artist = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: { leaveOwed: true } })
  expect(artist.json).toMatchObject({ code: 'BAD_STATE' })

  await act(svc, nova, id, 'payout')
  expect(await sellerOf()).toMatchObject({ owed: [{ amount: 9_680, currency: 'usd' }] })
})

const causes = ['deletes the account', 'declines', 'never sets up payouts'] as const
const moments = ['before winners are paid', 'while it waits'] as const
const cases = (['NEXT', 'BACK'] as const)
  .flatMap((way) => causes.map((cause) => ({ way, cause })))
  .flatMap((each) => moments.map((moment) => ({ ...each, moment })))
  .filter(({ cause, moment }) => cause !== 'never sets up payouts' || moment === 'while it waits')

/** Lets a winner not take their prize. */
async function leave(svc: TestServer, who: Person, id: string, cause: (typeof causes)[number]) {
  if (cause === 'declines') return expect((await act(svc, who, id, 'decline')).status).toBe(200)
  if (cause === 'never sets up payouts') return svc.tick(366 * dayMs)
  const leaving = { cookie: who.cookie, body: { leaveOwed: true } }
  expect((await svc.call('POST', '/api/auth/account/delete', leaving)).status).toBe(204)
}

/** Keeps everybody signed in, however much time passes. */
const stayIn = ({ ctx }: TestServer) =>
  ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, confirmed_at = ?1, expires_at = ?1 + ?2', [
    ctx.now() + 366 * dayMs,
    366 * dayMs,
  ])

test.each(cases)('a prize whose winner $cause $moment goes $way to the last unit, and the drop ends', async (given) => {
  const { way, cause, moment } = given
  const { svc, nova, eva, finn, gil, dawn, make } = await openDrops()
  await using _ = svc
  const id = await make({ unclaimed: way, winners: 2, split: [70, 30] })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  const clips = [await enter(svc, eva, dawn.hookId, id), await enter(svc, finn, dawn.hookId, id)]
  await enter(svc, gil, dawn.hookId, id)
  await onboard(svc, finn)
  await act(svc, nova, id, 'select-winner', { submissionIds: clips })
  if (moment === 'while it waits') await act(svc, nova, id, 'payout')
  await settled(svc)
  stayIn(svc)
  await leave(svc, eva, id, cause)
  await settled(svc)
  await act(svc, nova, id, 'payout')
  await settled(svc)
  if (way === 'NEXT') {
    const between = await read(svc, id, nova)
    expect([between.campaign.state, between.payouts]).toMatchObject([
      'PAYING',
      [{ artist: { handle: 'gil' }, status: 'BLOCKED', prize: [{ amount: 6_776 }] }, { artist: { handle: 'finn' } }],
    ])
    expect(await toldTo(svc, gil)).toContain('You won place 1')
    await onboard(svc, gil)
  } else {
    // The drop has ended by now: its artist takes the money back once they set up payouts.
    expect((await read(svc, id)).campaign.state).toBe('PAID')
    expect(balances(svc)['OWED nova']).toBe(6_776)
    await onboard(svc, nova)
  }
  const { campaign, payouts } = await read(svc, id, nova)
  const taken = way === 'NEXT' ? { handle: 'gil', status: 'PAID' } : { handle: 'nova', status: 'BACK' }
  expect([campaign.state, payouts]).toMatchObject([
    'PAID',
    [
      { artist: { handle: taken.handle }, status: taken.status, prize: [{ amount: 6_776 }] },
      { artist: { handle: 'finn' }, status: 'PAID', prize: [{ amount: 2_904 }] },
    ],
  ])
  const sums = balances(svc)
  expect([sums.PRIZE_POOL, sums.finn, sums[taken.handle], sums['OWED eva'] ?? 0]).toEqual([0, 2_904, 6_776, 0])
  expect(await toldTo(svc, nova)).toContain('drop-passed')
  // The job moves nothing when it runs again.
  svc.ctx.jobs.add(unclaimedJob, { campaignId: id }, { key: `again ${id}` })
  await settled(svc)
  expect([balances(svc), await wrongBooks(svc)]).toEqual([sums, []])
})

test('a prize that has been sent is not given up, nor one of somebody else', async () => {
  const { svc, nova, eva, finn, dawn, make } = await openDrops()
  await using _ = svc
  const id = await make()
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  await enter(svc, eva, dawn.hookId, id)
  await onboard(svc, eva)
  expect((await act(svc, eva, id, 'decline')).status).toBe(409)
  await act(svc, nova, id, 'select-winner')
  for (const who of [finn, nova]) expect((await act(svc, who, id, 'decline')).status).toBe(409)
  await act(svc, nova, id, 'payout')
  await settled(svc)
  expect((await act(svc, eva, id, 'decline')).status).toBe(409)
  const leaving = { cookie: eva.cookie, body: {} }
  expect((await svc.call('POST', '/api/auth/account/delete', leaving)).status).toBe(204)
  await settled(svc)
  expect((await read(svc, id, nova)).payouts).toMatchObject([
    { artist: { displayName: 'Deleted account' }, status: 'PAID' },
  ])
  expect([balances(svc).PRIZE_POOL, await wrongBooks(svc)]).toEqual([0, []])
})

test('a prize given up as the program was killed goes on at the next start, as do those of before', async () => {
  using folder = temporaryFolder()
  const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path }
  const { svc, nova, eva, dawn, make } = await openDrops(options)
  const id = await make({ unclaimed: 'BACK' })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  await enter(svc, eva, dawn.hookId, id)
  await act(svc, nova, id, 'select-winner')
  await act(svc, nova, id, 'payout')
  await settled(svc)
  svc.ctx.db.$client.run('UPDATE users SET deleted_at = 1, email = NULL WHERE id = ?', [eva.userId])
  const copy = backUp(svc)
  const again = await restore(svc, copy, options)
  await using _ = again
  await settled(again)
  const { campaign, payouts } = await read(again, id, nova)
  expect([campaign.state, payouts]).toMatchObject(['PAID', [{ status: 'BACK' }]])
  expect([balances(again)['OWED nova'], balances(again).PRIZE_POOL, await wrongBooks(again)]).toEqual([9_680, 0, []])
})

test('a prize whose winner is gone and for which no job is left is found by the doctor, and passed on by --fix', async () => {
  const { svc, nova, eva, finn, dawn, make } = await openDrops()
  await using _ = svc
  const id = await make({ unclaimed: 'NEXT' })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  const submissionIds = [await enter(svc, eva, dawn.hookId, id)]
  await enter(svc, finn, dawn.hookId, id)
  await act(svc, nova, id, 'select-winner', { submissionIds })
  await settled(svc)
  const look = (how = {}) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'drops', how)
  expect(await look()).toMatchObject({ ok: true })
  svc.ctx.db.$client.run('UPDATE users SET deleted_at = 1, email = NULL WHERE id = ?', [eva.userId])
  expect(await look()).toMatchObject({
    ok: false,
    problem: `a prize of drop ${id} has no winner any more and was not passed on`,
  })
  expect(await look({ fix: true })).toMatchObject({ ok: true })
  await settled(svc)
  expect((await read(svc, id)).payouts).toMatchObject([{ artist: { handle: 'finn' } }])
})

test('a copy from before a prize passed on learns it from the transfer, and pays nobody twice', async () => {
  using folder = temporaryFolder()
  const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path }
  const { svc, nova, eva, finn, gil, dawn, make } = await openDrops(options)
  const id = await make({ unclaimed: 'NEXT', winners: 2, split: [70, 30] })
  await fund(svc, nova, id)
  await act(svc, nova, id, 'launch')
  for (const fan of [eva, finn, gil]) await enter(svc, fan, dawn.hookId, id)
  for (const fan of [finn, gil]) await onboard(svc, fan)
  await act(svc, nova, id, 'select-winner')
  const copies = [backUp(svc)]
  await act(svc, nova, id, 'payout')
  await settled(svc)
  copies.push(backUp(svc))
  expect((await act(svc, eva, id, 'decline')).status).toBe(200)
  await settled(svc)
  const sent = await heldAt(svc, gil)
  expect([sent, (await read(svc, id)).campaign.state]).toEqual([6_776, 'PAID'])
  let now = svc
  for (const copy of copies) {
    now = await restore(now, copy, options)
    expect(await doctorOf(now.dataDir, options.env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
    await settled(now)
    const { campaign, payouts } = await read(now, id)
    expect([campaign.state, payouts]).toMatchObject([
      'PAID',
      [{ artist: { handle: 'gil' } }, { artist: { handle: 'finn' } }],
    ])
    expect([await heldAt(now, gil), await heldAt(now, eva), balances(now).PRIZE_POOL]).toEqual([sent, 0, 0])
    expect(await wrongBooks(now)).toEqual([])
  }
  await now[Symbol.asyncDispose]()
})
