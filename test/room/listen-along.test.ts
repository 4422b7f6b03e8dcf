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

/** The next position that a listener is told. */
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
  // A newcomer is told with the leader's next word, since positions are not replayed.
  await using late = await listen(svc)
  await lead(svc, nova, at(dawn.id, 3))
  expect(await nextPosition(late)).toEqual({ leader: person('nova', 'Nova'), ...at(dawn.id, 3), playing: 1 })
  expect(await statusOf(lead(svc, ada, at(dawn.id, 4)))).toEqual([409, 'Nova leads now.'])
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
