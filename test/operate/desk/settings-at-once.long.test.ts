import { expect, test } from 'bun:test'
import { wavOf } from '../../fixtures/song.ts'
import { fixture, formBytes, formType, storing, tracksPath, until, uploadTrack } from '../../support/casset/upload.ts'
import { one, openDesk } from '../../support/operate/open-desk.ts'
import { openSocket } from '../../support/platform/open-socket.ts'

const masterBytes = 24_000_000

/**
 * Visits a path whose requests no limit counts, one after another, each by a connection of its own,
 * until it is ended. `times` is in ms.
 */
function visitWithoutPause({ url }: { url: string }) {
  const times: number[] = []
  const failed: unknown[] = []
  let isOver = false
  const visit = async () => {
    const from = performance.now()
    const { status } = await fetch(`${url}/robots.txt`, { headers: { connection: 'close' } })
    if (status === 200) times.push(performance.now() - from)
    else failed.push(status)
  }
  const visiting = (async () => {
    while (!isOver) await visit().catch((error) => failed.push(error))
  })()
  const end = () => {
    isOver = true
    return visiting
  }
  return { times, failed, end, [Symbol.asyncDispose]: end }
}

test('settings of the desk hold from the next request on, and nobody’s request, upload, download or room is cut off', async () => {
  const { folder, svc, cookie, patch } = await openDesk({ STREAMS_PER_ADDRESS: '5' })
  using _ = folder
  await using __ = svc
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie })
  const nova = { cookie, cassetId: String(Reflect.get(Object(Reflect.get(Object(json), 'casset')), 'id')) }
  const silence = wavOf([new Float32Array(masterBytes / 2)], 48_000)
  const uploaded = await uploadTrack(svc, nova, silence, 'Silence.wav')
  const id = String(Reflect.get(Object(Reflect.get(Object(uploaded.json), 'track')), 'id'))
  const look = () => Bun.sleep(200).then(() => svc.call('GET', `/api/audio/waveform/${id}`, { cookie }))
  await until(look, ({ status }) => status === 200)

  const room = openSocket(svc)
  room.ask('GET /api/casset/nova/sideb', `Cookie: ${cookie}`)
  const download = openSocket(svc)
  download.ask(`GET /api/audio/${id}`, `Cookie: ${cookie}\r\nSec-Fetch-Dest: audio\r\nConnection: close`)
  for (const { received } of [room, download]) await until(received, (bytes) => bytes > 0)
  download.socket.pause()
  const form = formBytes([{ name: 'file', value: await fixture('wav-16.wav'), fileName: 'Last.wav' }])
  const half = Math.floor(form.length / 2)
  const upload = openSocket(svc)
  const type = `Content-Type: ${formType}\r\nContent-Length: ${form.length}`
  upload.ask(`POST ${tracksPath(nova)}`, `Cookie: ${cookie}\r\n${type}\r\nConnection: close`, form.slice(0, half))
  await storing(folder.path)

  await using visits = visitWithoutPause(svc)
  const read = async (path: string) => (await svc.fetch(path)).text()
  const set = async (name: string, value: string | null) => {
    const { status, text } = await patch(one(name, value))
    expect([name, status, text]).toEqual([name, 204, ''])
  }
  for (const name of ['First', 'Second']) {
    await set('SITE_NAME', name)
    expect(await read('/app.webmanifest')).toContain(`"name":"${name}"`)
    expect(await read('/')).toContain(`<title>${name}:`)
  }
  await set('LANGUAGES', 'de, en')
  expect(await read('/')).toContain('<html lang="de"')
  await set('METRICS_TOKEN', 'a token of many letters')
  expect((await svc.fetch('/metrics')).status).toBe(401)
  await set('METRICS_TOKEN', null)
  expect((await svc.fetch('/metrics')).status).toBe(404)
  const logIn = () =>
    svc.call('POST', '/api/auth/login', {
      body: { email: 'nova@example.org', password: 'a wrong password' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
  expect((await logIn()).status).toBe(401)
  expect(svc.printed()).not.toContain('203.0.113.9')
  await set('TRUSTED_PROXIES', '127.0.0.1')
  expect((await logIn()).status).toBe(401)
  await until(
    () => svc.printed(),
    (said) => said.includes('203.0.113.9'),
  )
  await set('REGISTRATION', 'closed')
  expect(await read('/signup')).toContain('geschlossen')
  await set('PAYMENTS', 'test')
  await set('PAYMENTS', null)

  await visits.end()
  expect(visits.failed).toEqual([])
  expect(visits.times.length).toBeGreaterThan(10)
  expect(Math.max(...visits.times)).toBeLessThan(30_000)
  upload.socket.write(form.slice(half))
  download.socket.resume()
  await Promise.all([upload.closed, download.closed])
  expect(upload.text()).toStartWith('HTTP/1.1 201')
  expect(download.received() - download.text().indexOf('\r\n\r\n') - 4).toBe(silence.length)
  const before = room.received()
  await svc.call('POST', '/api/casset/nova/comment', { cookie, body: { text: 'still here' } })
  await until(room.text, (text) => text.includes('still here'))
  expect([room.received() > before, room.socket.closed]).toEqual([true, false])
})
