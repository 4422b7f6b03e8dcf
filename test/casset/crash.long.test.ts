import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { type Author, fixture, keptFiles, until, uploadTrack } from '../support/casset/upload.ts'
import { type ServerProcess, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

/** Reads rows past the program, as nothing but a look into its file could. */
function lookInto(dataDir: string, query: string): unknown[] {
  const db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  try {
    return db.query(query).all()
  } finally {
    db.close()
  }
}

const ingesting = "SELECT state FROM jobs WHERE kind = 'ingest-track'"
const firstTrack = async (svc: ServerProcess, { cookie }: Author) => {
  const { json } = await svc.call('GET', '/api/casset/ada/media', { cookie })
  return Object(Reflect.get(Object(json), 'tracks'))[0]
}

test('a server killed in the middle of an ingest takes it up at its next start', async () => {
  using folder = temporaryFolder()
  const bytes = await fixture('flac-long.flac')
  let ada: Author | undefined
  {
    await using svc = await startProcess({ dataDir: folder.path })
    ada = await signUpAt(svc, 'ada')
    expect((await uploadTrack(svc, ada, bytes, 'Long.flac')).status).toBe(201)
    await until(
      () => lookInto(folder.path, ingesting),
      (rows) => Bun.deepEquals(rows, [{ state: 'RUNNING' }]),
    )
    expect(await svc.end('SIGKILL')).toBeNull()
  }
  expect(lookInto(folder.path, 'SELECT status, waveform, hook_sha256 FROM tracks')).toEqual([
    { status: 'PROCESSING', waveform: null, hook_sha256: null },
  ])
  expect(lookInto(folder.path, ingesting)).toEqual([{ state: 'RUNNING' }])
  await using svc = await startProcess({ dataDir: folder.path })
  const author = ada
  const track = await until(
    () => firstTrack(svc, author),
    (each) => Reflect.get(Object(Reflect.get(each, 'file')), 'status') !== 'PROCESSING',
  )
  expect(track).toMatchObject({ durationSec: 70, file: { status: 'READY', problem: null, sha256: sha256Hex(bytes) } })
  await until(
    () => lookInto(folder.path, ingesting),
    (rows) => rows.length === 0,
  )
  expect(keptFiles(folder.path)).toHaveLength(2)
})
