import { expect, test } from 'bun:test'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { nginxHeader, nginxToken } from '../../../src/platform/http/site/nginx.ts'
import { signUpBody } from '../../support/account/account.ts'
import { addMaster, downloadPath } from '../../support/casset/download.ts'
import { until } from '../../support/casset/upload.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { type Fronted, hasNginx, startFronted } from '../../support/platform/nginx.ts'
import { freePort } from '../../support/room/redis.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

const large: Buffer<ArrayBuffer> = Buffer.from(
  Array.from({ length: 4_500_000 }, (_, index) => (index * 31 + (index >> 8)) & 255),
)

/** An artist with a track whose master is `large`, and how it is asked for. */
async function withTrack({ svc, ask }: Pick<Fronted, 'svc' | 'ask'>) {
  const nova = cast(svc.ctx, 'nova')
  const path = svc.ctx.blobs.scratch('large')
  await Bun.write(path, large)
  await svc.ctx.blobs.adopt([{ path, sha256: sha256Hex(large) }], () => {})
  const master = { sha256: sha256Hex(large), bytes: large.length, format: 'wav' }
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn', master)
  const listen = (headers: Record<string, string> = {}, method = 'GET') =>
    ask(`/api/audio/${track.id}`, { method, headers: { cookie: nova.cookie, 'sec-fetch-dest': 'audio', ...headers } })
  return { nova, track, master, listen }
}

/** All is read from the bucket, and nothing from copies on this disk. */
const noCopies = { BLOB_CACHE_GB: '0' }

const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Everything that an answer says, to be searched for secrets. */
const toldBy = async (answer: Response) =>
  `${answer.status} ${JSON.stringify([...answer.headers])} ${(await bytesOf(answer)).toString('latin1')}`

const secret = /X-Amz|Signature|_tapedeck|x-accel|S3RVER|music\/tapes/i

for (const kind of ['the disk', 'a bucket'] as const) {
  test.skipIf(!hasNginx)(
    `nginx sends files of ${kind}: whole, in parts, with our headers and no word of where they are`,
    async () => {
      await using bucket = await startBucket()
      await using front = await startFronted(kind === 'a bucket' ? { ...bucket.env, ...noCopies } : {})
      const { listen, master } = await withTrack(front)
      const whole = await listen()
      const headers = ['content-type', 'content-length', 'content-usage', 'x-content-type-options', 'cache-control']
      expect([whole.status, ...headers.map((name) => whole.headers.get(name))]).toEqual([
        ...[200, 'audio/wav', '4500000', expect.stringContaining('search='), 'nosniff', 'private, no-store'],
      ])
      expect(sha256Hex(await bytesOf(whole))).toBe(sha256Hex(large))
      const part = await listen({ range: 'bytes=4194298-4194311' })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 4194298-4194311/4500000'])
      expect(await bytesOf(part)).toEqual(large.subarray(4_194_298, 4_194_312))
      const etag = whole.headers.get('etag') ?? ''
      expect((await listen({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
      expect((await listen({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
      expect((await listen({ range: 'bytes=4500000-' })).status).toBe(416)
      const head = await listen({}, 'HEAD')
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '4500000'])
      for (const answer of [await listen({ range: 'bytes=0-9' }), await listen({ range: 'bytes=9999999-' }), head]) {
        expect(await toldBy(answer)).not.toMatch(secret)
      }
      for (const path of [
        '/_tapedeck_files/',
        `/_tapedeck_files/${keyOf(master.sha256)}`,
        `/_tapedeck_bucket/music/tapes/${keyOf(master.sha256)}`,
      ]) {
        expect([404, 503]).toContain((await front.ask(path)).status)
      }
    },
  )
}

test.skipIf(!hasNginx)(
  'nginx keeps a page for the name in Host, and no other name in the request is answered with it',
  async () => {
    await using front = await startFronted()
    const { host, port } = new URL(front.url)
    const statusOf = async (line: string, name: string) => {
      const socket = await Bun.connect({
        hostname: '127.0.0.1',
        port: Number(port),
        socket: { data: (_, bytes) => answered(bytes) },
      })
      let answered = (_: Buffer) => {}
      const first = new Promise<Buffer>((resolve) => {
        answered = resolve
      })
      socket.write(`${line}\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
      return Number((await first).toString('latin1').split(' ')[1])
    }
    expect(await statusOf('GET http://evil.example/guide HTTP/1.1', host)).toBe(200)
    expect(await statusOf('GET /guide HTTP/1.1', 'evil.example')).toBe(421)
    expect(await statusOf('GET /guide HTTP/1.1', host)).toBe(200)
  },
)

test.skipIf(!hasNginx)('nginx sends downloads and pictures that are made on this disk', async () => {
  await using front = await startFronted()
  const nova = cast(front.svc.ctx, 'nova', { name: 'First Light' })
  await addMaster(front.svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  const zip = await front.ask(downloadPath('nova', 'original'), { headers: { cookie: nova.cookie } })
  expect([zip.status, zip.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('First Light')])
  expect((await bytesOf(zip)).subarray(0, 2).toString()).toBe('PK')
})

test.skipIf(!hasNginx)(
  'nginx serves the site by TLS and HTTP/2, with the certificate that certbot puts there',
  async () => {
    const port = freePort()
    await using front = await startFronted({ BASE_URL: `https://localhost:${port}` })
    cast(front.svc.ctx, 'nova', { name: 'First Light' })
    const page = await front.ask('/@nova')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('First Light')])
    const said =
      await Bun.$`curl -sk --http2 -o /dev/null -w ${'%{http_version} %{http_code}'} https://localhost:${port}/@nova`.text()
    expect(said).toBe('2 200')
    // Its cookies are for https alone, since the program knows the address that people open.
    const body = signUpBody('ada')
    const signedUp = await front.ask('/api/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `https://localhost:${port}` },
      body: JSON.stringify(body),
    })
    expect([signedUp.status, signedUp.headers.get('set-cookie')]).toEqual([201, expect.stringContaining('Secure')])
    expect(front.printed).toContain('return 301 https://localhost')
    expect(front.printed).toContain('/.well-known/acme-challenge/ { root /var/www/html; }')
  },
)

const wrongs: [string, () => Response][] = [
  [
    'refuses',
    () => new Response('<Error><Code>AccessDenied</Code><Resource>/music/tapes/x</Resource></Error>', { status: 403 }),
  ],
  ['fails', () => new Response('music/tapes', { status: 500 })],
  ['lost the file', () => new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 })],
  [
    'is in another region',
    () => new Response('', { status: 307, headers: { location: 'https://elsewhere/?X-Amz-Signature=1' } }),
  ],
]

test.skipIf(!hasNginx).each(wrongs)(
  'a client hears nothing of a bucket that %s but that files are away',
  async (_, wrong) => {
    await using bucket = await startBucket()
    await using front = await startFronted({ ...bucket.env, ...noCopies })
    const { listen } = await withTrack(front)
    await bytesOf(await listen({ range: 'bytes=0-9' }))
    bucket.between = () => wrong()
    // This part is kept, the other is not.
    expect((await listen({ range: 'bytes=0-9' })).status).toBe(206)
    const answer = await listen({ range: 'bytes=4400000-4400009' })
    const told = await toldBy(answer)
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('location')]).toEqual([
      503,
      '30',
      null,
    ])
    expect(told).toContain('Files cannot be reached right now.')
    expect(told).not.toMatch(secret)
  },
)

test('an address of the bucket is told to nobody but our nginx: not to clients, nor to another proxy, whatever they say', async () => {
  await using bucket = await startBucket()
  for (const proxies of ['127.0.0.1', '192.0.2.1']) {
    await using svc = await startServer({
      env: { ...bucket.env, ...noCopies, ACCEL: 'nginx', TRUSTED_PROXIES: proxies },
    })
    const token = nginxToken(svc.ctx)
    const { listen } = await withTrack({ svc, ask: (path, init) => svc.fetch(path, init) })
    const says: Record<string, string>[] = [
      {},
      { [nginxHeader]: '' },
      { [nginxHeader]: 'guess' },
      { 'x-forwarded-for': '127.0.0.1', 'x-accel-redirect': '/_tapedeck_bucket/' },
      ...(proxies === '127.0.0.1'
        ? []
        : [{ [nginxHeader]: token }, { [nginxHeader]: token, 'x-forwarded-for': '192.0.2.1' }]),
    ]
    for (const said of says) {
      for (const range of [{}, { range: 'bytes=0-99' }]) {
        const answer = await listen({ ...said, ...range })
        expect(answer.headers.get('x-accel-redirect')).toBeNull()
        expect([200, 206]).toContain(answer.status)
        const told = `${JSON.stringify([...answer.headers])} ${answer.url}`
        expect(told).not.toMatch(secret)
        expect((await bytesOf(answer)).equals('range' in range ? large.subarray(0, 100) : large)).toBe(true)
      }
    }
  }
})

test.skipIf(!hasNginx)(
  'strangers share a page for a second; who has a session, a cookie that is set, or an error gets their own',
  async () => {
    await using front = await startFronted()
    const { svc, ask } = front
    const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
    const page = async (headers: Record<string, string> = {}) => {
      const answer = await ask('/@nova', { headers: { 'accept-encoding': 'identity', ...headers } })
      return [answer.status, answer.headers.get('x-request-id'), answer.headers.get('x-accel-expires')]
    }
    const [first, second] = [await page({ 'x-request-id': 'one' }), await page({ 'x-request-id': 'two' })]
    expect([first, second]).toEqual([
      [200, 'one', null],
      [200, 'one', null],
    ])
    expect((await page({ 'x-request-id': 'three', cookie: nova.cookie }))[1]).toBe('three')
    expect((await page({ 'x-request-id': 'four', cookie: 'svc_session=forged' }))[1]).toBe('four')
    const missing = async (id: string) =>
      (await ask('/@nobody', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect([await missing('five'), await missing('six')]).toEqual(['five', 'six'])
    // nginx counts whole seconds.
    expect(
      await until(
        () => page().then(([, id]) => id),
        (id) => id !== 'one',
      ),
    ).not.toBe('one')
  },
)

test.skipIf(!hasNginx)(
  'while the program is away kept pages are sent, and the public API answers in its own envelope',
  async () => {
    await using front = await startFronted()
    const { svc, ask } = front
    cast(svc.ctx, 'nova', { name: 'First Light' })
    expect((await ask('/@nova')).status).toBe(200)
    await front.leave()
    expect((await ask('/@nova')).status).toBe(200)
    const v1 = await ask('/api/v1/artists/nova', { headers: { 'x-request-id': 'mine' } })
    expect([v1.status, v1.headers.get('retry-after'), v1.headers.get('x-request-id'), await v1.json()]).toEqual([
      ...[503, '5', 'mine'],
      {
        schema: 'svc.error.v1',
        error: {
          code: 'INTEGRATION_FAILURE',
          message: 'The data cannot be served right now.',
          requestId: 'mine',
          retryable: true,
        },
      },
    ])
    const other = await ask('/api/casset/nova')
    expect([other.status, await other.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
    const page = await ask('/@never-seen')
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('back in a moment')])
  },
)
