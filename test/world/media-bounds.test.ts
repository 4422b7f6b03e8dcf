import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { tracks } from '../../db/schema/casset/track.ts'
import { codes } from '../../db/schema/shop/download-code.ts'
import { rowsOf } from '../support/account/account.ts'
import { beginUpload, sendPiece, tus } from '../support/casset/tus.ts'
import { fixture, keptFiles, tracksPath, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { askBatch } from '../support/shop/code.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const words = '鍵'.repeat(20_000)

/** Puts many tracks on a casset, copies of one. */
async function fill({ ctx }: TestServer, { cassetId }: Person, count: number, lyrics: string | null = null) {
  const first = await addReadyTrack(ctx, cassetId, 'Song', { lyrics })
  const rows = Array.from({ length: count - 1 }, (_, index) => ({
    ...first,
    id: ctx.uuid(),
    hookId: ctx.uuid(),
    position: index + 2,
  }))
  if (rows.length > 0) ctx.db.transaction((tx) => rows.map((row) => tx.insert(tracks).values(row).run()))
}

type Shown = { id: string; lyrics: string | null; lyricsUrl?: string }

async function mediaOf(svc: TestServer, slug: string, cookie?: string) {
  const { json, text } = await svc.call('GET', `/api/casset/${slug}/media`, { cookie })
  const shown: Shown[] = Object(json).tracks
  return { bytes: Buffer.byteLength(text), shown }
}

describe('Lyrics in a media answer', () => {
  test('of a small casset are all there, and under no other key (rule: one-payload)', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    await fill(svc, nova, 4, words)
    const { shown } = await mediaOf(svc, 'nova')
    expect(shown.map(({ lyrics }) => lyrics)).toEqual([words, words, words, words])
    expect(shown.flatMap((track) => Object.keys(track)).filter((key) => key === 'lyricsUrl')).toEqual([])
  })

  test('of many tracks are read by their own address beyond 256 KiB, in the answer and on the page', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    await fill(svc, nova, 59, words)
    const silent = await addReadyTrack(svc.ctx, nova.cassetId, 'Silent', { position: 60 })
    for (const cookie of [undefined, nova.cookie]) {
      const { bytes, shown } = await mediaOf(svc, 'nova', cookie)
      expect(bytes).toBeLessThan(330_000)
      expect(shown.filter(({ lyrics }) => lyrics === words)).toHaveLength(4)
      const left = shown.filter(({ lyricsUrl }) => lyricsUrl !== undefined)
      expect([left.length, left.every(({ lyrics }) => lyrics === null)]).toEqual([55, true])
      expect(shown.find(({ id }) => id === silent.id)).not.toHaveProperty('lyricsUrl')
      const { json } = await svc.call('GET', left[0]?.lyricsUrl ?? '', { cookie })
      expect(json).toEqual({ lyrics: words })
    }
    const page = await svc.call('GET', '/@nova')
    expect(Buffer.byteLength(page.text)).toBeLessThan(250_000)
  })

  test('are seen by their own address by whoever may see the track', async () => {
    await using svc = await startServer()
    const { nova, ada, draft, dawn } = await world(svc)
    const unseen = await addReadyTrack(svc.ctx, draft.cassetId, 'Unseen', { lyrics: 'hush' })
    const away = await addReadyTrack(svc.ctx, nova.cassetId, 'Away', { lyrics: 'hush', active: false })
    const ask = async (id: string, cookie?: string) => {
      const { status, json } = await svc.call('GET', `/api/tracks/${id}/lyrics`, { cookie })
      return [status, Object(json).lyrics]
    }
    expect(await ask(dawn.id)).toEqual([200, null])
    for (const id of [unseen.id, away.id, svc.ctx.uuid(), 'x']) {
      expect([id, await ask(id, ada.cookie)]).toEqual([id, [404, undefined]])
    }
    expect([await ask(unseen.id, draft.cookie), await ask(away.id, nova.cookie)]).toEqual([
      [200, 'hush'],
      [200, 'hush'],
    ])
  })
})

test('a casset takes 500 tracks, and no more by a form, by tus, or by an upload that was begun before', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await fill(svc, nova, 498)
  const song = await fixture('wav-8.wav')
  const begun = await beginUpload(svc, nova, song.length)
  const many = await Promise.all(Array.from({ length: 5 }, () => uploadTrack(svc, nova, song)))
  expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  const answers = [
    await uploadTrack(svc, nova, song),
    await tus(svc, nova, 'POST', tracksPath(nova), { 'upload-length': '10' }),
    await sendPiece(svc, nova, begun, 0, song),
  ]
  for (const { status, json } of answers) {
    const refusal = { error: 'A casset can have at most 500 tracks.', code: 'BAD_STATE', hint: 'Delete one first.' }
    expect([status, json]).toEqual([409, refusal])
  }
  expect([rowsOf(svc, 'tracks').length, rowsOf(svc, 'uploads')]).toEqual([500, []])
  // A hook that is being cut is a file in scratch too.
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir).filter((path) => /^uploads|scratch/.test(path))).toEqual([])
  expect((await mediaOf(svc, 'nova')).bytes).toBeLessThan(300_000)
})

test('a casset has 100,000 unused codes at most', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const made = await askBatch(svc, nova, { count: 1 })
  const { id } = Object(Object(made.json).batch)
  const fillTo = (count: number) =>
    svc.ctx.db.$client.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT OR IGNORE INTO codes (code_hash, batch_id) SELECT 'c' || i, ? FROM n`,
      [id],
    )
  fillTo(99_900)
  const refusal = {
    error: 'A casset can have at most 100,000 unused codes.',
    code: 'BAD_STATE',
    hint: 'Hand out the codes that you have, or revoke some batches.',
  }
  expect(await askBatch(svc, nova, { count: 100 })).toMatchObject({ status: 409, json: refusal })
  expect((await askBatch(svc, nova, { count: 99 })).status).toBe(201)
  expect((await askBatch(svc, nova, { count: 1 })).status).toBe(409)
  expect(await svc.ctx.db.$count(codes)).toBe(100_000)
  await svc.call('DELETE', `/api/studio/codes/${id}`, { cookie: nova.cookie })
  expect((await askBatch(svc, nova, { count: 1 })).status).toBe(201)
})
