import { expect, test } from 'bun:test'
import { campaigns } from '../db/schema/drop/drop.ts'
import { stageOf } from './support/contract.ts'
import { makeOwner } from './support/earnings/dispute.ts'
import { walkReads } from './support/machine/walk-reads.ts'
import { collect, settled, startShop } from './support/shop/checkout.ts'
import { collectAsGuest } from './support/shop/guest.ts'
import { addReadyTrack, cast } from './support/world.ts'

test('every read fits its schema where people are deleted and guests forgotten, whoever of those who are left asks', async () => {
  await using svc = await startShop({ limiter: { take: () => 0 } })
  const stage = await stageOf(svc)
  const { nova, ada, draft } = stage
  const bob = cast(svc.ctx, 'bob')
  const song = await addReadyTrack(svc.ctx, bob.cassetId, 'Kites')
  const call = (person: { cookie: string }, path: string, body: object) =>
    svc.call('POST', path, { cookie: person.cookie, body })
  // Nova leaves what a person can leave behind: as an artist, a buyer, a listener, a moderator, a
  // member, a reporter.
  for (const person of [draft, bob]) await collect(svc, person)
  await collectAsGuest(svc)
  const { secret } = await collectAsGuest(svc, { email: 'lee@example.org' })
  expect((await call({ cookie: '' }, '/api/guest/forget', { secret })).status).toBeLessThan(300)
  await call(nova, '/api/checkout/payment-intent', { slug: 'bob' })
  const said = Object((await call(nova, '/api/casset/bob/comment', { text: 'nova was here' })).json)
  await call(ada, `/api/casset/bob/comments/${said.comment?.id}/report`, { reason: 'spam' })
  for (const body of [{ type: 'follow' }, { type: 'like', trackId: song.id }])
    await call(nova, '/api/casset/bob/activity', body)
  await call(nova, '/api/casset/bob/share', { channel: 'mail' })
  await settled(svc)
  svc.ctx.db.update(campaigns).set({ state: 'CANCELLED' }).run()
  expect((await call(nova, '/api/auth/account/delete', { leaveOwed: true })).status).toBe(204)
  await svc.ctx.jobs.idle()
  await settled(svc)
  makeOwner(svc, ada)

  const { found, wrong } = await walkReads(svc, [ada, bob, { cookie: '' }], ['bob', 'ada', 'duo', 'nova'])
  expect(wrong).toEqual([])
  expect(svc.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  expect(found.size).toBeGreaterThan(60)
})
