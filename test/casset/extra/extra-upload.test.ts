import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { rowsOf } from '../../support/account/account.ts'
import { addByForm, addExtraRow, added, extrasPath, listedOf, pdf } from '../../support/casset/extra.ts'
import { beginUpload, offsetOf, sendPiece, tus } from '../../support/casset/tus.ts'
import { fixture, keptFiles, tracksPath } from '../../support/casset/upload.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

const booklet = { filename: 'Booklet.pdf' }
const begin = (svc: TestServer, person: Person, bytes: number, metadata: Record<string, string> = booklet) =>
  beginUpload(svc, person, bytes, metadata, extrasPath(person))

const free = { limiter: { take: () => 0 } }

test('a file is added in pieces, is listed at the end of the others, and its last answer names it', async () => {
  await using svc = await startServer(free)
  const nova = cast(svc.ctx, 'nova')
  await added(svc, nova, 'Thanks to all.', 'Thanks.txt')
  const path = await begin(svc, nova, pdf().length)
  await sendPiece(svc, nova, path, 0, pdf().subarray(0, 100))
  expect(await offsetOf(svc, nova, path)).toBe(100)
  const last = await sendPiece(svc, nova, path, 100, pdf().subarray(100))
  const [first, second] = await listedOf(svc, nova)
  expect([last.status, last.headers.get('tapedeck-extra')]).toEqual([204, String(second?.id)])
  expect(first).toMatchObject({ name: 'Thanks', format: 'txt', bytes: 14 })
  expect(second).toMatchObject({ name: 'Booklet', format: 'pdf', bytes: pdf().length })
  const again = await sendPiece(svc, nova, path, pdf().length, new Uint8Array())
  expect([again.status, (await listedOf(svc, nova)).length, rowsOf(svc, 'uploads')]).toEqual([204, 2, []])
})

test('an upload that a killed program left half is resumed by the next one', async () => {
  await using svc = await startServer(free)
  const nova = cast(svc.ctx, 'nova')
  const path = await begin(svc, nova, pdf().length)
  await sendPiece(svc, nova, path, 0, pdf().subarray(0, 200))
  await using next = await startServer({ ...free, dataDir: svc.dataDir })
  expect(await offsetOf(next, nova, path)).toBe(200)
  await sendPiece(next, nova, path, 200, pdf().subarray(200))
  expect(await listedOf(next, nova)).toMatchObject([{ name: 'Booklet', format: 'pdf' }])
})

test('an upload of a track is none of a file, and that of a file none of a track', async () => {
  await using svc = await startServer(free)
  const nova = cast(svc.ctx, 'nova')
  const file = basename(await begin(svc, nova, 500))
  const track = basename(await beginUpload(svc, nova, 500))
  for (const path of [`${tracksPath(nova)}/${file}`, `${extrasPath(nova)}/${track}`]) {
    expect((await tus(svc, nova, 'HEAD', path)).status).toBe(404)
    expect((await tus(svc, nova, 'DELETE', path)).status).toBe(404)
  }
  expect(rowsOf(svc, 'uploads')).toHaveLength(2)
})

test('a page called .pdf is refused by its first piece, and nothing of it is kept', async () => {
  await using svc = await startServer(free)
  const nova = cast(svc.ctx, 'nova')
  const before = keptFiles(svc.dataDir)
  const page = Buffer.concat([Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), Buffer.alloc(70_000, ' ')])
  const path = await begin(svc, nova, 5_000_000)
  const piece = await sendPiece(svc, nova, path, 0, page)
  const form = await addByForm(svc, nova, page)
  for (const { status, json } of [piece, form]) {
    expect([status, json]).toEqual([
      415,
      {
        error: 'Web pages and SVG pictures can run programs, so they cannot come with a casset.',
        code: 'UNSUPPORTED_MEDIA_TYPE',
        field: 'file',
        hint: 'A PDF, picture (JPEG, PNG, WebP, GIF), text, video (MP4, WebM, MOV, MKV), EPUB or zip can.',
      },
    ])
  }
  const song = await addByForm(svc, nova, await fixture('wav-8.wav'), 'Booklet.pdf')
  expect(Object(song.json).error).toBe('This is sound. Add it as a track, or put it into a zip.')
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'uploads'), rowsOf(svc, 'extras')]).toEqual([before, [], []])
})

test('at most 20 files come with a casset, and at most 2 GB: what is too much is refused before a byte of it', async () => {
  await using svc = await startServer({ ...free, env: { MAX_UPLOAD_MB: '3000' } })
  const [nova, lou] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'lou')]
  const [one] = [await addExtraRow(svc.ctx, nova.cassetId, { bytes: 1_999_999_000 })]
  const refusalOf = async (person: Person, bytes: number) => {
    const headers = { 'upload-length': String(bytes), 'upload-metadata': `filename ${btoa('a.zip')}` }
    const { status, json } = await tus(svc, person, 'POST', extrasPath(person), headers)
    return [status, Object(json).error]
  }
  const tooMuch = [409, 'The files that come with a casset can have 2 GB together.']
  expect(await refusalOf(nova, 1_001)).toEqual(tooMuch)
  expect(await refusalOf(nova, 20_000_000_000)).toEqual(tooMuch)
  expect(await refusalOf(nova, 1_000)).toEqual([201, undefined])
  // Of several that were begun while there was room, those that arrive too late are refused.
  const stays = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(596)])
  const paths = [await begin(svc, nova, 600), await begin(svc, nova, 600)]
  const ends = [
    await sendPiece(svc, nova, paths[0] ?? '', 0, stays),
    await sendPiece(svc, nova, paths[1] ?? '', 0, stays),
  ]
  expect(ends.map(({ status }) => status)).toEqual([204, 409])
  expect(await listedOf(svc, nova)).toMatchObject([{ id: one?.id }, { bytes: 600, format: 'zip' }])
  for (let count = 0; count < 20; count++) await addExtraRow(svc.ctx, lou.cassetId, { position: count + 1 })
  const tooMany = 'At most 20 files can come with a casset.'
  expect(await refusalOf(lou, 10)).toEqual([409, tooMany])
  expect(await addByForm(svc, lou, pdf())).toMatchObject({ status: 409, json: { error: tooMany } })
})

test('a file counts in its artist’s storage, also while somebody keeps what was removed', async () => {
  await using svc = await startServer({ ...free, env: { ACCOUNT_QUOTA_GB: '0.001' } })
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const used = async () =>
    Object((await svc.call('GET', '/api/studio/storage', { cookie: nova.cookie })).json).storage?.bytes
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(599_996)])
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const before = await used()
  const id = await added(svc, nova, zip, 'Stems.zip')
  expect(await used()).toBe(before + 600_000)
  expect((await addByForm(svc, nova, zip)).json).toMatchObject({ code: 'BAD_STATE' })
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  await svc.call('DELETE', `/api/studio/extras/${id}`, { cookie: nova.cookie })
  expect(await used()).toBe(before + 600_000)
})

test('files are renamed, as every file system takes them, and moved', async () => {
  await using svc = await startServer(free)
  const nova = cast(svc.ctx, 'nova')
  const ids = [
    await added(svc, nova, pdf(), 'One.pdf'),
    await added(svc, nova, pdf(), '二枚目.pdf'),
    await added(svc, nova, pdf(), '../../etc/passwd'),
  ]
  const change = (id: string | undefined, body: object) =>
    svc.call('PATCH', `/api/studio/extras/${id}`, { cookie: nova.cookie, body })
  expect((await listedOf(svc, nova)).map(({ name }) => name)).toEqual(['One', '二枚目', 'passwd'])
  expect((await change(ids[0], { name: '  A/B: “C” ' })).json).toMatchObject({ extra: { name: 'A-B- “C”' } })
  expect((await change(ids[2], { position: 1 })).status).toBe(200)
  expect((await listedOf(svc, nova)).map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]].map(String))
  for (const name of ['...', '\u200b', '']) {
    expect(await change(ids[1], { name })).toMatchObject({ status: 400, json: { field: 'name' } })
  }
})

test('a new account adds 5 files a day', async () => {
  await using svc = await startServer({ ...free, env: { NEW_ACCOUNT_DAYS: '3' }, clock: 'stands' })
  const ada = cast(svc.ctx, 'ada')
  for (let count = 0; count < 5; count++) await added(svc, ada, `Text ${count}`, 'a.txt')
  const refused = await addByForm(svc, ada, 'One more', 'a.txt')
  expect(refused).toMatchObject({
    status: 409,
    json: { error: expect.stringContaining('New accounts add 5 files a day.') },
  })
  svc.tick(86_400_001)
  expect((await addByForm(svc, ada, 'One more', 'a.txt')).status).toBe(201)
})
