import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { pushingOf } from '../../src/account/notification/pushing.ts'
import { rowsOf } from '../support/account/account.ts'
import { tell } from '../support/account/notification.ts'
import { newBrowser, type PushPeer, startPushService } from '../support/account/push.ts'
import { until } from '../support/casset/upload.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts'
import { cast, type Person, world } from '../support/world.ts'

const subscribe = (svc: TestServer, { cookie }: Person, body: object) =>
  svc.call('POST', '/api/notifications/subscribe', { cookie, body })

const subscriptions = (svc: TestServer) =>
  svc.ctx.db.$client.query<{ id: string; user_id: string }, []>('SELECT * FROM push_subscriptions ORDER BY rowid').all()

/** A server that pushes to a service of this machine, with nova's phone subscribed. */
async function openPhone(peer: PushPeer, options: ServerOptions = {}) {
  const svc = await startServer({ ...options, clock: 'stands', env: { PUSH_ORIGINS: peer.origin } })
  const people = await world(svc)
  const phone = peer.subscription()
  const { status, json } = await subscribe(svc, people.nova, phone)
  expect([status, json]).toEqual([201, { id: expect.any(String) }])
  return { svc, ...people, phone, id: String(Reflect.get(Object(json), 'id')) }
}

const idle = (svc: TestServer) => svc.ctx.jobs.idle()

describe('A push', () => {
  test('reaches the browser encrypted for it alone, signed with the keys that were made at the first start', async () => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    tell(svc, nova, ada, '1')
    await idle(svc)
    const [push] = peer.received
    expect(push?.message).toEqual({
      id: expect.any(String),
      title: 'Ada collected First Light',
      body: '$7.00',
      path: '/studio/sales',
      unread: 1,
    })
    expect([push?.headers.get('ttl'), push?.subject]).toEqual(['86400', 'mailto:webmaster@localhost'])
    expect(push?.headers.get('authorization')).toEndWith(`k=${pushingOf(svc.ctx).keys.publicKey}`)
    expect(rowsOf(svc, 'jobs')).toEqual([])
    await using again = await startServer({ dataDir: svc.dataDir })
    expect(pushingOf(again.ctx).keys).toEqual(pushingOf(svc.ctx).keys)
  })

  test('is written in the language of its reader', async () => {
    await using peer = startPushService()
    await using svc = await startServer({ clock: 'stands', env: { PUSH_ORIGINS: peer.origin, LANGUAGES: 'en, de' } })
    const { nova, ada } = await world(svc)
    svc.ctx.db.update(users).set({ language: 'de' }).where(eq(users.id, nova.userId)).run()
    expect((await subscribe(svc, nova, peer.subscription())).status).toBe(201)
    tell(svc, nova, ada, '1')
    tell(svc, nova, ada, '2')
    await idle(svc)
    expect(peer.received.at(-1)?.message).toMatchObject({ title: '2 Neuigkeiten' })
  })

  test('of a rush of news is one at once and then one every ten seconds, which says how much there is', async () => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    tell(svc, nova, ada, '1')
    await idle(svc)
    for (const key of ['2', '3', '4', '5', '6']) tell(svc, nova, ada, key)
    await idle(svc)
    expect(peer.received.length).toBe(1)
    svc.tick(10_000)
    await idle(svc)
    expect(peer.received.map(({ message }) => message).slice(1)).toMatchObject([
      { id: null, title: '5 things are new', path: '/notifications', unread: 6 },
    ])
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is not sent of what was read meanwhile, of what is a day old, or of what is switched off', async () => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    peer.answer = { status: 503 }
    tell(svc, nova, ada, '1')
    await idle(svc)
    expect(peer.asked()).toBe(1)
    await svc.call('POST', '/api/notifications/read', { cookie: nova.cookie, body: { all: true } })
    svc.tick(60_000)
    await idle(svc)
    expect([peer.asked(), rowsOf(svc, 'jobs')]).toEqual([1, []])
    tell(svc, nova, ada, '2')
    svc.tick(86_400_001)
    await idle(svc)
    await svc.call('POST', '/api/notifications/prefs', { cookie: nova.cookie, body: { collects: false } })
    tell(svc, nova, ada, '3')
    await idle(svc)
    expect([peer.received, rowsOf(svc, 'jobs')]).toEqual([[], []])
  })

  test.each([404, 410])('to a browser that is gone (%i) removes it', async (status) => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    peer.answer = { status }
    tell(svc, nova, ada, '1')
    await idle(svc)
    expect([peer.asked(), subscriptions(svc), rowsOf(svc, 'jobs')]).toEqual([1, [], []])
  })

  test.each([
    [429, 90],
    [503, 120],
  ])('that is too much (%i) waits as long as the service says, new ones too', async (status, seconds) => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    peer.answer = { status, headers: { 'retry-after': `${seconds}` } }
    tell(svc, nova, ada, '1')
    await idle(svc)
    peer.answer = { status: 201 }
    tell(svc, nova, ada, '2')
    svc.tick((seconds - 1) * 1_000)
    await idle(svc)
    expect(peer.asked()).toBe(1)
    svc.tick(1_000)
    await idle(svc)
    expect(peer.received.map(({ message }) => message)).toMatchObject([{ title: '2 things are new' }])
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('to a service that fails, never answers or leads elsewhere is tried again, and nothing follows where it leads', async () => {
    await using peer = startPushService()
    await using elsewhere = startPushService()
    const { svc, nova, ada } = await openPhone(peer, { push: { patienceMs: 1_000 } })
    await using _ = svc
    peer.answer = { status: 500 }
    tell(svc, nova, ada, '1')
    await idle(svc)
    peer.answer = null
    svc.tick(10_000)
    await idle(svc)
    peer.answer = { status: 201 }
    svc.tick(20_000)
    await idle(svc)
    expect([peer.asked(), peer.received.length, rowsOf(svc, 'jobs')]).toEqual([3, 1, []])
    peer.answer = { status: 307, headers: { location: `${elsewhere.origin}/to/anybody` } }
    tell(svc, nova, ada, '2')
    svc.tick(10_000)
    await idle(svc)
    expect([peer.asked(), elsewhere.asked(), subscriptions(svc).length]).toEqual([4, 0, 1])
  })
})

test('the program itself pushes, as the executable too', async () => {
  using folder = temporaryFolder()
  await using peer = startPushService()
  const env = { PUSH_ORIGINS: peer.origin, PAYMENTS: 'test', SELLERS: 'approved' }
  await using svc = await startProcess({ dataDir: folder.path, env })
  const [ruth, nova] = await Promise.all(['ruth', 'nova'].map((handle) => signUpAt(svc, handle)))
  expect((await runProgram(['owner', 'ruth@example.org'], { DATA_DIR: folder.path })).exitCode).toBe(0)
  const subscribed = await svc.call('POST', '/api/notifications/subscribe', { ...ruth, body: peer.subscription() })
  const asked = await svc.call('POST', '/api/studio/payouts/permission', { ...nova })
  expect([subscribed.status, asked.status]).toEqual([201, 200])
  await until(
    () => peer.received.length,
    (count) => count > 0,
  )
  expect(peer.received.map(({ message }) => message.title)).toEqual(['The nova asks to sell on your site'])
})

describe('A subscription', () => {
  test('is the same for the same endpoint, follows whoever signs in there, and is ended by its person only', async () => {
    await using peer = startPushService()
    const { svc, nova, ada, phone, id } = await openPhone(peer)
    await using _ = svc
    expect((await subscribe(svc, nova, phone)).json).toEqual({ id })
    for (const key of ['1', '2', '3']) tell(svc, nova, ada, key)
    await idle(svc)
    // Knowing the endpoint alone is not enough to take it over.
    const stranger = await subscribe(svc, ada, { ...phone, keys: newBrowser(peer.origin).keys })
    expect([stranger.status, subscriptions(svc)]).toMatchObject([403, [{ id, user_id: nova.userId }]])
    expect((await subscribe(svc, ada, phone)).json).toEqual({ id })
    expect(subscriptions(svc)).toMatchObject([{ id, user_id: ada.userId }])
    const before = peer.asked()
    tell(svc, nova, ada, '4')
    svc.tick(10_000)
    await idle(svc)
    expect(peer.asked()).toBe(before)
    // Unread news of the former account is not counted.
    tell(svc, ada, nova, '5')
    await idle(svc)
    expect(peer.received.slice(before).map(({ message }) => message)).toMatchObject([
      { title: 'Nova collected First Light', unread: 1 },
    ])
    const end = ({ cookie }: Person) => svc.call('DELETE', `/api/notifications/subscribe/${id}`, { cookie })
    expect([(await end(nova)).status, (await end(ada)).status, (await end(ada)).status]).toEqual([403, 204, 404])
    expect(subscriptions(svc)).toEqual([])
  })

  test('ends with the session in which it was made', async () => {
    await using peer = startPushService()
    const { svc, nova, ada } = await openPhone(peer)
    await using _ = svc
    await svc.call('POST', '/api/auth/logout', { cookie: nova.cookie })
    expect(subscriptions(svc)).toEqual([])
    tell(svc, nova, ada, '1')
    await idle(svc)
    expect([peer.asked(), rowsOf(svc, 'notifications').length]).toEqual([0, 1])
  })

  test('leads to a push service and nowhere else', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    const { keys } = newBrowser('https://fcm.googleapis.com')
    const refused = [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://nova:secret@fcm.googleapis.com/x',
      'https://fcm.googleapis.com.example.com/x',
      'https://fcm.googleapis.com\\@evil.example/',
      'https:\\\\fcm.googleapis.com/x',
      'https://evilfcm.googleapis.com/x',
      'https://.push.apple.com/x',
      'https://xpush.apple.com/x',
      'https://127.0.0.1/x',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://[::ffff:169.254.169.254]/x',
      'https://2130706433/x',
      'https://localhost/x',
      'https://intranet.local/x',
      'https://example.com/redirects-to-127.0.0.1',
      'ftp://fcm.googleapis.com/x',
      'javascript:alert(1)',
      'x',
    ]
    for (const endpoint of refused) {
      const { status, json } = await subscribe(svc, nova, { endpoint, keys })
      expect([endpoint, status, json]).toMatchObject([endpoint, 400, { code: 'VALIDATION', field: 'endpoint' }])
      svc.tick(1_000)
    }
    expect(subscriptions(svc)).toEqual([])
    for (const host of ['updates.push.services.mozilla.com', 'wns2-am3p.notify.windows.com', 'web.push.apple.com']) {
      expect((await subscribe(svc, nova, newBrowser(`https://${host}`))).status).toBe(201)
    }
  })

  test('is refused with keys that cannot encrypt', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    const { endpoint, keys } = newBrowser('https://fcm.googleapis.com')
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const bad = [
      [{ ...keys, p256dh: offCurve }, 'keys.p256dh'],
      [{ ...keys, p256dh: keys.p256dh.slice(0, 40) }, 'keys.p256dh'],
      [{ ...keys, p256dh: '' }, 'keys.p256dh'],
      [{ ...keys, auth: 'AAAA' }, 'keys.auth'],
      [{ ...keys, auth: 'not base64!' }, 'keys.auth'],
      [{ p256dh: keys.p256dh }, 'keys.auth'],
      [{ ...keys, more: 'x' }, 'keys.more'],
    ] as const
    for (const [each, field] of bad) {
      const { status, json } = await subscribe(svc, nova, { endpoint, keys: each })
      expect([each, status, json]).toMatchObject([each, 400, { code: 'VALIDATION', field }])
    }
    expect((await subscribe(svc, nova, { endpoint, keys, expirationTime: 'soon' })).json).toMatchObject({
      field: 'expirationTime',
    })
    expect(subscriptions(svc)).toEqual([])
  })

  test('is one of ten at most: of 200 those that were heard of last stay', async () => {
    await using svc = await startServer({ clock: 'stands' })
    const nova = cast(svc.ctx, 'nova')
    const ids: unknown[] = []
    for (let index = 0; index < 200; index += 1) {
      svc.tick(1_000)
      const { json } = await subscribe(svc, nova, newBrowser('https://fcm.googleapis.com'))
      ids.push(Reflect.get(Object(json), 'id'))
    }
    expect(subscriptions(svc).map(({ id }) => id)).toEqual(ids.slice(-10).map(String))
  })
})
