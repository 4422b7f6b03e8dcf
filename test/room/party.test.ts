import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { parties, partyGuests } from '../../db/schema/room/party.ts'
import { firstTurn, turnAt } from '../../src/room/party/clock.ts'
import { forgetGuestsKind } from '../../src/room/party/party-kind.ts'
import { toldTo } from '../support/account/notification.ts'
import { until } from '../support/casset/upload.ts'
import { temporaryFolder } from '../support/process.ts'
import { longestTurnMs } from '../support/processor.ts'
import { announce, endIt, hourMs, isNow, partyOf } from '../support/room/party.ts'
import { type Listening, listen } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Person, world } from '../support/world.ts'

const comes = (svc: TestServer, key: string, isComing = true) =>
  svc.call('POST', '/api/casset/nova/party/guests', { body: { key: key.repeat(22).slice(0, 22), comes: isComing } })
const lead = (svc: TestServer, { cookie }: Person, trackId: string, atSec: number, isPlaying = true) =>
  svc.call('POST', '/api/casset/nova/position', { cookie, body: { trackId, atSec, isPlaying } })

test('a record goes on by the clock through its tracks, waits where it is paused, and is over at its end', () => {
  const tracks = [
    { id: 'a', durationSec: 100 },
    { id: 'b', durationSec: 50.5 },
    { id: 'c', durationSec: null },
    { id: 'd', durationSec: 10 },
  ]
  const begun = firstTurn(tracks, 1_000)
  const at = (sec: number, turn = begun) => {
    const found = turnAt(tracks, turn, 1_000 + sec * 1000)
    return found && [found.trackId, Math.round(found.atSec * 10) / 10]
  }
  expect([at(0), at(99.9), at(100), at(150.4), at(150.5), at(160.4), at(160.5)]).toEqual([
    ['a', 0],
    ['a', 99.9],
    ['b', 0],
    ['b', 50.4],
    ['d', 0],
    ['d', 9.9],
    undefined,
  ])
  expect(at(500, { ...begun, trackId: 'b', place: 1, atSec: 7, isPlaying: false })).toEqual(['b', 7])
  // Its track has gone: the one that has its place follows.
  expect(at(500, { ...begun, trackId: 'gone', place: 1, atSec: 7 })).toEqual(['b', 0])
})

const follow = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/casset/nova/activity', { cookie, body: { type: 'follow' } })
const toldOf = (svc: TestServer, person: Person, count: number) =>
  until(
    () => toldTo(svc, person),
    (told) => told.length >= count,
  )

/** The next position that a listener hears, shortly. */
async function heard(listener: Listening): Promise<unknown> {
  const { position } = Object((await listener.nextOf('position'))?.data)
  if (position === null) return null
  const { leader, trackId, atSec, isPlaying, byClock = false } = position
  return [leader.handle, trackId, atSec, isPlaying, byClock]
}

test('an artist announces a party, moves it and calls it off; followers are told of each, once', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada, draft } = await world(svc)
  expect(await partyOf(svc)).toBe(404)
  expect((await endIt(svc, nova)).status).toBe(409)
  await follow(svc, ada)
  const startsAt = new Date(svc.ctx.now() + hourMs).toISOString()
  const plain = { zone: 'Europe/Berlin', opensTracks: false, state: 'announced', ending: null, hostCame: false }
  expect(Object((await announce(svc, nova)).json).party).toEqual({
    id: expect.any(String),
    startsAt,
    ...plain,
    guests: 0,
  })
  expect(await toldOf(svc, ada, 1)).toEqual([expect.stringMatching(/^Listening party for First Light | .*Berlin/)])
  for (const [body, status] of [
    [{ startsAt: new Date(svc.ctx.now() - 1).toISOString() }, 400],
    [{ startsAt: new Date(svc.ctx.now() + 400 * 24 * hourMs).toISOString() }, 400],
    [{ startsAt: 'tonight' }, 400],
    [{ zone: 'Mars/Olympus' }, 400],
    [{ guests: 9 }, 400],
  ] as const) {
    expect([body, (await announce(svc, nova, body)).status]).toEqual([body, status])
  }
  expect((await announce(svc, { ...ada, cassetId: nova.cassetId })).status).toBe(403)
  // The same hour is no news; a later one is.
  await announce(svc, nova)
  const later = new Date(svc.ctx.now() + 2 * hourMs).toISOString()
  await announce(svc, nova, { startsAt: new Date(svc.ctx.now() + 3 * hourMs).toISOString() })
  await announce(svc, nova, { startsAt: later })
  svc.tick(120_001)
  expect((await toldOf(svc, ada, 2))[0]).toContain('The listening party for First Light moved')
  // Moved on and back, they hear of the hour that it has now.
  await announce(svc, nova, { startsAt: new Date(svc.ctx.now() + 3 * hourMs).toISOString() })
  await announce(svc, nova, { startsAt: later })
  svc.tick(120_001)
  expect((await toldOf(svc, ada, 3))[0]).toContain('The listening party for First Light moved')
  svc.tick(hourMs + 1 - 240_002)
  expect(Object(await partyOf(svc)).state).toBe('announced')
  const calendar = await svc.call('GET', '/api/casset/nova/party.ics')
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(calendar.text).toContain(`DTSTART:${later.replaceAll(/[-:]|\.\d{3}/g, '')}\r\n`)
  expect((await endIt(svc, nova)).status).toBe(204)
  expect((await endIt(svc, nova)).status).toBe(409)
  expect((await toldOf(svc, ada, 4)).length).toBe(4)
  expect(await toldTo(svc, draft)).toEqual([])
  expect(Object(await partyOf(svc))).toMatchObject({ state: 'over', ending: 'calledOff' })
  expect((await svc.call('GET', '/api/casset/nova/party.ics')).status).toBe(404)
  // So are many on one day, and many moves.
  for (let count = 2; count <= 3; count += 1) {
    expect((await announce(svc, nova)).status).toBe(200)
    if (count < 3) await endIt(svc, nova)
  }
  for (let move = 1; move <= 5; move += 1) {
    expect(
      (await announce(svc, nova, { startsAt: new Date(svc.ctx.now() + move * 60_000).toISOString() })).status,
    ).toBe(200)
  }
  expect((await announce(svc, nova)).status).toBe(409)
  await endIt(svc, nova)
  expect((await announce(svc, nova)).status).toBe(409)
})

test('at its hour the record starts for everybody by the clock, its artist leads when they come, and it goes on without them', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada, dawn, kettle } = await world(svc)
  await announce(svc, nova)
  await using guest = await listen(svc)
  svc.tick(hourMs)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 0, true, true])
  expect(Object(await partyOf(svc))).toMatchObject({ state: 'on', hostCame: false })
  expect((await announce(svc, nova)).status).toBe(409)
  svc.tick(10_000)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 10, true, true])
  expect((await lead(svc, ada, dawn.id, 3)).status).toBe(409)
  // A stop of somebody who does not lead changes nothing, the artist's own included.
  await svc.call('DELETE', '/api/casset/nova/position', { cookie: nova.cookie })
  await lead(svc, nova, dawn.id, 90)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 90, true, false])
  await until(
    () => partyOf(svc),
    (party) => party.hostCame,
  )
  // They drop out: the record goes on from where they were.
  svc.tick(9_000)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 99, true, true])
  // They come back, pause, and drop out: it waits for a minute.
  await lead(svc, nova, dawn.id, 170, false)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 170, false, false])
  svc.tick(9_000)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 170, false, true])
  svc.tick(52_000)
  expect(await heard(guest)).toEqual(['nova', dawn.id, 170, true, true])
  // They give the lead back: its clock goes on at once, and nobody hears a stop.
  await lead(svc, nova, kettle.id, 50)
  expect(await heard(guest)).toEqual(['nova', kettle.id, 50, true, false])
  await Bun.sleep(600)
  await svc.call('DELETE', '/api/casset/nova/position', { cookie: nova.cookie })
  expect(await heard(guest)).toEqual(['nova', kettle.id, 50, true, true])
  svc.tick(12_000)
  expect(await heard(guest)).toBeNull()
  expect(Object(await partyOf(svc))).toMatchObject({ state: 'over', ending: 'over', hostCame: true })
  // The room is everybody's again.
  expect((await lead(svc, ada, dawn.id, 3)).status).toBe(200)
})

test('a party goes on where the record is after a restart, pauses counted', async () => {
  using folder = temporaryFolder()
  const first = await startServer({ dataDir: folder.path, clock: 'stands' })
  const { nova, ada, dawn, kettle } = await world(first)
  await follow(first, ada)
  await announce(first, nova, { startsAt: null })
  await isNow(first, 'on')
  expect(await toldOf(first, ada, 1)).toEqual(['The listening party for First Light begins | by Nova'])
  // Its artist talked for four minutes at 1:40 of the first track, and left.
  await lead(first, nova, dawn.id, 100, false)
  for (let said = 0; said < 60; said += 1) {
    first.tick(4_000)
    await lead(first, nova, dawn.id, 100, said === 59)
  }
  await until(
    () => first.ctx.db.select().from(parties).get(),
    (party) => (party?.recordFrom ?? 0) > (party?.begunAt ?? 0) + 120_000,
  )
  const endedAt = first.ctx.now()
  await first[Symbol.asyncDispose]()
  const aheadMs = endedAt - Date.now() + 100_000
  await using svc = await startServer({ dataDir: folder.path, aheadMs, clock: 'stands' })
  const lateSec = (svc.ctx.now() - endedAt) / 1000 - 100
  await using guest = await listen(svc)
  await isNow(svc, 'on')
  svc.tick(4_100)
  const [handle, trackId, atSec, isPlaying, byClock] = Object(await heard(guest))
  expect([handle, trackId, isPlaying, byClock]).toEqual(['nova', kettle.id, true, true])
  expect(Math.abs(atSec - lateSec - 23.5)).toBeLessThan(10)
  svc.tick(60_000)
  expect(await heard(guest)).toBeNull()
  expect(Object(await partyOf(svc))).toMatchObject({ ending: 'over', hostCame: true })
})

test('a tape that is not published has a page of its party and nothing else, and begins it once it is, within an hour', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova } = await world(svc)
  const publish = (values: object) => svc.ctx.db.update(cassets).set(values).where(eq(cassets.id, nova.cassetId)).run()
  publish({ published: false, publishedAt: null })
  expect((await announce(svc, nova)).status).toBe(200)
  expect(Object(await partyOf(svc)).state).toBe('announced')
  for (const path of ['/@nova', '/@nova/sideb', '/api/casset/nova/media', '/api/casset/nova/sideb']) {
    expect([path, (await svc.call('GET', path)).status]).toEqual([path, 404])
  }
  svc.tick(hourMs + 60_000)
  await Bun.sleep(600)
  expect(Object(await partyOf(svc)).state).toBe('announced')
  publish({ published: true })
  await isNow(svc, 'on')
  // Taken off again, as a take-down does it, it ends at once.
  publish({ published: false })
  expect(
    await until(
      () => partyOf(svc),
      (party) => party === 404,
    ),
  ).toBe(404)
  const ended = await partyOf(svc, 'nova', nova.cookie)
  expect(ended).toMatchObject({ state: 'over', ending: 'hidden' })
  // A second one, for which it is not published in time, never begins.
  await announce(svc, nova)
  publish({ takenDown: 'terms' })
  expect(await partyOf(svc)).toBe(404)
  expect((await announce(svc, nova)).status).toBe(409)
  svc.tick(2 * hourMs + 1)
  expect(
    await until(
      () => partyOf(svc, 'nova', nova.cookie),
      (party) => party.state === 'over',
    ),
  ).toMatchObject({
    ending: 'missed',
  })
})

test('a guest is counted once by a key that tells nobody whose it is, takes it back by one press, and is forgotten at the end', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova } = await world(svc)
  expect((await comes(svc, 'a')).status).toBe(404)
  await announce(svc, nova)
  const said = async (key: string, isComing = true) => {
    const { status, json } = await comes(svc, key, isComing)
    return status === 200 ? [Object(json).comes, Object(json).guests] : status
  }
  expect(await said('a')).toEqual([true, 1])
  expect(await said('a')).toEqual([true, 1])
  expect(await said('b')).toEqual([true, 2])
  expect(await said('b', false)).toEqual([false, 1])
  expect(await said('b', false)).toEqual([false, 1])
  expect(await said('?')).toBe(400)
  const both = await Promise.all(Array.from('ccccdddd', (key) => said(key)))
  expect(both.flat()).not.toContain(429)
  const stored = () => JSON.stringify(svc.ctx.db.select().from(partyGuests).all())
  expect(svc.ctx.db.select().from(partyGuests).all().length).toBe(3)
  expect(stored()).not.toContain('aaaa')
  svc.ctx.db.update(parties).set({ guests: 20_000 }).run()
  expect(await said('e')).toBe(409)
  expect(svc.ctx.db.select().from(partyGuests).all().length).toBe(3)
  svc.ctx.db.update(parties).set({ guests: 3 }).run()
  // An address says so sixty times at once.
  const statuses = await Promise.all(Array.from({ length: 60 }, () => said('a')))
  expect(statuses).toContain(429)
  const [party] = svc.ctx.db.select().from(parties).all()
  const many = Array.from({ length: 20_000 }, (_, at) => `${at}`)
  const come = () =>
    svc.ctx.db.$client
      .query('INSERT INTO party_guests SELECT ?, value FROM json_each(?)')
      .run(party?.id ?? '', JSON.stringify(many))
  const turns: number[] = []
  const forget = async () => {
    if (turns.length === 0) await endIt(svc, nova)
    else svc.ctx.jobs.add(forgetGuestsKind, { partyId: party?.id ?? '' })
    await svc.ctx.jobs.idle()
  }
  // One statement for all of them takes 16 to 24 ms, in which nobody else has a turn. They come
  // again for each try: collecting garbage may fall into one.
  while (turns.length < 3) {
    come()
    turns.push(await longestTurnMs(forget, Number.POSITIVE_INFINITY))
  }
  expect(Math.min(...turns)).toBeLessThan(12)
  expect(stored()).toBe('[]')
  expect(Object(await partyOf(svc)).guests).toBe(3)
  svc.tick(60_000)
  expect(await said('a')).toBe(409)
})
