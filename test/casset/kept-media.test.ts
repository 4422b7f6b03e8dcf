import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { listen } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const path = '/api/casset/nova/media'

test("a stranger's payload is kept and packed, and never older than what was written", async () => {
  await using svc = await startServer({ clock: 'stands' })
  const nova = cast(svc.ctx, 'nova')
  await addReadyTrack(svc.ctx, nova.cassetId, 'First')
  const ask = (headers: Record<string, string> = {}) => fetch(svc.url + path, { headers, decompress: false })
  const packed = await ask({ 'accept-encoding': 'br' })
  const body: { tracks: { title: string }[] } = JSON.parse(brotliDecompressSync(await packed.bytes()).toString())
  expect(body.tracks.map(({ title }) => title)).toEqual(['First'])
  const etag = packed.headers.get('etag') ?? ''
  expect((await ask({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
  expect(packed.headers.get('vary')).toContain('Cookie')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Second', { position: 2 })
  const next = await ask({ 'accept-encoding': 'br', 'if-none-match': etag })
  expect(next.status).toBe(200)
  expect(brotliDecompressSync(await next.bytes()).toString()).toContain('"Second"')
})

test('a kept payload has the listeners of now', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const nova = cast(svc.ctx, 'nova')
  await addReadyTrack(svc.ctx, nova.cassetId, 'First')
  const room = async () => Object((await svc.call('GET', path)).json).room
  expect(await room()).toEqual({ listeners: 0 })
  await using guest = await listen(svc)
  await guest.next()
  expect(await room()).toEqual({ listeners: 1 })
})

test('the payload of a stranger is no answer for an account, and the other way round', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const nova = cast(svc.ctx, 'nova')
  await addReadyTrack(svc.ctx, nova.cassetId, 'First')
  const stranger = await fetch(svc.url + path)
  const held = { 'if-none-match': stranger.headers.get('etag') ?? '' }
  const own = await fetch(svc.url + path, { headers: { ...held, cookie: nova.cookie } })
  expect(own.status).toBe(200)
  expect(await own.text()).toContain('"sales"')
  expect(await (await fetch(svc.url + path)).text()).not.toContain('"sales"')
})
