import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema/account/session.ts'
import { viewerOfSession } from '../../../src/account/session/viewer.ts'
import { signAudioToken } from '../../../src/casset/audio/token.ts'
import { updateCasset } from '../../../src/casset/update-casset.ts'
import { type Answer, startServer, type TestServer } from '../../support/server.ts'
import { shareServer } from '../../support/shared.ts'
import { hookBytes, masterBytes, world } from '../../support/world.ts'

const shared = shareServer(world)

const field = (answer: Answer, key: string): string => {
  const value = answer.json && typeof answer.json === 'object' ? Reflect.get(answer.json, key) : undefined
  if (typeof value !== 'string') throw new Error(`no ${key} in ${answer.text}`)
  return value
}

const noMaster = (body: string) => expect(body).not.toContain('MASTER')

async function bytesOf(svc: TestServer, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await svc.fetch(path, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a stranger is given a signed address of the hook, the owner one of the whole', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const stranger = await svc.call('GET', `/api/audio/${dawn.id}`)
  expect(stranger.json).toEqual({
    url: expect.stringMatching(new RegExp(`^/api/audio/${dawn.id}[?]token=h[.]`)),
    expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    access: 'hook',
    durationSec: 29.95,
    format: 'mp3',
  })
  expect(stranger.headers.get('cache-control')).toBe('no-store')
  const listener = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: ada.cookie })
  expect(listener.json).toHaveProperty('access', 'hook')
  const owner = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie })
  expect(owner.json).toMatchObject({ access: 'full', durationSec: 180.5 })
  expect((await bytesOf(svc, field(owner, 'url'))).text).toBe(String(masterBytes('Dawn')))
  expect((await bytesOf(svc, field(stranger, 'url'))).text).toBe(String(hookBytes('Dawn')))
})

test('no path, header, Range or token gives an unentitled client one byte of a master', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, kettle, secret } = await world(svc)
  const path = `/api/audio/${dawn.id}`
  const full = field(await svc.call('GET', path, { cookie: nova.cookie }), 'url')
  const hook = field(await svc.call('GET', path), 'url')
  const [fullToken = '', hookToken = ''] = [full, hook].map((url) => url.split('token=')[1])
  const later = svc.ctx.now() + 50_000
  const hookSize = hookBytes('Dawn').length
  const size = masterBytes('Dawn').length
  const forged = [
    fullToken.replace(/^f/, 'h'),
    hookToken.replace(/^h/, 'f'),
    `${fullToken}x`,
    fullToken.slice(0, -1),
    fullToken.replace(/\.\d{13}\./, `.${later + 9}.`),
    hookToken.replace('..', `.${nova.sessionId}.`).replace(/^h/, 'f'),
    signAudioToken(svc.ctx, kettle.id, { access: 'full', expiresAt: later, sessionId: nova.sessionId, nonce: null }),
    signAudioToken(svc.ctx, dawn.id, { access: 'full', expiresAt: later, sessionId: ada.sessionId, nonce: null }),
    signAudioToken(svc.ctx, dawn.id, { access: 'full', expiresAt: later, sessionId: null, nonce: null }),
    signAudioToken(svc.ctx, dawn.id, { access: 'full', expiresAt: later, sessionId: svc.ctx.uuid(), nonce: null }),
    signAudioToken(svc.ctx, dawn.id, {
      access: 'full',
      expiresAt: svc.ctx.now() - 1,
      sessionId: nova.sessionId,
      nonce: null,
    }),
    signAudioToken(svc.ctx, dawn.id, {
      access: 'full',
      expiresAt: later + 9e6,
      sessionId: nova.sessionId,
      nonce: null,
    }),
    '',
    'f',
    'null',
    '../../secrets.json',
    `f.${later}.${nova.sessionId}..${'A'.repeat(43)}`,
  ].map((token) => ({ path: `${path}?token=${encodeURIComponent(token)}`, headers: {} }))
  const ranges = [
    'bytes=0-',
    `bytes=${hookSize}-`,
    `bytes=0-${size}`,
    'bytes=-1',
    `bytes=-${size}`,
    `bytes=${size - 1}-${size}`,
    'bytes=0-0,100-200',
    'bytes=0-99999999999999',
    'bytes= 0-5',
    'items=0-5',
    'bytes=5-1',
    'bytes=abc',
    'bytes=-0',
    `bytes=0-${'9'.repeat(40)}`,
  ].flatMap((range) => [
    { path, headers: { range } },
    { path: hook, headers: { range } },
    { path, headers: { range, 'if-range': '"x"', cookie: ada.cookie } },
  ])
  const others = [
    { path, headers: { 'sec-fetch-dest': 'audio' } },
    { path, headers: { 'sec-fetch-dest': 'video', cookie: ada.cookie } },
    { path, headers: { 'sec-fetch-dest': 'audio', cookie: nova.cookie.replace(/.$/, '') } },
    { path, headers: { 'sec-fetch-dest': 'audio', cookie: 'svc_session=' } },
    { path: `${path}?token=${fullToken}&token=${hookToken}`, headers: {} },
    { path: `${path}?access=full&full=1&format=original`, headers: { 'sec-fetch-dest': 'audio' } },
    { path: `${path}/`, headers: { 'sec-fetch-dest': 'audio' } },
    { path: `${path}/../${secret.id}`, headers: { 'sec-fetch-dest': 'audio' } },
    { path: `${path.toUpperCase()}`, headers: {} },
    { path: `/api/audio/${dawn.sha256}`, headers: { 'sec-fetch-dest': 'audio' } },
    {
      path: `/api/audio/..%2f..%2fblobs%2f${dawn.sha256.slice(0, 2)}%2f${dawn.sha256}`,
      headers: { range: 'bytes=0-' },
    },
    { path: `/a/../blobs/${dawn.sha256.slice(0, 2)}/${dawn.sha256}`, headers: {} },
    { path: `/api/assets/${dawn.id}/256.webp`, headers: {} },
    { path: `/api/audio/${secret.id}`, headers: { 'sec-fetch-dest': 'audio', cookie: ada.cookie } },
    { path: `/api/casset/nova/media`, headers: { cookie: ada.cookie } },
    { path: `/api/casset/nova/download?format=original`, headers: { cookie: ada.cookie } },
  ]
  for (const attempt of [...forged, ...ranges, ...others]) {
    const answer = await bytesOf(svc, attempt.path, attempt.headers)
    noMaster(answer.text)
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toContain(dawn.sha256)
    if (forged.includes(attempt)) expect([attempt.path, answer.status]).toEqual([attempt.path, 403])
  }
  expect(forged.length + ranges.length + others.length).toBeGreaterThan(60)
})

test('an address lives under a minute', async () => {
  await using svc = await startServer()
  const { dawn } = await world(svc)
  const before = svc.ctx.now()
  const expiresAt = Date.parse(field(await svc.call('GET', `/api/audio/${dawn.id}`), 'expiresAt'))
  expect(expiresAt - before).toBeGreaterThan(40_000)
  expect(expiresAt - svc.ctx.now()).toBeLessThanOrEqual(55_000)
})

test('signing out ends the addresses of the whole at once, and withdrawing a page those of its hooks', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const full = field(await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie }), 'url')
  const hook = field(await svc.call('GET', `/api/audio/${dawn.id}`), 'url')
  expect((await bytesOf(svc, full)).status).toBe(200)
  const author = viewerOfSession(svc.ctx, nova.sessionId)
  if (!author) throw new Error('signed out')
  updateCasset(svc.ctx, author, nova.cassetId, { published: false }, null)
  expect((await bytesOf(svc, hook)).status).toBe(404)
  svc.ctx.db.delete(sessions).where(eq(sessions.id, nova.sessionId)).run()
  expect((await bytesOf(svc, full)).status).toBe(403)
})

test('a range is answered 206 with its place, the whole 200 with Accept-Ranges and an ETag', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const url = field(await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie }), 'url')
  const master = String(masterBytes('Dawn'))
  const whole = await bytesOf(svc, url)
  expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('cache-control')]).toEqual([
    200,
    'bytes',
    'private, no-store',
  ])
  expect(whole.headers.get('content-type')).toBe('audio/mpeg')
  expect(whole.headers.get('content-length')).toBe(String(master.length))
  const last = master.length - 1
  const cases = [
    ['bytes=0-9', 0, 9],
    ['bytes=0-0', 0, 0],
    ['bytes=100-', 100, last],
    [`bytes=${last}-`, last, last],
    ['bytes=-7', last - 6, last],
    [`bytes=-${master.length}`, 0, last],
    [`bytes=-${master.length + 1}`, 0, last],
    ['bytes=-99999999', 0, last],
    [`bytes=10-${master.length + 5}`, 10, last],
    [`bytes=0-${master.length}`, 0, last],
  ] as const
  for (const [range, start, end] of cases) {
    const part = await bytesOf(svc, url, { range })
    expect([part.status, part.text]).toEqual([206, master.slice(start, end + 1)])
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${master.length}`)
    expect(part.headers.get('content-length')).toBe(String(end + 1 - start))
  }
  for (const range of ['bytes=5-1', 'bytes=-', 'bytes=0-1,5-6', 'items=0-1', 'xbytes=0-1', 'bytes=0-1x', 'bytes=a-']) {
    const all = await bytesOf(svc, url, { range })
    expect([range, all.status, all.headers.get('content-range'), all.text]).toEqual([range, 200, null, master])
  }
  const tag = whole.headers.get('etag') ?? ''
  expect((await bytesOf(svc, url, { range: 'bytes=0-9', 'if-range': tag })).status).toBe(206)
  const stale = await bytesOf(svc, url, { range: 'bytes=0-9', 'if-range': '"other"' })
  expect([stale.status, stale.text]).toEqual([200, master])
})

test('a range outside the file is 416 with its size and a body', async () => {
  await using svc = await startServer()
  const { dawn } = await world(svc)
  const size = hookBytes('Dawn').length
  for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
    const answer = await svc.call('GET', `/api/audio/${dawn.id}`, { headers: { range } })
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`])
    expect(answer.json).toEqual({
      error: 'The range is outside the file.',
      code: 'RANGE_NOT_SATISFIABLE',
      hint: `The file has ${size} bytes.`,
    })
  }
})

test('HEAD tells the length and sends nothing', async () => {
  await using svc = await startServer()
  const { dawn } = await world(svc)
  const url = field(await svc.call('GET', `/api/audio/${dawn.id}`), 'url')
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const answer = await bytesOf(svc, url, headers, 'HEAD')
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([200, '', null])
    expect(answer.headers.get('content-length')).toBe(String(hookBytes('Dawn').length))
  }
})

test('a one-shot token serves one GET, which HEAD does not use up', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const minted = await svc.call('POST', '/api/audio/token', { cookie: nova.cookie, body: { trackId: dawn.id } })
  expect(minted.status).toBe(201)
  expect(Object.keys(minted.json ?? {}).sort()).toEqual(['access', 'expiresAt', 'token', 'url'])
  const url = field(minted, 'url')
  expect((await bytesOf(svc, url, {}, 'HEAD')).status).toBe(200)
  const [first, second] = await Promise.all([bytesOf(svc, url), bytesOf(svc, url)])
  expect([first.status, second.status].sort()).toEqual([200, 403])
  expect((await bytesOf(svc, url, {}, 'HEAD')).status).toBe(403)
})

test('one-shot tokens are 10 a minute for a session and need one', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { ada, dawn } = await world(svc)
  const mint = (cookie?: string) => svc.call('POST', '/api/audio/token', { cookie, body: { trackId: dawn.id } })
  expect((await mint()).json).toEqual({
    error: 'You are not signed in. Sign in, then try again.',
    code: 'UNAUTHENTICATED',
  })
  for (let n = 0; n < 10; n += 1) expect((await mint(ada.cookie)).status).toBe(201)
  const refused = await mint(ada.cookie)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
})

test('the waveform is 500 numbers from 0 to 1, and 409 before it is known', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const answer = await svc.call('GET', `/api/audio/waveform/${dawn.id}`)
  expect(answer.json).toEqual(Array.from({ length: 500 }, (_, bin) => (bin % 10) / 9))
  svc.ctx.db.$client.run("UPDATE tracks SET status = 'PROCESSING', waveform = NULL WHERE id = ?", [kettle.id])
  const waiting = await svc.call('GET', `/api/audio/waveform/${kettle.id}`, { cookie: nova.cookie })
  expect([waiting.status, waiting.json]).toHaveProperty('1.code', 'BAD_STATE')
  expect((await svc.call('GET', `/api/audio/waveform/${kettle.id}`)).status).toBe(404)
})

test.each(['x', '0', 'nova', '%00', '%F0%9F%92%BF', "'; DROP TABLE tracks"])(
  'the malformed track id "%s" is 404',
  async (id) => {
    const { svc, ada } = await shared()
    expect((await svc.call('GET', `/api/audio/${encodeURIComponent(id)}`)).status).toBe(404)
    expect((await svc.call('GET', `/api/audio/waveform/${encodeURIComponent(id)}`)).status).toBe(404)
    const minted = await svc.call('POST', '/api/audio/token', { cookie: ada.cookie, body: { trackId: id } })
    expect(minted.status).toBe(404)
  },
)
