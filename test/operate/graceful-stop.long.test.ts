import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { wavOf } from '../fixtures/song.ts'
import { fixture, formBytes, formType, storing, tracksPath, until, uploadTrack } from '../support/casset/upload.ts'
import { openSocket } from '../support/platform/open-socket.ts'
import { type ServerProcess, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

const masterBytes = 24_000_000

/** Waits until a site takes no connections any more. */
const refusing = ({ url }: ServerProcess) =>
  until(
    () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    (isRefused) => isRefused,
  )

test('SIGTERM lets running answers and uploads finish, writes the log back, and ends with 0', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path })
  const ada = await signUpAt(svc, 'ada')
  const silence = wavOf([new Float32Array(masterBytes / 2)], 48_000)
  const { json } = await uploadTrack(svc, ada, silence, 'Silence.wav')
  const id = String(Reflect.get(Object(Reflect.get(Object(json), 'track')), 'id'))
  // Reads are limited: it must not look too often.
  const look = () => Bun.sleep(200).then(() => svc.call('GET', `/api/audio/waveform/${id}`, { cookie: ada.cookie }))
  await until(look, ({ status }) => status === 200)

  const stream = openSocket(svc)
  stream.ask(`GET /api/audio/${id}`, `Cookie: ${ada.cookie}\r\nSec-Fetch-Dest: audio\r\nConnection: close`)
  await until(stream.received, (bytes) => bytes > 0)
  stream.socket.pause()

  const form = formBytes([{ name: 'file', value: await fixture('wav-16.wav'), fileName: 'Last.wav' }])
  const upload = openSocket(svc)
  const type = `Content-Type: ${formType}\r\nContent-Length: ${form.length}`
  const half = Math.floor(form.length / 2)
  upload.ask(`POST ${tracksPath(ada)}`, `Cookie: ${ada.cookie}\r\n${type}\r\nConnection: close`, form.slice(0, half))
  await storing(folder.path)

  const ended = svc.end('SIGTERM')
  await refusing(svc)
  upload.socket.write(form.slice(half))
  stream.socket.resume()
  await Promise.all([upload.closed, stream.closed])
  expect(upload.text()).toStartWith('HTTP/1.1 201')
  expect(stream.text()).toStartWith('HTTP/1.1 200')
  expect(stream.received() - stream.text().indexOf('\r\n\r\n') - 4).toBe(silence.length)
  expect(await ended).toBe(0)

  const path = join(folder.path, 'tapedeck.db')
  expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0)
  const db = new Database(path, { readonly: true })
  expect(db.query('SELECT title, status FROM tracks ORDER BY position').all()).toEqual([
    { title: 'Silence', status: 'READY' },
    { title: 'Last', status: expect.stringMatching(/^(PROCESSING|READY)$/) },
  ])
  expect(db.query("SELECT state FROM jobs WHERE state = 'RUNNING'").all()).toEqual([])
  db.close()
})

test('a second signal does not wait', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path })
  const ada = await signUpAt(svc, 'ada')
  const upload = openSocket(svc)
  const form = formBytes([{ name: 'file', value: await fixture('wav-16.wav'), fileName: 'Half.wav' }])
  const type = `Content-Type: ${formType}\r\nContent-Length: ${form.length}`
  const half = form.slice(0, Math.floor(form.length / 2))
  upload.ask(`POST ${tracksPath(ada)}`, `Cookie: ${ada.cookie}\r\n${type}`, half)
  await storing(folder.path)
  const ended = svc.end('SIGTERM')
  await refusing(svc)
  await svc.end('SIGTERM')
  expect(await ended).not.toBe(0)
})
