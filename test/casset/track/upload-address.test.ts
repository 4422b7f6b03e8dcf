import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rowsOf } from '../../support/account/account.ts'
import { beginUpload, offsetOf, sendPiece, tus } from '../../support/casset/tus.ts'
import { fixture, keptFiles, tracksPath, withoutIngest } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { addressForms, rawTus } from '../../support/platform/upload-address.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, type Person } from '../../support/world.ts'

const secret = 'Secret name.wav'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const piece = { 'content-type': 'application/offset+octet-stream' }
const stored = (svc: TestServer, id: string) =>
  ['', '.json'].map((ending) => readFileSync(join(svc.dataDir, 'uploads', `${id}${ending}`)).toString('latin1'))

/**
 * An artist with an upload under way and one that is finished, and another artist with one of their
 * own.
 */
async function twoArtists(svc: TestServer) {
  const [ada, mallory] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'mallory')]
  const bytes = await fixture('wav-8.wav')
  const begin = async (person: Person, sent: number) => {
    const path = await beginUpload(svc, person, bytes.length, { filename: secret, title: 'Secret title' })
    await sendPiece(svc, person, path, 0, bytes.slice(0, sent))
    return basename(path)
  }
  const [going, done] = [await begin(ada, 1_000), await begin(ada, bytes.length)]
  const own = basename(await beginUpload(svc, mallory, 77, { filename: 'own.wav' }))
  await svc.ctx.jobs.idle()
  return { ada, mallory, going, done, own, bytes }
}

const requests = (offset: number): [method: string, headers: Record<string, string>, body: string][] => [
  ['HEAD', {}, ''],
  ['GET', {}, ''],
  ['PATCH', { ...piece, 'upload-offset': String(offset) }, 'x'.repeat(8)],
  ['PATCH', { ...piece, 'upload-offset': String(offset), 'x-http-method-override': 'DELETE' }, 'x'],
  ['POST', { 'upload-length': '9' }, ''],
  ['POST', { 'upload-length': '9', 'x-http-method-override': 'HEAD' }, ''],
  ['POST', { ...piece, 'upload-length': '9', 'x-http-method-override': 'PATCH', 'upload-offset': String(offset) }, 'x'],
  ['OPTIONS', {}, ''],
  ['DELETE', {}, ''],
]

test.each([
  ['going', 'written behind an absent one and their own'],
  ['done', 'written behind their own'],
] as const)(
  'no address opens another artist’s upload that is %s, %s, and none tells of it',
  async (state) => {
    // Nobody is told to wait here: every address has to be refused for what it is.
    await using svc = await startServer({ limiter: { take: () => 0 } })
    const { ada, mallory, own, bytes, ...theirs } = await twoArtists(svc)
    const victim = theirs[state]
    const path = `${tracksPath(ada)}/${victim}`
    const offset = await offsetOf(svc, ada, path)
    const before = stored(svc, victim)
    const tracks = rowsOf(svc, 'tracks')
    const absent = `${mallory.cassetId}_0193b5a0-0000-7000-8000-000000000000`
    for (const id of state === 'going' ? [absent, own] : [own]) {
      for (const target of addressForms(mallory, id, ada, victim)) {
        for (const [method, headers, body] of requests(offset)) {
          const answer = await rawTus(svc, mallory, method, target, headers, body)
          const asked = `${method} ${target}`
          expect([asked, answer]).toEqual([asked, expect.stringMatching(/^HTTP\/1\.1 (?:20[014]|40[013459]|41[35]) /)])
          for (const told of [
            base64(secret),
            'Secret',
            `Upload-Length: ${bytes.length}`,
            `location: ${tracksPath(ada)}`,
          ]) {
            expect([asked, answer.toLowerCase()]).not.toEqual([asked, expect.stringContaining(told.toLowerCase())])
          }
          if (id === absent && method !== 'POST') {
            // Anybody may ask what uploads can do.
            const status = method === 'OPTIONS' ? /^HTTP\/1\.1 (?:204|40[0345]) / : /^HTTP\/1\.1 40[0345] /
            expect([asked, answer]).toEqual([asked, expect.stringMatching(status)])
          }
        }
      }
    }
    expect(stored(svc, victim)).toEqual(before)
    expect(rowsOf(svc, 'tracks')).toEqual(tracks)
    expect(await offsetOf(svc, ada, path)).toBe(offset)
  },
  testLimitMs,
)

test('the owner reaches an upload under its own casset alone, however that is written', async () => {
  await using svc = await startServer()
  const { ada, mallory, going, own } = await twoArtists(svc)
  const encoded = `/api/studio/casset/%${ada.cassetId.charCodeAt(0).toString(16)}${ada.cassetId.slice(1)}/tracks`
  const reached = [`${tracksPath(ada)}/${going}?/${own}`, `${tracksPath(ada)}/${going}/`, `${encoded}/${going}`]
  for (const path of reached) expect([path, await offsetOf(svc, ada, path)]).toEqual([path, 1_000])
  const refused = await tus(svc, ada, 'HEAD', `${tracksPath(mallory)}/${going}`)
  expect(refused.status).toBe(403)
  expect((await tus(svc, ada, 'DELETE', `${tracksPath(ada)}/${own}`)).status).toBe(404)
  expect(await offsetOf(svc, mallory, `${tracksPath(mallory)}/${own}`)).toBe(0)
})

test('an upload that is begun under an encoded casset id is one like any other', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const mallory = cast(svc.ctx, 'mallory')
  const bytes = await fixture('wav-8.wav')
  const encoded = ({ cassetId }: Person) =>
    `/api/studio/casset/%${cassetId.charCodeAt(0).toString(16)}${cassetId.slice(1)}/tracks`
  expect((await tus(svc, mallory, 'POST', encoded(ada), { 'upload-length': '10' })).status).toBe(403)
  expect(keptFiles(svc.dataDir)).toEqual([])
  const begun = await tus(svc, ada, 'POST', encoded(ada), { 'upload-length': String(bytes.length) })
  const path = begun.headers.get('location') ?? ''
  expect([begun.status, path]).toEqual([
    201,
    expect.stringMatching(new RegExp(`^${tracksPath(ada)}/${ada.cassetId}_[0-9a-f-]{36}$`)),
  ])
  expect((await sendPiece(svc, ada, path, 0, bytes)).status).toBe(204)
  expect(rowsOf(svc, 'tracks')).toMatchObject([{ bytes: bytes.length }])
})

test('an upload whose length is told later stays within the limit, and nobody else tells it', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  const [ada, mallory] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'mallory')]
  const bytes = await fixture('wav-8.wav')
  const begun = await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-defer-length': '1' })
  const path = begun.headers.get('location') ?? ''
  const length = { ...piece, 'upload-offset': '0', 'upload-length': '0' }
  const nothing = `${mallory.cassetId}_0193b5a0-0000-7000-8000-000000000000`
  const foreign = await tus(svc, mallory, 'PATCH', `${tracksPath(mallory)}/${nothing}?/${basename(path)}`, length, '')
  expect(foreign.status).toBe(404)
  const wide = { ...piece, 'upload-offset': '0', 'upload-length': '1000001' }
  expect((await tus(svc, ada, 'PATCH', path, wide, '')).status).toBe(413)
  expect((await sendPiece(svc, ada, path, 0, bytes.slice(0, 500))).status).toBe(204)
  const head = await tus(svc, ada, 'HEAD', path)
  expect([head.headers.get('upload-defer-length'), head.headers.get('upload-offset')]).toEqual(['1', '500'])
  const last = { ...piece, 'upload-offset': '500', 'upload-length': String(bytes.length) }
  expect((await tus(svc, ada, 'PATCH', path, last, bytes.slice(500))).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'tracks')).toMatchObject([{ status: 'READY', bytes: bytes.length }])
})

test('odd words beside an upload are refused or kept as they are, and never a fault', async () => {
  await using svc = await startServer()
  withoutIngest(svc)
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const refused = [
    '__proto__ eA==',
    'constructor eA==',
    'a b',
    'title eA==,title eA==',
    'título eA==',
    ',',
    'title %%%%',
  ]
  for (const words of refused) {
    const headers = { 'upload-length': '10', 'upload-metadata': words }
    const answer = await rawTus(svc, ada, 'POST', tracksPath(ada), headers)
    expect([words, answer]).toEqual([words, expect.stringMatching(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/)])
  }
  expect(keptFiles(svc.dataDir)).toEqual([])
  const names = ['../../../tapedeck.db', '/etc/passwd', 'x\0y.wav', '\ud83e\udd16.wav', 'a\r\nSet-Cookie: x', '']
  for (const [index, name] of names.entries()) {
    const words = {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)},relativePath,id eA==`,
    }
    const begun = await tus(svc, ada, 'POST', tracksPath(ada), words)
    const answer = await sendPiece(svc, ada, begun.headers.get('location') ?? '', 0, bytes)
    expect([name, begun.status, answer.status]).toEqual([name, 201, 204])
    expect(rowsOf(svc, 'tracks')).toHaveLength(index + 1)
  }
  const outside = keptFiles(svc.dataDir).filter(
    (path) => !/^(?:blobs\/[0-9a-f]{2}\/|uploads\/[0-9a-f-]{36}_)/.test(path),
  )
  expect(outside.filter((path) => !path.startsWith('blobs/scratch/'))).toEqual([])
})

test('a proxy’s own headers do not stop an upload', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const said = {
    'x-forwarded-proto': 'https, http',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  const begun = await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '10', ...said })
  expect([begun.status, begun.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(new RegExp(`^${tracksPath(ada)}/`)),
  ])
})
