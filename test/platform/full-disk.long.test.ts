import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { beginUpload, offsetOf, sendPiece, tus } from '../support/casset/tus.ts'
import { fixture, formBytes, keptFiles, sendForm, tracksPath, uploadTrack } from '../support/casset/upload.ts'
import { signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

const noRoom = {
  error: 'There is not enough disk space to store this.',
  code: 'UNAVAILABLE',
  hint: 'The person who runs this site has to free some disk space.',
}
// The database and its log stay below it.
const limit = 3_300_000

/** A WAV that is larger than the limit, and otherwise good. */
async function largeWav() {
  const bytes = new Uint8Array(limit + 200_000)
  bytes.set(await fixture('wav-16.wav'))
  return bytes
}

const countOf = (dataDir: string, table: string) => {
  const db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  const row: unknown = db.query(`SELECT count(*) AS count FROM ${table}`).get()
  db.close()
  return Number(Reflect.get(Object(row), 'count'))
}

test('where there is no room for a file, a form is answered 503 and leaves nothing half-written', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path, fileLimit: limit })
  const ada = await signUpAt(svc, 'ada')
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), new Uint8Array(limit + 1_000)])
  const stems = formBytes([{ name: 'file', value: zip, fileName: 'stems.zip' }])
  const answers = [
    await uploadTrack(svc, ada, await largeWav()),
    await sendForm(svc, '/api/studio/assets', ada.cookie, stems),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.json, answer.headers.get('retry-after')]).toEqual([503, noRoom, '600'])
  }
  expect([keptFiles(folder.path), countOf(folder.path, 'tracks'), countOf(folder.path, 'assets')]).toEqual([[], 0, 0])
  expect((await uploadTrack(svc, ada, await fixture('wav-8.wav'))).status).toBe(201)
})

test('a resumable upload keeps what there was room for, and goes on or ends from there', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path, fileLimit: limit })
  const ada = await signUpAt(svc, 'ada')
  const bytes = await largeWav()
  const path = await beginUpload(svc, ada, bytes.length)
  const full = await sendPiece(svc, ada, path, 0, bytes)
  // Which of the two is told depends on who notices first: the disk, or the store that was writing
  // to it.
  expect(full.json).toMatchObject({
    error: expect.stringMatching(/not enough disk space|could not be stored/),
    code: 'UNAVAILABLE',
  })
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^(30|600)$/)])
  const offset = await offsetOf(svc, ada, path)
  expect(offset).toBeWithin(1, limit + 512)
  expect((await sendPiece(svc, ada, path, offset, bytes.slice(offset))).status).toBe(503)
  expect((await tus(svc, ada, 'DELETE', path)).status).toBe(204)
  expect([keptFiles(folder.path), countOf(folder.path, 'tracks')]).toEqual([[], 0])
})

test('a database that cannot grow answers writes 503, goes on reading, and loses nothing', async () => {
  using folder = temporaryFolder()
  {
    await using svc = await startProcess({ dataDir: folder.path, fileLimit: limit })
    const ada = await signUpAt(svc, 'ada')
    let kept = ''
    for (let n = 0; n < 59; n += 1) {
      const bio = `${n} `.padEnd(1_900, 'x')
      const answer = await svc.call('POST', '/api/auth/update-profile', { cookie: ada.cookie, body: { bio } })
      if (answer.status !== 200) {
        expect([answer.status, answer.json]).toEqual([503, noRoom])
        break
      }
      kept = bio
    }
    const upload = await uploadTrack(svc, ada, await fixture('wav-8.wav'))
    const begun = await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '10' })
    expect([upload.status, upload.json, begun.status, begun.json]).toEqual([503, noRoom, 503, noRoom])
    expect(keptFiles(folder.path)).toEqual([])
    const { json } = await svc.call('GET', '/api/casset/ada/media', { cookie: ada.cookie })
    expect(json).toHaveProperty('artist.bio', kept)
    expect(await svc.end('SIGTERM')).toBe(0)
  }
  await using svc = await startProcess({ dataDir: folder.path })
  const answer = await svc.call('POST', '/api/auth/login', {
    body: { email: 'ada@example.org', password: 'correct horse battery' },
  })
  expect(answer.status).toBe(200)
})
