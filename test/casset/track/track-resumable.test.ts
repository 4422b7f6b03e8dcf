import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { rowsOf } from '../../support/account/account.ts'
import { addTape } from '../../support/casset/tape.ts'
import { beginUpload, offsetOf, sendPiece, tus } from '../../support/casset/tus.ts'
import { breakOff, fixture, keptFiles, tracksPath, until } from '../../support/casset/upload.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, type Person, world } from '../../support/world.ts'

const hour = 3_600_000
const titles = (svc: TestServer) => svc.ctx.db.$client.query('SELECT title, status, sha256 FROM tracks').all()
const scratch = (svc: TestServer) => keptFiles(svc.dataDir).filter((path) => path.includes('scratch'))

test('an upload in pieces becomes a ready track with the title and the very bytes that were sent', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-16.wav')
  const path = await beginUpload(svc, ada, bytes.length, { filename: '01 Kettle.wav', title: 'Kettle 🫖' })
  expect(path).toStartWith(`${tracksPath(ada)}/`)
  expect(await offsetOf(svc, ada, path)).toBe(0)
  for (let at = 0; at < bytes.length; at += 30_000) {
    const answer = await sendPiece(svc, ada, path, at, bytes.slice(at, at + 30_000))
    const offset = String(Math.min(bytes.length, at + 30_000))
    expect([answer.status, answer.headers.get('upload-offset'), answer.text]).toEqual([204, offset, ''])
  }
  await svc.ctx.jobs.idle()
  expect(titles(svc)).toEqual([{ title: 'Kettle 🫖', status: 'READY', sha256: sha256Hex(bytes) }])
  expect(scratch(svc)).toEqual([])
})

test('the answer to the last piece names the track, and none is let into a cache or read by other sites', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  const head = await tus(svc, ada, 'HEAD', path)
  const last = await sendPiece(svc, ada, path, 0, bytes)
  const track = rowsOf(svc, 'tracks')[0]
  expect(last.headers.get('tapedeck-track')).toBe(String(Reflect.get(Object(track), 'id')))
  for (const { headers } of [head, last]) {
    expect([headers.get('cache-control'), headers.get('tus-resumable')]).toEqual(['no-store', '1.0.0'])
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('a client can ask what uploads can do here, in the words of tus', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '7' } })
  const ada = cast(svc.ctx, 'ada')
  const { status, headers } = await svc.call('OPTIONS', tracksPath(ada), { cookie: ada.cookie })
  expect(status).toBe(204)
  expect(['tus-version', 'tus-resumable', 'tus-max-size'].map((name) => headers.get(name))).toEqual([
    '1.0.0',
    '1.0.0',
    '7000000',
  ])
  expect(headers.get('tus-extension')?.split(',')).toEqual(expect.arrayContaining(['creation', 'termination']))
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('an upload goes on where a cut connection left it', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-float.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  const type = 'Content-Type: application/offset+octet-stream\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0'
  const head = `PATCH ${path} HTTP/1.1\r\nCookie: ${ada.cookie}\r\n${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const stored = join(svc.dataDir, 'uploads', basename(path))
  await breakOff(svc.url, head, bytes.slice(0, 100_000), () => statSync(stored).size > 0)
  const offset = await until(
    () => offsetOf(svc, ada, path),
    (reached) => reached > 0,
  )
  expect(offset).toBeLessThanOrEqual(100_000)
  expect((await sendPiece(svc, ada, path, offset, bytes.slice(offset))).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(titles(svc)).toEqual([{ title: 'SECRET-TITLE', status: 'READY', sha256: sha256Hex(bytes) }])
})

test('an upload goes on after the server was started anew', async () => {
  using folder = temporaryFolder()
  const bytes = await fixture('wav-16.wav')
  let ada: Person | undefined
  let path = ''
  {
    await using svc = await startServer({ dataDir: folder.path })
    ada = cast(svc.ctx, 'ada')
    path = await beginUpload(svc, ada, bytes.length, { filename: 'Again.wav' })
    await sendPiece(svc, ada, path, 0, bytes.slice(0, 40_000))
  }
  await using svc = await startServer({ dataDir: folder.path })
  expect(await offsetOf(svc, ada, path)).toBe(40_000)
  await sendPiece(svc, ada, path, 40_000, bytes.slice(40_000))
  await svc.ctx.jobs.idle()
  expect(titles(svc)).toEqual([{ title: 'SECRET-TITLE', status: 'READY', sha256: sha256Hex(bytes) }])
})

test('a piece for another place than the end is 409, one past the size 413, and neither is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  await sendPiece(svc, ada, path, 0, bytes.slice(0, 1_000))
  for (const offset of [0, 999, 1_001, bytes.length]) {
    const { status, json } = await sendPiece(svc, ada, path, offset, bytes.slice(0, 500))
    expect([offset, status, json]).toEqual([offset, 409, { error: 'Upload-Offset conflict', code: 'BAD_STATE' }])
  }
  const { status, json } = await sendPiece(svc, ada, path, 1_000, bytes)
  expect([status, json]).toEqual([413, { error: "upload's size exceeded", code: 'PAYLOAD_TOO_LARGE' }])
  expect(await offsetOf(svc, ada, path)).toBe(1_000)
})

test('the last piece sent again and again makes one track, also after it was removed', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  const whole = () => sendPiece(svc, ada, path, 0, bytes)
  const nothing = () => sendPiece(svc, ada, path, bytes.length, new Uint8Array())
  const first = await Promise.all([whole(), whole(), whole()])
  expect(first.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  const again = await Promise.all([nothing(), nothing(), nothing(), nothing()])
  expect(again.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  const id = first.find(({ status }) => status === 204)?.headers.get('tapedeck-track')
  expect(again.map(({ headers }) => headers.get('tapedeck-track'))).toEqual(
    [id, id, id, id].map((each) => each ?? null),
  )
  expect(rowsOf(svc, 'tracks')).toHaveLength(1)
  expect((await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: ada.cookie })).status).toBe(204)
  await nothing()
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'tracks')).toEqual([])
  expect(keptFiles(svc.dataDir).filter((kept) => kept.startsWith('blobs/'))).toEqual([])
})

test('an upload whose track moves to another tape is known no more: the same file sent again is another upload', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  const id = (await sendPiece(svc, ada, path, 0, bytes)).headers.get('tapedeck-track')
  await svc.ctx.jobs.idle()
  expect((await tus(svc, ada, 'HEAD', path)).status).toBe(200)
  const body = { cassetId: addTape(svc, ada, 'second') }
  const moved = await svc.call('POST', `/api/studio/tracks/${id}/move`, { cookie: ada.cookie, body })
  expect([moved.status, (await tus(svc, ada, 'HEAD', path)).status]).toEqual([204, 404])
})

test("an upload is its artist's alone, and known under its own casset alone", async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const path = await beginUpload(svc, ada, 1_000)
  const id = path.split('/').at(-1)
  const foreign = [403, { error: 'This casset belongs to somebody else.', code: 'FORBIDDEN' }]
  const absent = [404, { error: 'There is no such upload.', code: 'NOT_FOUND' }]
  const ask = async (person: Person, at: string) => {
    const { status, json } = await sendPiece(svc, person, at, 0, new Uint8Array(10))
    return [status, json]
  }
  expect(await ask(nova, path)).toEqual(foreign)
  for (const disguised of [
    id,
    `${nova.cassetId}%2F..%2F${id}`,
    `${nova.cassetId}_%2F..%2F${id}`,
    '..%2Fsecrets',
    '%00',
  ]) {
    expect([disguised, ...(await ask(nova, `${tracksPath(nova)}/${disguised}`))]).toEqual([disguised, ...absent])
  }
  const unknown = await ask(ada, `${tracksPath(ada)}/${ada.cassetId}_${svc.ctx.uuid()}`)
  expect(unknown).toEqual([404, { error: expect.any(String), code: 'NOT_FOUND' }])
  expect((await tus(svc, { cookie: '' }, 'HEAD', path)).status).toBe(401)
  expect((await tus(svc, nova, 'DELETE', path)).status).toBe(403)
  expect((await tus(svc, ada, 'GET', path)).status).toBe(405)
  expect(await offsetOf(svc, ada, path)).toBe(0)
})

test('an upload can be given up, and then is gone with all its bytes', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const path = await beginUpload(svc, ada, 1_000)
  await sendPiece(svc, ada, path, 0, new Uint8Array(500))
  expect((await tus(svc, ada, 'DELETE', path)).status).toBe(204)
  expect(keptFiles(svc.dataDir)).toEqual([])
  const gone = await sendPiece(svc, ada, path, 500, new Uint8Array(500))
  expect([gone.status, gone.json]).toEqual([404, { error: expect.any(String), code: 'NOT_FOUND' }])
})

test("a request that tus refuses is told in the product's own body, and nothing is begun", async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  const ada = cast(svc.ctx, 'ada')
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const cases: [headers: Record<string, string>, status: number, code: string][] = [
    [{}, 400, 'VALIDATION'],
    [{ 'upload-length': '-1' }, 400, 'VALIDATION'],
    [{ 'upload-length': '1.5' }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'upload-defer-length': '1' }, 400, 'VALIDATION'],
    [{ 'upload-length': '1000001' }, 413, 'PAYLOAD_TOO_LARGE'],
    [{ 'upload-length': '9'.repeat(30) }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'upload-metadata': 'a b c d' }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'upload-metadata': `title ${base64('x'.repeat(241))}` }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'upload-metadata': `peaks ${base64('[1]')}` }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'tus-resumable': '0.2.2' }, 400, 'VALIDATION'],
    [{ 'upload-length': '10', 'upload-concat': 'partial' }, 400, 'VALIDATION'],
    [{ 'upload-length': '0' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ]
  for (const [headers, status, code] of cases) {
    const answer = await tus(svc, ada, 'POST', tracksPath(ada), headers)
    const told = expect.objectContaining({ error: expect.any(String), code })
    expect([headers, answer.status, answer.json]).toEqual([headers, status, told])
    expect([headers, keptFiles(svc.dataDir)]).toEqual([headers, []])
  }
  expect(rowsOf(svc, 'tracks')).toEqual([])
})

test('a piece of another type is 415, as is a whole upload that cannot be recognised, of which nothing is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const path = await beginUpload(svc, ada, 60, { filename: 'song.mp3' })
  const wrong = await tus(svc, ada, 'PATCH', path, { 'upload-offset': '0', 'content-type': 'audio/mpeg' }, 'x')
  expect([wrong.status, wrong.json]).toHaveProperty('1.code', 'UNSUPPORTED_MEDIA_TYPE')
  const whole = await sendPiece(svc, ada, path, 0, Buffer.from('this is no music '.repeat(4).slice(0, 60)))
  expect([whole.status, whole.json]).toEqual([
    415,
    { error: expect.stringMatching(/not recognised as audio/), code: 'UNSUPPORTED_MEDIA_TYPE', field: 'file' },
  ])
  expect(keptFiles(svc.dataDir)).toEqual([])
  expect((await tus(svc, ada, 'HEAD', path)).status).toBe(404)
  expect(rowsOf(svc, 'tracks')).toEqual([])
})

test('a file that is no music is refused by its first piece, and what it would take is free again', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const path = await beginUpload(svc, ada, 300_000_000, { filename: 'film.mov' })
  const film = Buffer.concat([await fixture('refused-webm.webm'), Buffer.alloc(100_000)])
  const first = await sendPiece(svc, ada, path, 0, film)
  const told = { error: expect.stringMatching(/^This is a WebM or Matroska file/), code: 'UNSUPPORTED_MEDIA_TYPE' }
  expect([first.status, first.json]).toMatchObject([415, told])
  expect(keptFiles(svc.dataDir)).toEqual([])
  expect(rowsOf(svc, 'uploads')).toEqual([])
  expect((await tus(svc, ada, 'HEAD', path)).status).toBe(404)
})

test('an upload that nobody touched for a day is removed, finished or not, and one that is under way is not', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const done = await beginUpload(svc, ada, bytes.length)
  await sendPiece(svc, ada, done, 0, bytes)
  const left = await beginUpload(svc, ada, 1_000)
  const going = await beginUpload(svc, ada, bytes.length)
  const pass = async (ms: number) => {
    svc.tick(ms)
    await svc.ctx.jobs.idle()
  }
  await pass(23 * hour)
  expect([await offsetOf(svc, ada, left), await offsetOf(svc, ada, done)]).toEqual([0, bytes.length])
  await sendPiece(svc, ada, going, 0, bytes.slice(0, 1_000))
  await pass(1.5 * hour)
  expect(await offsetOf(svc, ada, going)).toBe(1_000)
  for (const path of [left, done]) expect((await tus(svc, ada, 'HEAD', path)).status).toBe(404)
  await pass(23 * hour)
  expect((await tus(svc, ada, 'HEAD', going)).status).toBe(404)
  expect(keptFiles(svc.dataDir).filter((path) => path.startsWith('uploads/'))).toEqual([])
  expect(titles(svc)).toHaveLength(1)
})
