import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { readConfig } from '../../src/config.ts'
import { readEdgeConfig } from '../../src/platform/edge/config.ts'
import { signTicket, ticketMs } from '../../src/platform/edge/relay/ticket.ts'
import { until } from '../support/casset/upload.ts'
import { temporaryFolder } from '../support/process.ts'
import { edgeSecret, grow, startEdge } from '../support/room/edge.ts'
import { announce, endIt, partyOf } from '../support/room/party.ts'
import { hasRedis } from '../support/room/redis.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { selfSigned } from '../support/room/self-signed.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { allSources } from '../support/sources.ts'
import { cast, world } from '../support/world.ts'

const withRedis = test.skipIf(!hasRedis)
const addressOf = (response: Response) => new URL(response.headers.get('location') ?? 'http://nowhere')

withRedis('a listener is sent on to an edge, and hears there what others say, once and in order', async () => {
  await using all = await grow({ edges: 2 })
  const { svc } = all
  const { ada, nova } = await world(svc)
  const sent = await svc.fetch('/api/casset/nova/sideb?lastEventId=7', { redirect: 'manual' })
  expect([sent.status, addressOf(sent).pathname, addressOf(sent).searchParams.get('lastEventId')]).toEqual([
    307,
    '/room',
    '7',
  ])
  await using guest = await listen(svc)
  await using member = await listen(svc, ada)
  expect(await guest.next()).toMatchObject({ event: 'hello', data: { listeners: 1, members: [], recent: [] } })
  expect(await member.next()).toMatchObject({ event: 'hello' })
  for (const text of ['one', 'two', 'three']) await say(svc, ada, text)
  for (const each of [guest, member]) {
    expect([textOf(await each.next()), textOf(await each.next()), textOf(await each.next())]).toEqual([
      'one',
      'two',
      'three',
    ])
  }
  await using back = await listen(svc, { query: '?lastEventId=10000000001' })
  const again = [await back.next(), await back.next(), await back.next()]
  expect(again.map((heard) => heard?.id)).toEqual([undefined, '10000000002', '10000000003'])
  await using late = await listen(svc, nova)
  expect((await late.next())?.data).toMatchObject({ recent: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] })
})

withRedis('a party plays at each edge, and its artist who listens at one has come', async () => {
  await using all = await grow({ edges: 2 })
  const { svc } = all
  const { nova, dawn } = await world(svc)
  const rooms = await Promise.all([listen(svc), listen(svc), listen(svc, nova)])
  await announce(svc, nova, { startsAt: null })
  for (const room of rooms) {
    const { position } = Object((await room.nextOf('position'))?.data)
    expect([position.trackId, position.byClock]).toEqual([dawn.id, true])
  }
  await until(
    () => partyOf(svc),
    (party) => party.hostCame === true,
  )
  await endIt(svc, nova)
  for (const room of rooms) {
    let last: unknown
    do last = Object((await room.nextOf('position'))?.data).position
    while (last)
    expect(last).toBeNull()
    await room[Symbol.asyncDispose]()
  }
})

withRedis('presence is the sum of all edges, an account once, and so are those who listen along', async () => {
  await using all = await grow({ edges: 2 })
  const { svc } = all
  const { ada, nova, dawn } = await world(svc)
  const rooms = await Promise.all([...Array.from({ length: 6 }, () => listen(svc)), listen(svc, ada), listen(svc, ada)])
  const count = async () => Reflect.get(Object((await svc.call('GET', '/api/casset/nova/listeners')).json), 'listeners')
  await until(count, (listeners) => listeners === 7)
  const [first] = rooms
  let told: unknown
  while (Reflect.get(Object(told), 'listeners') !== 7) told = (await first?.nextOf('presence'))?.data
  expect(told).toEqual({ listeners: 7, members: [{ handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' }] })
  expect(svc.ctx.hub.sessions()).toEqual(new Set([ada.sessionId]))
  const playing = async () => {
    const body = { trackId: dawn.id, atSec: 1, isPlaying: true }
    const { json } = await svc.call('POST', '/api/casset/nova/position', { cookie: nova.cookie, body })
    return Object(json).position.playing
  }
  const along = [ada.cookie, ada.cookie, undefined].map((cookie) => listen(svc, { cookie, query: '?along=true' }))
  const alongside = () => svc.ctx.hub.alongIn(nova.cassetId, nova.userId)
  expect(await until(alongside, (people) => people === 2)).toBe(2)
  expect(await playing()).toBe(3)
  for (const room of await Promise.all(along)) await room[Symbol.asyncDispose]()
  expect(await until(alongside, (people) => people === 0)).toBe(0)
  for (const room of rooms) await room[Symbol.asyncDispose]()
  await until(count, (listeners) => listeners === 0)
})

withRedis(
  'a ticket that is forged, altered or late lets nobody in; a good one does twice, from any origin',
  async () => {
    await using all = await grow()
    const { svc, edges } = all
    const { nova, ada } = await world(svc)
    const other = cast(svc.ctx, 'other')
    const url = edges[0]?.url
    const open = async (ticket: string) => {
      const closing = new AbortController()
      const response = await fetch(`${url}/room?ticket=${ticket}`, { signal: closing.signal })
      closing.abort()
      return response
    }
    const sent = await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual', headers: { cookie: ada.cookie } })
    const good = addressOf(sent).searchParams.get('ticket') ?? ''
    const [said = '', mac = ''] = good.split('.')
    const altered = Buffer.from(Buffer.from(said, 'base64url').toString().replace(nova.cassetId, other.cassetId))
    const now = Date.now()
    const ticket = { room: nova.cassetId, member: null, at: now }
    const tickets = {
      none: '',
      forged: `${said}.${'A'.repeat(43)}`,
      'for another room': `${altered.toString('base64url')}.${mac}`,
      'of another secret': signTicket('another secret that is long enough too', ticket),
      'no ticket': signTicket(edgeSecret, ticket).replace('.', '.x'),
      late: signTicket(edgeSecret, { ...ticket, at: now - ticketMs - 5_000 }),
    }
    const statuses: Record<string, number> = {}
    for (const [name, text] of Object.entries(tickets)) statuses[name] = (await open(text)).status
    expect(statuses).toEqual({
      none: 401,
      forged: 401,
      'for another room': 401,
      'of another secret': 401,
      'no ticket': 401,
      late: 204,
    })
    for (const response of [await open(good), await open(good)]) {
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    }
  },
)

withRedis('a ban and a sign-out end streams at edges, and the tickets that were given out before', async () => {
  await using all = await grow()
  const { svc } = all
  const { ada, nova } = await world(svc)
  const ben = cast(svc.ctx, 'ben')
  const ticketOf = async (cookie: string) =>
    addressOf(await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual', headers: { cookie } })).href
  const [hers, his] = [await ticketOf(ada.cookie), await ticketOf(ben.cookie)]
  await using banned = await listen(svc, ada)
  await using left = await listen(svc, ben)
  for (const stream of [banned, left]) expect((await stream.next())?.event).toBe('hello')
  const answer = await svc.call('PUT', '/api/casset/nova/room/members/ada', {
    cookie: nova.cookie,
    body: { banned: true },
  })
  expect(answer.status).toBeLessThan(300)
  expect(await banned.next()).toBeUndefined()
  expect((await svc.call('POST', '/api/auth/logout', { cookie: ben.cookie })).status).toBeLessThan(300)
  expect(await left.next()).toBeUndefined()
  expect([(await fetch(hers)).status, (await fetch(his)).status]).toEqual([204, 204])
  expect((await svc.fetch('/api/casset/nova/sideb', { headers: { cookie: ada.cookie } })).status).toBe(403)
})

withRedis('pages may listen at the edges, and what edges ask is answered to nobody else', async () => {
  await using all = await grow()
  const { svc, edges } = all
  await world(svc)
  const page = await svc.fetch('/@nova/sideb', { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${edges[0]?.url}`)
  for (const [method, path] of [
    ['GET', '/internal/hello'],
    ['GET', '/internal/room?room=x'],
    ['POST', '/internal/standing'],
  ] as const) {
    for (const authorization of ['', 'Bearer x', `Bearer ${edgeSecret}`]) {
      const response = await svc.fetch(path, { method, headers: { authorization } })
      expect([path, response.status]).toEqual([path, 401])
    }
  }
  const health = await fetch(`${edges[0]?.url}/healthz`)
  expect(await health.json()).toEqual({ ok: true })
})

withRedis('an edge with a certificate of its own uses the renewed one, and open streams go on', async () => {
  await using all = await grow()
  const { svc, redis } = all
  const { ada } = await world(svc)
  using folder = temporaryFolder()
  const files = { TLS_CERT: join(folder.path, 'cert.pem'), TLS_KEY: join(folder.path, 'key.pem') }
  const renew = async (name: string) => {
    const { cert, key } = await selfSigned(name)
    // The key first: what looks in between finds the certificate as it was.
    await Bun.write(files.TLS_KEY, key)
    await Bun.write(files.TLS_CERT, cert)
  }
  await renew('first')
  await using edge = startEdge({ PORT: '0', PRIMARY_URL: svc.url, REDIS_URL: redis.url, ...files })
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const { port } = new URL(edge.url)
      const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
        resolve(`${socket.getPeerCertificate().subject.CN}`)
        socket.end()
      })
      socket.once('error', reject)
    })
  expect([new URL(edge.url).protocol, await shown()]).toEqual(['https:', 'first'])
  const sent = await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual' })
  const stream = await fetch(`${edge.url}/room${addressOf(sent).search}`, { tls: { rejectUnauthorized: false } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: hello')
  await Bun.write(files.TLS_CERT, 'no certificate')
  await Bun.sleep(300)
  expect(await shown()).toBe('first')
  await renew('second')
  // A connection that arrives while the certificate is exchanged may be reset.
  const shownNow = () => shown().catch(() => 'reset')
  await until(shownNow, (name) => name === 'second')
  expect(await shown()).toBe('second')
  await say(svc, ada, 'still here')
  let text = ''
  while (!text.includes('still here')) text += (await reader?.read())?.value ?? 'still here, but the stream ended'
  expect(text).not.toContain('ended')
  await reader?.cancel()
})

withRedis('edges are taken back: a primary that has none any more gets their listeners back', async () => {
  using folder = temporaryFolder()
  putMigrated(folder.path)
  await using all = await grow({ primary: { dataDir: folder.path } })
  const { svc } = all
  await world(svc)
  await using guest = await listen(svc)
  expect((await guest.next())?.event).toBe('hello')
  await svc[Symbol.asyncDispose]()
  await using alone = await startServer({ dataDir: folder.path, env: { PORT: new URL(svc.url).port } })
  expect(await guest.next()).toBeUndefined()
  expect((await alone.fetch('/api/casset/nova/sideb', { method: 'HEAD', redirect: 'manual' })).status).toBe(200)
  await using back = await listen(alone)
  expect((await back.next())?.event).toBe('hello')
})

test('settings of edges are told all together, each by its name', () => {
  const problemsOf = (read: () => unknown) => {
    try {
      read()
      return []
    } catch (error) {
      return [...String(error).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    }
  }
  const secret = 's'.repeat(32)
  const whole = { REDIS_URL: 'redis://h', ROOMS_URL: 'https://rooms.example', EDGE_SECRET: secret }
  expect(problemsOf(() => readConfig(whole))).toEqual([])
  expect(problemsOf(() => readConfig({ EDGE_SECRET: secret }))).toEqual([])
  expect(problemsOf(() => readConfig({ REDIS_URL: 'redis://h' }))).toEqual(['ROOMS_URL', 'EDGE_SECRET'])
  expect(problemsOf(() => readConfig({ REDIS_URL: 'http://h', ROOMS_URL: 'x', EDGE_SECRET: 'short' }))).toEqual([
    'REDIS_URL',
    'EDGE_SECRET',
    'ROOMS_URL',
  ])
  const mixed = { ...whole, ROOMS_URL: 'http://rooms.example', BASE_URL: 'https://nova.example' }
  expect(problemsOf(() => readConfig(mixed))).toEqual(['ROOMS_URL'])
  const edge = { PRIMARY_URL: 'http://10.0.0.1:3000', REDIS_URL: 'redis://h', EDGE_SECRET: secret }
  expect(problemsOf(() => readEdgeConfig(edge))).toEqual([])
  expect(problemsOf(() => readEdgeConfig({ ...edge, TLS_CERT: '/nowhere/cert.pem', PORT: 'x' }))).toEqual([
    'TLS_CERT',
    'TLS_CERT',
    'PORT',
  ])
  expect(problemsOf(() => readEdgeConfig({}))).toEqual(['PRIMARY_URL', 'REDIS_URL', 'EDGE_SECRET'])
})

test('an edge has no database: nothing that it loads opens one', async () => {
  const sources = await allSources()
  const files = new Map(sources.map((source) => [source.path, source]))
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const to of files.get(path)?.files ?? []) visit(to)
  }
  visit(join('src', 'platform', 'edge', 'serve-edge.ts'))
  expect(seen.size).toBeGreaterThan(20)
  // Knowing a locked database by its error opens none.
  seen.delete(join('db', 'is-busy.ts'))
  expect([...seen].filter((path) => path.startsWith('db/') || path === 'src/context.ts')).toEqual([])
})
