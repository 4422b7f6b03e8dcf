import { expect, test } from 'bun:test'
import { addTape } from '../support/casset/tape.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const patch = (svc: TestServer, { cookie }: Person, id: string, body: object) =>
  svc.call('PATCH', `/api/studio/casset/${id}`, { cookie, body })

test('a tape gets another word, and its former one leads on until the artist goes back to it', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const live = addTape(svc, nova, 'live')
  expect((await patch(svc, nova, live, { word: 'mill' })).json).toMatchObject({ casset: { slug: 'nova.mill' } })
  const location = async (path: string) => (await svc.fetch(path, { redirect: 'manual' })).headers.get('location')
  expect(await location('/@nova/live?ref=x')).toBe('/@nova/mill?ref=x')
  expect(await location('/@nova.live/sideb')).toBe('/@nova.mill/sideb')
  expect(await location('/checkout/nova.live')).toBe('/checkout/nova.mill')
  expect((await patch(svc, nova, live, { word: 'live' })).status).toBe(200)
  expect((await svc.fetch('/@nova/live')).status).toBe(200)
  expect(await location('/@nova/mill')).toBe('/@nova/live')
  // The word that it goes back to leads nowhere any more, and is left a second time like the first.
  expect((await patch(svc, nova, live, { word: 'loft' })).status).toBe(200)
  expect(await location('/@nova/live')).toBe('/@nova/loft')
  expect((await patch(svc, nova, live, { word: 'live' })).status).toBe(200)
  await patch(svc, nova, live, { privacy: 'private' })
  expect((await svc.fetch('/@nova/mill', { redirect: 'manual' })).status).toBe(404)
})

test('twenty former addresses lead to a tape, and no more', async () => {
  const svc = await sharedServer()
  const nova = cast(svc.ctx, 'nova')
  const live = addTape(svc, nova, 'live')
  const rename = async (word: string) => (await patch(svc, nova, live, { word })).status
  for (let count = 1; count <= 20; count += 1) expect([count, await rename(`word-${count}`)]).toEqual([count, 200])
  expect(await rename('word-21')).toBe(409)
  expect(await rename('word-3')).toBe(200)
  const other = addTape(svc, nova, 'other')
  expect((await patch(svc, nova, other, { word: 'another' })).status).toBe(200)
})
