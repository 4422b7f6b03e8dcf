import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { tracksAtParty } from '../../src/casset/access/decide-access.ts'
import { worldById } from '../../src/casset/access/visible-casset.ts'
import { suspendAccount } from '../../src/operate/moderation/suspend.ts'
import { until } from '../support/casset/upload.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { announce, endIt, hourMs, isNow } from '../support/room/party.ts'
import { accessOf, collect, settled, shopOf } from '../support/shop/checkout.ts'
import { collectAsGuest, hearAsGuest } from '../support/shop/guest.ts'
import { openPreorder } from '../support/shop/preorder.ts'
import { masterBytes, type Person } from '../support/world.ts'

test('those who ordered a preorder stream what is not open at its party alone, and by no other door', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle, dawn } = shop
  await collect(svc, ada)
  const guest = await collectAsGuest(svc)
  await settled(svc)
  const bytes = async (cookie?: string) => {
    const headers = { range: 'bytes=0-', ...(cookie === undefined ? {} : { cookie }) }
    const answer = await svc.fetch(`/api/audio/${kettle.id}`, { headers })
    return answer.status < 300 ? Buffer.from(await answer.arrayBuffer()).equals(masterBytes('Kettle')) : answer.status
  }
  const leads = () =>
    svc.call('POST', '/api/casset/nova/position', {
      cookie: nova.cookie,
      body: { trackId: kettle.id, atSec: 1, isPlaying: true },
    })
  const isClosed = async () => {
    expect(await accessOf(svc, kettle.id, ada)).toBe('404')
    expect(await bytes(ada.cookie)).toBe(404)
    expect((await leads()).status).toBe(409)
  }
  await isClosed()
  // A party of what is open leaves the rest closed.
  await announce(svc, nova, { startsAt: null })
  await isNow(svc, 'on')
  await isClosed()
  await endIt(svc, nova)
  await announce(svc, nova, { startsAt: null, opensTracks: true })
  await isNow(svc, 'on')
  expect((await svc.call('GET', '/@nova/sideb/party')).text).toContain('If you ordered it, you hear all of it')
  expect(await accessOf(svc, kettle.id, ada)).toBe('full')
  expect(await bytes(ada.cookie)).toBe(true)
  const { url } = Object((await svc.call('GET', `/api/audio/${kettle.id}`, { cookie: ada.cookie })).json)
  expect((await svc.fetch(url)).status).toBe(200)
  expect((await leads()).status).toBe(200)
  // Strangers, somebody who has not ordered it, and a guest's link hear nothing of it.
  for (const cookie of [undefined, draft.cookie]) expect(await bytes(cookie)).toBe(404)
  expect((await svc.call('GET', `/api/audio/${kettle.id}/hook`)).status).toBe(404)
  expect((await hearAsGuest(svc, guest.secret, kettle.id)).status).toBe(404)
  // It is streamed, and nothing else: no token of it, no waveform, words, like, play or download.
  const { cookie } = ada
  const asked = await Promise.all([
    svc.call('POST', '/api/audio/token', { cookie, body: { trackId: kettle.id } }),
    svc.call('POST', '/api/audio/token', { cookie, body: { trackId: kettle.id, access: 'hook' } }),
    svc.call('GET', `/api/audio/waveform/${kettle.id}`, { cookie }),
    svc.call('GET', `/api/tracks/${kettle.id}/lyrics`, { cookie }),
    svc.call('POST', '/api/casset/nova/activity', { cookie, body: { type: 'like', trackId: kettle.id } }),
  ])
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  // The room's page asks for it, and gets it where they may hear it.
  const told = async (cookie?: string) => {
    const { json } = await svc.call('GET', '/api/casset/nova/party', { cookie })
    return Object(json).tracks.map(({ id }: { id: string }) => id)
  }
  expect([await told(cookie), await told(draft.cookie), await told()]).toEqual([[kettle.id], [], []])
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie })
  expect(Object(media.json).tracks.map(({ id }: { id: string }) => id)).toEqual([dawn.id])
  // A take-down ends it at once, before the clock of the party has looked.
  const publish = (published: boolean) =>
    svc.ctx.db.update(cassets).set({ published }).where(eq(cassets.id, nova.cassetId)).run()
  publish(false)
  expect(await bytes(ada.cookie)).toBe(404)
  publish(true)
  await endIt(svc, nova)
  await isClosed()
  // The address that was given out at the party leads nowhere any more.
  expect((await svc.fetch(url)).status).toBe(404)
  // A party that nobody ended, as its process was gone, opens nothing after its longest time.
  await announce(svc, nova, { startsAt: null, opensTracks: true })
  await isNow(svc, 'on')
  svc.ctx.db.$client.run('UPDATE parties SET begun_at = begun_at - 21600001 WHERE ended_at IS NULL')
  expect(await bytes(ada.cookie)).toBe(404)
})

test('closed tracks stay closed before the hour, and close again by a refund, a law and a suspension', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle } = shop
  const { paymentIntentId } = await collect(svc, ada)
  await collect(svc, draft)
  const hears = async ({ cookie }: Person) =>
    (await svc.fetch(`/api/audio/${kettle.id}`, { headers: { range: 'bytes=0-0', cookie } })).status
  await announce(svc, nova, { opensTracks: true })
  svc.tick(hourMs - 60_000)
  expect(await hears(ada)).toBe(404)
  // Moved, it does not open at its first hour.
  await announce(svc, nova, { opensTracks: true })
  svc.tick(61_000)
  expect(await hears(ada)).toBe(404)
  svc.tick(hourMs)
  await isNow(svc, 'on')
  expect([await hears(ada), await hears(draft)]).toEqual([206, 206])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  expect(
    await until(
      () => hears(ada),
      (status) => status !== 206,
    ),
  ).toBe(404)
  const law = (takenDown: 'law' | null) =>
    svc.ctx.db.update(tracks).set({ takenDown }).where(eq(tracks.id, kettle.id)).run()
  law('law')
  expect(await hears(draft)).toBe(404)
  law(null)
  expect(await hears(draft)).toBe(206)
  const world = worldById(svc.ctx, nova.cassetId)
  if (!world) throw new Error('The casset is gone.')
  const open = () => tracksAtParty(svc.ctx, world, viewerOfSession(svc.ctx, draft.sessionId)).length
  expect(open()).toBe(1)
  inTransaction(svc.ctx.db, () => suspendAccount(svc.ctx, nova.userId, 'terms'))
  // At once, before the clock of the party has looked.
  expect(open()).toBe(0)
  expect(await isNow(svc, 'over')).toMatchObject({ ending: 'hidden' })
  expect(await hears(draft)).toBe(404)
})

test('a party decides once what it opens of five hundred tracks, and asks nothing for strangers', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle } = shop
  const { ctx } = svc
  await collect(svc, ada)
  const row = ctx.db.select().from(tracks).where(eq(tracks.id, kettle.id)).get()
  if (!row) throw new Error('Kettle is gone.')
  const others = Array.from({ length: 498 }, (_, at) => ({
    ...row,
    id: ctx.uuid(),
    hookId: ctx.uuid(),
    position: 9 + at,
  }))
  inTransaction(ctx.db, () => {
    for (const other of others) ctx.db.insert(tracks).values(other).run()
  })
  await announce(svc, nova, { startsAt: null, opensTracks: true })
  await isNow(svc, 'on')
  let reads = 0
  const counted = new Proxy(ctx, {
    get(target, name, receiver) {
      if (name === 'db') reads += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const world = worldById(ctx, nova.cassetId)
  if (!world) throw new Error('The casset is gone.')
  const askedBy = (person: Person | null) => {
    reads = 0
    const viewer = person && viewerOfSession(ctx, person.sessionId)
    return { tracks: tracksAtParty(counted, world, viewer).length, isCheap: reads < 20 }
  }
  expect(askedBy(ada)).toEqual({ tracks: 499, isCheap: true })
  expect(askedBy(draft)).toEqual({ tracks: 0, isCheap: true })
  expect(askedBy(null)).toEqual({ tracks: 0, isCheap: true })
})

test('a copy that is put back after the party opens nothing of it, and says that it is over', async () => {
  using folder = temporaryFolder()
  await using shop = await openPreorder({ dataDir: folder.path })
  const { svc, nova, ada, kettle } = shop
  await collect(svc, ada)
  await announce(svc, nova, { startsAt: null, opensTracks: true })
  await isNow(svc, 'on')
  const copy = backUp(svc)
  await using later = await restore(svc, copy, { aheadMs: svc.ctx.now() - Date.now() + 7 * hourMs })
  const { status } = await later.call('GET', `/api/audio/${kettle.id}`, { cookie: ada.cookie })
  expect(status).toBe(404)
  expect(await isNow(later, 'over')).toMatchObject({ ending: 'over' })
})
