import { expect, test } from 'bun:test'
import { until } from '../support/casset/upload.ts'
import { type Listening, listen } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Person, world } from '../support/world.ts'

const at = (trackId: string, atSec: number, isPlaying = true) => ({ trackId, atSec, isPlaying })
const lead = (svc: TestServer, { cookie }: Person, body: unknown, slug = 'nova') =>
  svc.call('POST', `/api/casset/${slug}/position`, { cookie, body })
const statusOf = async (answer: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await answer
  return [status, Object(json).error ?? null]
}

/** The next position that a listener hears. */
async function nextPosition(listener: Listening): Promise<unknown> {
  for (;;) {
    const message = await listener.next()
    if (message?.event === 'position') return Object(message.data).position
  }
}

test('the leader of a room is heard by its listeners, the artist may take the lead, and a silent leader has left', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  await using guest = await listen(svc)
  expect((await lead(svc, ada, at(dawn.id, 12.5))).status).toBe(200)
  const person = (handle: string, displayName: string) => ({ handle, displayName, pfp: `/pfp/${handle}.svg` })
  expect(await nextPosition(guest)).toEqual({ leader: person('ada', 'Ada'), ...at(dawn.id, 12.5), playing: 1 })
  // Positions are not replayed: a newcomer hears the leader's next one.
  await using late = await listen(svc)
  await lead(svc, nova, at(dawn.id, 3))
  expect(await nextPosition(late)).toEqual({ leader: person('nova', 'Nova'), ...at(dawn.id, 3), playing: 1 })
  expect(await statusOf(lead(svc, ada, at(dawn.id, 4)))).toEqual([409, 'Nova is hosting now.'])
  svc.tick(12_001)
  expect((await lead(svc, ada, at(dawn.id, 5))).status).toBe(200)
  await nextPosition(late)
  const left = await svc.call('DELETE', '/api/casset/nova/position', { cookie: nova.cookie })
  expect(left.status).toBe(204)
  await svc.call('DELETE', '/api/casset/nova/position', { cookie: ada.cookie })
  expect(await nextPosition(late)).toBeNull()
})

test('nobody leads who is muted, names a track of elsewhere or a second beyond its end, or leads too often', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn, secret } = await world(svc)
  await using guest = await listen(svc)
  expect((await lead(svc, ada, at(secret.id, 0))).status).toBe(404)
  expect((await lead(svc, ada, at(dawn.id, 0), 'hidden')).status).toBe(404)
  expect(await statusOf(lead(svc, ada, at(dawn.id, 1_000)))).toEqual([400, '"atSec" is after the end of the track.'])
  await lead(svc, ada, at(dawn.id, 1))
  await nextPosition(guest)
  await svc.call('PUT', '/api/casset/nova/room/members/ada', { cookie: nova.cookie, body: { muted: true } })
  expect(await nextPosition(guest)).toBeNull()
  expect((await lead(svc, ada, at(dawn.id, 2))).status).toBe(403)
  const often = await Promise.all(Array.from({ length: 40 }, (_, second) => lead(svc, nova, at(dawn.id, second))))
  expect(new Set(often.map(({ status }) => status))).toEqual(new Set([200, 429]))
  // Listeners hear no more than was taken, and a stop even then.
  const heard: unknown[] = []
  for (const { status } of often) if (status === 200) heard.push(await nextPosition(guest))
  expect(heard).not.toContain(null)
  expect((await svc.call('DELETE', '/api/casset/nova/position', { cookie: nova.cookie })).status).toBe(204)
  expect(await nextPosition(guest)).toBeNull()
})

test('a position says how many listen along: the leader, each account once and each guest, until they leave', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  const playing = async () => Object((await lead(svc, nova, at(dawn.id, 1))).json).position.playing
  const along = (cookie?: string) => listen(svc, { cookie, query: '?along=true' })
  await using here = await listen(svc)
  expect(await playing()).toBe(1)
  await using _leader = await along(nova.cookie)
  await using _once = await along(ada.cookie)
  {
    await using _twice = await along(ada.cookie)
    await using _guest = await along()
    expect(await playing()).toBe(3)
  }
  expect(await until(playing, (count) => count === 2)).toBe(2)
  expect(Object(await nextPosition(here)).playing).toBe(1)
  expect((await listen(svc, { query: '?along=perhaps' })).status).toBe(400)
})

test('a leader who is banned leads no more at once, and only a ban that ends lets them lead again', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  await using guest = await listen(svc)
  const decide = (body: unknown) => svc.call('PUT', '/api/casset/nova/room/members/ada', { cookie: nova.cookie, body })
  await lead(svc, ada, at(dawn.id, 1))
  expect(Object(await nextPosition(guest)).atSec).toBe(1)
  await decide({ banned: true })
  expect(await nextPosition(guest)).toBeNull()
  // The next position from their page reaches nobody, and others may lead.
  expect((await lead(svc, ada, at(dawn.id, 2))).status).toBe(403)
  expect((await lead(svc, nova, at(dawn.id, 3))).status).toBe(200)
  expect(Object(await nextPosition(guest)).leader.handle).toBe('nova')
  await svc.call('DELETE', '/api/casset/nova/position', { cookie: nova.cookie })
  expect(await nextPosition(guest)).toBeNull()
  await decide({ banned: false })
  expect((await lead(svc, ada, at(dawn.id, 4))).status).toBe(200)
})

test('the clock of a leader means nothing: a second that is none is refused, and listeners keep the last one', async () => {
  await using svc = await startServer()
  const { ada, dawn } = await world(svc)
  await using guest = await listen(svc)
  await lead(svc, ada, at(dawn.id, 9))
  for (const wrong of [-1, 86_401, '9', null]) {
    expect((await lead(svc, ada, { trackId: dawn.id, atSec: wrong, isPlaying: true })).status).toBe(400)
  }
  const claimed = { ...at(dawn.id, 9), at: '2036-01-01T00:00:00Z' }
  expect((await lead(svc, ada, claimed)).status).toBe(400)
  await lead(svc, ada, at(dawn.id, 8))
  expect(Object(await nextPosition(guest)).atSec).toBe(9)
  expect(Object(await nextPosition(guest)).atSec).toBe(8)
})
