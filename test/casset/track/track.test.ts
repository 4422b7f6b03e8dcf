import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { rowsOf } from '../../support/account/account.ts'
import { addPicture } from '../../support/casset/casset.ts'
import { wav } from '../../support/casset/playable.ts'
import { keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, hookBytes, type Person, world } from '../../support/world.ts'

const patch = (svc: TestServer, { cookie }: Person, id: string, body: unknown) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body })

const rowOf = (svc: TestServer, id: string) => svc.ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()

const order = (svc: TestServer) =>
  svc.ctx.db.$client.query('SELECT position, title FROM tracks ORDER BY position').values()

/** A casset with five tracks in their order. */
async function album(svc: TestServer) {
  const ada = cast(svc.ctx, 'ada')
  const ids: string[] = []
  for (const [index, title] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    ids.push((await addReadyTrack(svc.ctx, ada.cassetId, title, { position: index + 1 })).id)
  }
  return { ada, ids }
}

test('PATCH changes every key it names and nothing else', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn } = await world(svc)
  const stems = addPicture(svc, nova)
  svc.ctx.db.update(assets).set({ kind: 'stems' }).where(eq(assets.id, stems.id)).run()
  const aiDisclosure = { vocals: 'NONE', instrumentation: 'ASSISTED', composition: 'GENERATED' } as const
  const changes = [
    { title: 'Dusk' },
    { kind: 'GENERATION' },
    { lyrics: 'First line\nsecond line 🎧' },
    { active: false },
    { isrc: 'QZABC2600001' },
    { aiDisclosure },
    { stemsAssetId: stems.id },
    { stemsAssetId: null, isrc: null, lyrics: null },
  ] as const
  let expected = { ...dawn }
  for (const body of changes) {
    const answer = await patch(svc, nova, dawn.id, body)
    // When it was switched off is kept, because a purchase from before that keeps the track.
    const inactiveAt = 'active' in body ? svc.ctx.now() : expected.inactiveAt
    expected = { ...expected, ...body, inactiveAt }
    expect([body, answer.status, rowOf(svc, dawn.id)]).toEqual([body, 200, expected])
  }
  expect((await patch(svc, nova, dawn.id, {})).json).toEqual({
    track: {
      id: dawn.id,
      title: 'Dusk',
      kind: 'GENERATION',
      durationSec: 180.5,
      position: 1,
      hook: { id: dawn.hookId, startSec: 35, durationSec: 29.95, likes: 0, liked: false },
      waveform: `/api/audio/waveform/${dawn.id}`,
      stream: `/api/audio/${dawn.id}`,
      lyrics: null,
      ownPrice: null,
      active: false,
      isrc: null,
      iswc: null,
      mbid: null,
      aiDisclosure,
      stemsAssetId: null,
      loudnessLufs: -14.2,
      waveformApproximate: false,
      file: {
        name: 'Dawn.mp3',
        format: 'mp3',
        bytes: dawn.bytes,
        lightBytes: null,
        sha256: dawn.sha256,
        status: 'READY',
        problem: null,
        tags: { lyrics: false, cover: false },
      },
    },
  })
})

test('a refused PATCH names its field and leaves the track as it was', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const picture = addPicture(svc, nova)
  const foreign = addPicture(svc, ada)
  svc.ctx.db.update(assets).set({ kind: 'stems' }).where(eq(assets.id, foreign.id)).run()
  const cases: [body: unknown, field: string | undefined][] = [
    [{ title: '' }, 'title'],
    [{ title: ' \u200b ' }, 'title'],
    [{ title: '🎧'.repeat(241) }, 'title'],
    [{ title: null }, 'title'],
    [{ kind: 'COVER' }, 'kind'],
    [{ position: 0 }, 'position'],
    [{ position: 1.5 }, 'position'],
    [{ position: '2' }, 'position'],
    [{ hookStartSec: -1 }, 'hookStartSec'],
    [{ hookStartSec: 180.5 }, 'hookStartSec'],
    [{ hookStartSec: '5' }, 'hookStartSec'],
    [{ hookStartSec: [] }, 'hookStartSec'],
    [{ hookDurationSec: 30.001 }, 'hookDurationSec'],
    [{ hookDurationSec: 0 }, 'hookDurationSec'],
    [{ lyrics: 'x'.repeat(20_001) }, 'lyrics'],
    [{ active: 'yes' }, 'active'],
    [{ isrc: 'no' }, 'isrc'],
    [{ isrc: 'qzabc2600001' }, 'isrc'],
    [{ aiDisclosure: { vocals: 'SOME' } }, 'aiDisclosure.vocals'],
    [{ aiDisclosure: { drums: 'NONE' } }, 'aiDisclosure.drums'],
    [{ aiDisclosure: null }, 'aiDisclosure'],
    [{ stemsAssetId: '' }, 'stemsAssetId'],
    [{ stemsAssetId: picture.id }, 'stemsAssetId'],
    [{ stemsAssetId: foreign.id }, 'stemsAssetId'],
    [{ title: 'Taken', durationSec: 5 }, 'durationSec'],
    [{ title: 'Taken', status: 'READY' }, 'status'],
    [{ title: 'Taken', cassetId: ada.cassetId }, 'cassetId'],
    [[], undefined],
  ]
  for (const [body, field] of cases) {
    svc.tick(2_000)
    const { status, json } = await patch(svc, nova, dawn.id, body)
    const told = { error: expect.any(String), code: 'VALIDATION', ...(field === undefined ? {} : { field }) }
    expect([body, status, json]).toEqual([body, 400, told])
    expect([body, rowOf(svc, dawn.id)]).toEqual([body, dawn])
  }
  expect(rowsOf(svc, 'jobs')).toEqual([])
})

test('a new position moves the track and numbers all of them without gaps', async () => {
  await using svc = await startServer()
  const { ada, ids } = await album(svc)
  const [, b = '', , d = ''] = ids
  const orderAfter = async (id: string, position: number) => {
    expect((await patch(svc, ada, id, { position })).status).toBe(200)
    return order(svc)
      .map(([at, title]) => `${at}${title}`)
      .join(' ')
  }
  expect(await orderAfter(d, 1)).toBe('1D 2A 3B 4C 5E')
  expect(await orderAfter(d, 99_999)).toBe('1A 2B 3C 4E 5D')
  expect(await orderAfter(b, 4)).toBe('1A 2C 3E 4B 5D')
  expect(await orderAfter(b, 4)).toBe('1A 2C 3E 4B 5D')
  const moves = await Promise.all(ids.map((id, n) => patch(svc, ada, id, { position: 5 - n })))
  expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(order(svc).map(([at]) => at)).toEqual([1, 2, 3, 4, 5])
})

test('a disclosure of machines in an area leaves the others as they were, and null takes it back', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  for (const [said, after] of [
    [{ vocals: 'NONE' }, { vocals: 'NONE' }],
    [{ lyrics: 'ASSISTED' }, { vocals: 'NONE', lyrics: 'ASSISTED' }],
    [{ vocals: null, lyrics: 'GENERATED' }, { lyrics: 'GENERATED' }],
    [{}, { lyrics: 'GENERATED' }],
  ] as const) {
    const answer = await patch(svc, nova, dawn.id, { aiDisclosure: said })
    expect(answer.json).toHaveProperty('track.aiDisclosure', after)
    expect(rowOf(svc, dawn.id)?.aiDisclosure).toEqual(after)
  }
})

test('a moved hook window is cut anew, and the file of the old one is removed', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const created = await uploadTrack(svc, ada, wav({ seconds: 70, hertz: 0 }), 'Long.wav')
  await svc.ctx.jobs.idle()
  const id = String(Reflect.get(Object(Reflect.get(Object(created.json), 'track')), 'id'))
  const before = rowOf(svc, id)
  const oldHook = svc.ctx.blobs.path(before?.hookSha256 ?? '')
  expect(existsSync(oldHook)).toBe(true)
  const moved = await patch(svc, ada, id, { hookStartSec: 10, hookDurationSec: 12 })
  expect(moved.json).toMatchObject({
    track: { hook: { startSec: before?.hookStartSec, durationSec: before?.hookDurationSec } },
  })
  await svc.ctx.jobs.idle()
  const after = rowOf(svc, id)
  expect(after?.hookStartSec).toBeWithin(9.9, 10.1)
  expect(after?.hookDurationSec).toBeWithin(11.5, 12.0001)
  expect(after?.hookSha256).not.toBe(before?.hookSha256 ?? null)
  expect([existsSync(oldHook), existsSync(svc.ctx.blobs.path(after?.hookSha256 ?? ''))]).toEqual([false, true])
  const heard = await svc.fetch(`/api/audio/${id}`, { headers: { 'sec-fetch-dest': 'audio' } })
  expect((await heard.bytes()).length).toBe(after?.hookBytes ?? 0)
  expect((await patch(svc, ada, id, { hookStartSec: null, hookDurationSec: null })).status).toBe(200)
  await svc.ctx.jobs.idle()
  expect(rowOf(svc, id)?.hookStartSec).toBe(before?.hookStartSec ?? 0)
  expect(rowOf(svc, id)?.hookDurationSec).toBe(before?.hookDurationSec ?? 0)
  const late = await patch(svc, ada, id, { hookStartSec: 65, hookDurationSec: 30 })
  expect(late.status).toBe(200)
  await svc.ctx.jobs.idle()
  const clamped = rowOf(svc, id)
  expect((clamped?.hookStartSec ?? 0) + (clamped?.hookDurationSec ?? 0)).toBeLessThanOrEqual(70.001)
  expect(keptFiles(svc.dataDir)).toHaveLength(2)
})

test('a window moved while the file is still being listened to is the one that is cut', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const created = await uploadTrack(svc, ada, wav({ seconds: 70, hertz: 0 }), 'Long.wav')
  const id = String(Reflect.get(Object(Reflect.get(Object(created.json), 'track')), 'id'))
  expect((await patch(svc, ada, id, { hookStartSec: 20, hookDurationSec: 10 })).status).toBe(200)
  await svc.ctx.jobs.idle()
  const row = rowOf(svc, id)
  expect(row?.status).toBe('READY')
  expect(row?.hookStartSec).toBeWithin(19.8, 20.2)
  expect(row?.hookDurationSec).toBeWithin(9, 10.0001)
  expect(keptFiles(svc.dataDir)).toHaveLength(2)
})

test('DELETE takes the track off, closes the gap and removes its files', async () => {
  await using svc = await startServer()
  const { ada, ids } = await album(svc)
  const files = keptFiles(svc.dataDir)
  expect(files).toHaveLength(10)
  const row = rowOf(svc, ids[1] ?? '')
  const answer = await svc.call('DELETE', `/api/studio/tracks/${ids[1]}`, { cookie: ada.cookie })
  expect([answer.status, answer.text]).toEqual([204, ''])
  await svc.ctx.jobs.idle()
  expect(order(svc)).toEqual([
    [1, 'A'],
    [2, 'C'],
    [3, 'D'],
    [4, 'E'],
  ])
  const gone = [row?.sha256, row?.hookSha256].map((hash) => `blobs/${hash?.slice(0, 2)}/${hash}`)
  expect(keptFiles(svc.dataDir)).toEqual(files.filter((path) => !gone.includes(path)))
  expect((await svc.call('DELETE', `/api/studio/tracks/${ids[1]}`, { cookie: ada.cookie })).status).toBe(404)
  expect((await svc.call('GET', `/api/audio/${ids[1]}`)).status).toBe(404)
  expect((await svc.call('GET', '/api/v1/artists/ada/catalog')).json).toHaveProperty('page.count', 4)
})

test('files that another track shares stay until the last of them goes', async () => {
  await using svc = await startServer()
  const { ada, ids } = await album(svc)
  const bob = cast(svc.ctx, 'bob')
  const twin = await addReadyTrack(svc.ctx, bob.cassetId, 'A')
  await svc.call('DELETE', `/api/studio/tracks/${ids[0]}`, { cookie: ada.cookie })
  await svc.ctx.jobs.idle()
  const heard = await svc.fetch(`/api/audio/${twin.id}`, { headers: { 'sec-fetch-dest': 'audio' } })
  expect(await heard.text()).toBe(String(hookBytes('A')))
  expect(keptFiles(svc.dataDir)).toHaveLength(10)
  await svc.call('DELETE', `/api/studio/tracks/${twin.id}`, { cookie: bob.cookie })
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toHaveLength(8)
})

test("another's track is 403, an absent one 404, a malformed id 404", async () => {
  await using svc = await startServer()
  const { ada, dawn, secret } = await world(svc)
  const before = rowsOf(svc, 'tracks')
  for (const id of [dawn.id, secret.id]) {
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { title: 'Mine' } : undefined
      const { status, json } = await svc.call(method, `/api/studio/tracks/${id}`, { cookie: ada.cookie, body })
      const refusal = { error: 'This casset belongs to somebody else.', code: 'FORBIDDEN' }
      expect([method, status, json]).toEqual([method, 403, refusal])
    }
  }
  for (const id of [svc.ctx.uuid(), 'x', '%00', dawn.id.toUpperCase(), `${dawn.id}%20`]) {
    expect((await patch(svc, ada, id, { title: 'Mine' })).json).toEqual({
      error: 'There is no such track.',
      code: 'NOT_FOUND',
    })
    expect((await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: ada.cookie })).status).toBe(404)
  }
  expect(rowsOf(svc, 'tracks')).toEqual(before)
})
