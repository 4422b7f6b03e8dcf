import { describe, expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { arrivingBytes, usedBytes } from '../../src/platform/storage/usage.ts'
import { usageText } from '../../src/platform/storage/usage-text.ts'
import { rowsOf } from '../support/account/account.ts'
import { beginUpload, offsetOf, sendPiece, tus } from '../support/casset/tus.ts'
import { fixture, formBytes, formType, keptFiles, sendForm, tracksPath, uploadTrack } from '../support/casset/upload.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { putUp, uploadPicture } from '../support/shop/emoji.ts'
import { inTree } from '../support/tree.ts'
import { cast, type Person } from '../support/world.ts'

const megabyte = 1_000_000
const oneMegabyte = { ACCOUNT_QUOTA_GB: '0.001' }

/** A WAV of any length above its fixture's. */
async function wavOf(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  bytes.set(await fixture('wav-16.wav'))
  return bytes
}

const stemsOf = (length: number) => Buffer.concat([Buffer.from('PK\x03\x04'), new Uint8Array(length - 4)])
const uploadStems = (svc: TestServer, { cookie }: Person, length: number) =>
  sendForm(svc, '/api/studio/assets', cookie, formBytes([{ name: 'file', value: stemsOf(length), fileName: 's.zip' }]))

const refusal = (words: string) => ({
  error: 'There is not enough storage left in your account.',
  code: 'BAD_STATE',
  hint: `${words}. Delete files you no longer need, or ask the person who runs this site for more.`,
})

const used = (svc: TestServer, { userId }: Person) => usedBytes(svc.ctx, userId)

describe('What an account may store', () => {
  test('ends every kind of upload with 409 and the words of the studio, and nothing of it is kept', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const ada = cast(svc.ctx, 'ada')
    expect((await uploadStems(svc, ada, 900_000)).status).toBe(201)
    const before = keptFiles(svc.dataDir)
    const answers = [
      await uploadTrack(svc, ada, await wavOf(150_000)),
      await uploadStems(svc, ada, 100_001),
      await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '100001' }),
    ]
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([409, refusal('900 KB of 1 MB used')])
    }
    expect([keptFiles(svc.dataDir), rowsOf(svc, 'tracks'), rowsOf(svc, 'uploads')]).toEqual([before, [], []])
    const { json } = await svc.call('GET', '/api/studio/storage', { cookie: ada.cookie })
    expect(json).toEqual({ storage: { bytes: 900_000, quotaBytes: megabyte, words: '900 KB of 1 MB used' } })
    expect((await uploadStems(svc, ada, 100_000)).status).toBe(201)
    expect((await uploadStems(svc, ada, 1_000)).status).toBe(409)
  })

  test('is refused by Content-Length before a byte has come', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const ada = cast(svc.ctx, 'ada')
    for (const path of [tracksPath(ada), '/api/studio/assets']) {
      const { hostname, port, host } = new URL(svc.url)
      const told = Promise.withResolvers<string>()
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: { data: (_, data) => told.resolve(data.toString()) },
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${ada.cookie}\r\nContent-Type: ${formType}\r\nContent-Length: 1100000\r\n\r\n`,
      )
      const answer = await told.promise
      socket.end()
      expect([path, answer.split('\r\n')[0], answer.includes('0 of 1 MB used')]).toEqual([
        path,
        'HTTP/1.1 409 Conflict',
        true,
      ])
    }
  })

  test('is refused in the middle of a form that does not say its length', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const ada = cast(svc.ctx, 'ada')
    const form = formBytes([{ name: 'file', value: await wavOf(1_200_000), fileName: 'song.wav' }])
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < form.length; at += 50_000) controller.enqueue(form.slice(at, at + 50_000))
        controller.close()
      },
    })
    const answer = await sendForm(svc, tracksPath(ada), ada.cookie, pieces)
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'BAD_STATE' }])
    expect([keptFiles(svc.dataDir), used(svc, ada), arrivingBytes(svc.ctx).size]).toEqual([[], 0, 0])
  })

  test('counts masters, hooks, pictures in all sizes, stems, emoji and unfinished uploads at their whole length', async () => {
    await using svc = await startServer()
    const ada = cast(svc.ctx, 'ada')
    const wav = await fixture('wav-16.wav')
    await uploadTrack(svc, ada, wav)
    await svc.ctx.jobs.idle()
    await putUp(svc, ada)
    await uploadStems(svc, ada, 10_000)
    await beginUpload(svc, ada, 5_000_000)
    const blobs = keptFiles(svc.dataDir).filter((path) => path.startsWith('blobs/'))
    const onDisk = blobs.reduce((sum, path) => sum + Bun.file(`${svc.dataDir}/${path}`).size, 0)
    const [asset] = svc.ctx.db.select().from(assets).all()
    // The smaller sizes of a tiny picture are one and the same file, which counts for each.
    const twice = (asset?.variantBytes ?? 0) * (4 / 5)
    expect(used(svc, ada)).toBe(onDisk + Math.round(twice) + 5_000_000)
    expect(asset?.variantBytes).toBeGreaterThan(0)
  })

  test('holds against 60 uploads at once, of each kind', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const wav = await wavOf(150_000)
    const many = Array.from({ length: 60 })
    const kinds: [handle: string, send: (person: Person) => Promise<{ status: number }>][] = [
      ['forms', (person) => uploadTrack(svc, person, wav)],
      ['stems', (person) => uploadStems(svc, person, 150_000)],
      ['tus', (person) => tus(svc, person, 'POST', tracksPath(person), { 'upload-length': '150000' })],
    ]
    for (const [handle, send] of kinds) {
      const person = cast(svc.ctx, handle)
      const answers = await Promise.all(many.map(() => send(person)))
      const statuses = answers.map(({ status }) => status)
      expect([handle, statuses.filter((status) => status === 201).length]).toEqual([handle, 6])
      expect([handle, statuses.filter((status) => status === 409).length]).toEqual([handle, 54])
      // Hooks come on top of the quota: those of files that are already there cannot be refused.
      expect([handle, used(svc, person) <= megabyte + 6 * 150_000, arrivingBytes(svc.ctx).size]).toEqual([
        handle,
        true,
        0,
      ])
    }
  })

  test('is given back when an upload is given up, fails, is swept or becomes a track that is deleted', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const ada = cast(svc.ctx, 'ada')
    const length = 600_000
    const dropped = await beginUpload(svc, ada, length)
    expect(used(svc, ada)).toBe(length)
    expect((await tus(svc, ada, 'DELETE', dropped)).status).toBe(204)
    expect(used(svc, ada)).toBe(0)
    const noMusic = await beginUpload(svc, ada, length)
    expect((await sendPiece(svc, ada, noMusic, 0, new Uint8Array(length))).status).toBe(415)
    expect(used(svc, ada)).toBe(0)
    await beginUpload(svc, ada, length)
    svc.tick(2 * 86_400_000)
    await svc.ctx.jobs.idle()
    expect(used(svc, ada)).toBe(0)
    const song = await wavOf(length)
    const whole = await beginUpload(svc, ada, length)
    expect((await sendPiece(svc, ada, whole, 0, song)).status).toBe(204)
    await svc.ctx.jobs.idle()
    expect([used(svc, ada) >= length, rowsOf(svc, 'uploads')]).toEqual([true, []])
    const track = Reflect.get(Object(rowsOf(svc, 'tracks')[0]), 'id')
    expect((await svc.call('DELETE', `/api/studio/tracks/${track}`, { cookie: ada.cookie })).status).toBe(204)
    await svc.ctx.jobs.idle()
    // A finished upload is a second name of the master: it must not keep the bytes of a track that
    // is gone.
    expect([used(svc, ada), keptFiles(svc.dataDir)]).toEqual([0, []])
  })

  test('holds for an upload that says its length late or never', async () => {
    await using svc = await startServer({ env: oneMegabyte })
    const ada = cast(svc.ctx, 'ada')
    const begin = await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-defer-length': '1' })
    const path = begin.headers.get('location') ?? ''
    expect([begin.status, used(svc, ada)]).toEqual([201, 0])
    expect((await sendPiece(svc, ada, path, 0, await wavOf(400_000))).status).toBe(204)
    expect(used(svc, ada)).toBeGreaterThanOrEqual(400_000)
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '400000' }
    const late = await tus(svc, ada, 'PATCH', path, { ...type, 'upload-length': '1000001' }, new Uint8Array(10))
    expect([late.status, late.json]).toMatchObject([409, { hint: expect.stringContaining('of 1 MB used') }])
    const never = await sendPiece(svc, ada, path, 400_000, new Uint8Array(700_000))
    expect([never.status, never.json]).toMatchObject([409, { code: 'BAD_STATE' }])
    expect(await offsetOf(svc, ada, path)).toBeWithin(400_000, megabyte + 1)
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10))
        controller.close()
      },
    })
    const body = { 'upload-defer-length': '1', 'content-type': 'application/offset+octet-stream' }
    const along = await svc.fetch(tracksPath(ada), {
      method: 'POST',
      headers: { cookie: ada.cookie, 'tus-resumable': '1.0.0', ...body },
      body: chunked,
    })
    expect(along.status).toBe(409)
  })

  test('is remembered over a restart for what is not finished', async () => {
    using folder = temporaryFolder()
    let ada: Person | undefined
    {
      await using svc = await startServer({ dataDir: folder.path, env: oneMegabyte })
      ada = cast(svc.ctx, 'ada')
      await beginUpload(svc, ada, 700_000)
    }
    await using svc = await startServer({ dataDir: folder.path, env: oneMegabyte })
    expect((await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '400000' })).status).toBe(409)
    expect((await uploadStems(svc, ada, 400_000)).status).toBe(409)
    expect((await uploadStems(svc, ada, 300_000)).status).toBe(201)
  })

  test('is asked again when a picture has its sizes, and when an emoji is made of it', async () => {
    await using svc = await startServer({ env: { ACCOUNT_QUOTA_GB: '0.000001' } })
    const ada = cast(svc.ctx, 'ada')
    const id = await uploadPicture(svc, ada, await Bun.file(inTree('test/fixtures/bounce.gif')).bytes()).catch(String)
    expect(id).toContain('not uploaded: 409')
    svc.ctx.db.update(users).set({ trusted: true }).run()
    const assetId = await uploadPicture(svc, ada, await Bun.file(inTree('test/fixtures/bounce.gif')).bytes())
    svc.ctx.db.update(users).set({ trusted: false }).run()
    const body = { shortcode: 'bounce', price: 200, assetId }
    const emoji = await svc.call('POST', '/api/studio/emojis', { cookie: ada.cookie, body })
    expect([emoji.status, rowsOf(svc, 'emojis')]).toEqual([409, []])
  })

  test('does not count for whom the owner trusts, nor for the owner', async () => {
    await using svc = await startServer({ env: { ACCOUNT_QUOTA_GB: '0' } })
    const ada = cast(svc.ctx, 'ada')
    expect((await uploadStems(svc, ada, 10)).status).toBe(409)
    svc.ctx.db.update(users).set({ trusted: true }).run()
    expect((await uploadStems(svc, ada, 10)).status).toBe(201)
    svc.ctx.db.update(users).set({ trusted: false, role: 'owner' }).run()
    expect((await uploadStems(svc, ada, 10)).status).toBe(201)
    expect((await uploadTrack(svc, ada, await fixture('wav-8.wav'))).status).toBe(201)
    const { json } = await svc.call('GET', '/api/studio/storage', { cookie: ada.cookie })
    expect(json).toMatchObject({ storage: { quotaBytes: null, words: expect.stringMatching(/^[\d.]+ KB used$/) } })
  })

  test('is read of an account with 100,000 files', async () => {
    await using svc = await startServer()
    const ada = cast(svc.ctx, 'ada')
    svc.ctx.db.$client.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
       INSERT INTO assets (id, user_id, kind, name, content_type, sha256, bytes, created_at, variant_bytes)
       SELECT 'a' || i, ?, 'stems', 'x', 'x', 'x', 10, 0, 1 FROM n`,
      [ada.userId],
    )
    expect(used(svc, ada)).toBe(1_100_000)
  })
})

test('storage in use is told in few words, and never as more than it is', () => {
  const cases: [used: number, quota: number | null, words: string][] = [
    [0, 10e9, '0 of 10 GB used'],
    [1_250_000_000, 10e9, '1.2 of 10 GB used'],
    [9_999_999_999, 10e9, '9.9 of 10 GB used'],
    [10e9, 10e9, '10 of 10 GB used'],
    [40_000_000, 10e9, '40 MB of 10 GB used'],
    [12_300_000_000, 10e9, '12.3 of 10 GB used'],
    [600_000, 1e6, '600 KB of 1 MB used'],
    [0, 0, '0 of 0 KB used'],
    [2_500_000, null, '2.5 MB used'],
  ]
  for (const [usedNow, quota, words] of cases) expect(usageText(usedNow, quota)).toBe(words)
})
