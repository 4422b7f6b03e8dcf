import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { createRecentLines, shownLines } from '../../src/platform/recent-lines.ts'
import { signUpBody } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, world } from '../support/world.ts'

const html = { accept: 'text/html' }

const close = (svc: TestServer, cookie: string, isOn: boolean, text = '') =>
  svc.call('PUT', '/api/desk/maintenance', { cookie, body: { isOn, text } })

describe('A site that is closed for work', () => {
  test('says so on its pages to all but its owner, and is open again when the owner opens it', async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    expect((await svc.call('GET', '/@nova', { headers: html })).status).toBe(200)
    expect((await close(svc, nova.cookie, true, 'New shelves: back at noon.')).status).toBe(204)
    for (const cookie of [undefined, ada.cookie]) {
      for (const path of ['/', '/@nova', '/signup', '/library', '/checkout/nova']) {
        const { status, text, headers } = await svc.call('GET', path, { cookie, headers: html })
        expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '600'])
        expect(text).toContain('New shelves: back at noon.')
        expect(headers.get('cache-control') ?? '').toContain('no-store')
      }
    }
    expect((await svc.call('GET', '/', { cookie: nova.cookie, headers: html })).status).toBe(200)
    expect((await svc.call('GET', '/login', { headers: html })).status).toBe(200)
    expect((await close(svc, ada.cookie, false)).status).toBe(503)
    await close(svc, nova.cookie, false)
    expect((await svc.call('GET', '/@nova', { headers: html })).status).toBe(200)
  })

  test('takes nothing new, while what has begun goes on: payments, webhooks, streams, sign-in', async () => {
    await using svc = await startServer({ env: { PAYMENTS: 'test' } })
    const { nova, ada, dawn } = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    await close(svc, nova.cookie, true)
    const refused = async (method: string, path: string, body: unknown, cookie?: string) => {
      const { status, json, headers } = await svc.call(method, path, { body, cookie })
      expect([path, status, Reflect.get(Object(json), 'code'), headers.get('retry-after')]).toEqual([
        path,
        503,
        'UNAVAILABLE',
        '600',
      ])
    }
    await refused('POST', '/api/auth/signup', signUpBody('late'))
    await refused('POST', '/api/checkout/payment-intent', { slug: 'nova' }, ada.cookie)
    await refused('POST', '/api/casset/nova/comment', { text: 'hello' }, ada.cookie)
    // Each is refused for what it asks, not because the site is closed.
    const on = async (method: string, path: string, body: unknown, cookie?: string) =>
      (await svc.call(method, path, { body, cookie })).status
    expect(await on('POST', '/api/checkout/verify', { paymentIntentId: 'pi_nothing' }, ada.cookie)).toBe(404)
    expect(await on('POST', '/api/webhooks/stripe', {})).toBe(400)
    expect(await on('POST', '/api/audio/token', { trackId: dawn.id }, ada.cookie)).toBe(201)
    expect(await on('POST', '/api/auth/login', { email: 'ada@example.com', password: 'wrong one' })).toBe(401)
    expect(await on('GET', '/api/casset/nova/media', undefined)).toBe(200)
    expect(await on('GET', '/api/v1/artists/nova', undefined)).toBe(200)
    expect(await on('PATCH', '/api/auth/nothing', {}, nova.cookie)).toBe(404)
  })

  test('is still closed after a restart', async () => {
    await using first = await startServer()
    const nova = cast(first.ctx, 'nova')
    makeOwner(first.ctx, 'nova@example.com')
    await close(first, nova.cookie, true)
    await using next = await startServer({ dataDir: first.dataDir })
    expect((await next.call('GET', '/', { headers: html })).status).toBe(503)
  })
})

describe('The log at the desk', () => {
  test('has the newest 1,000 lines, without secrets and addresses', () => {
    const lines = createRecentLines()
    const log = (n: number, fields: object) =>
      lines.add(JSON.stringify({ at: '2026-11-26T00:00:00.000Z', level: 'info', event: `e${n}`, ...fields }))
    for (let n = 0; n < 2_500; n += 1) log(n, {})
    log(2_500, {
      address: '203.0.113.7',
      userAgent: 'Mozilla',
      userId: '0193b5a0-0000-7000-8000-000000000000',
      fault:
        'nova@example.com at 203.0.113.7 or 2001:db8::1 by smtp://deck:letmein@mail.example sent sk_live_4eC39HqLyjWDarjtT1',
      token: 'x'.repeat(43),
    })
    const shown = shownLines(lines, () => true)
    expect([shown.length, shown[0]?.event, shown.at(-1)?.event]).toEqual([1_000, 'e2500', 'e1501'])
    expect(shown[0]?.text).toBe(
      'userId=0193b5a0-0000-7000-8000-000000000000  fault=(email) at (address) or (address) by (email) sent (secret)  token=(secret)',
    )
  })

  test('is searched by words and by what is serious', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    makeOwner(svc.ctx, 'nova@example.com')
    svc.ctx.log.info('quiet event', {})
    svc.ctx.log.warn('loud event', {})
    const read = async (query: string) =>
      (await svc.call('GET', `/desk/log${query}`, { cookie: nova.cookie, headers: html })).text
    expect(await read('')).toContain('quiet event')
    const serious = await read('?only=trouble')
    expect([serious.includes('loud event'), serious.includes('quiet event')]).toEqual([true, false])
    expect(await read('?words=QUIET')).not.toContain('loud event')
    expect(await read('?words=nothing')).toContain('No lines match.')
  })

  test('at debug has every request by its route, and each slow statement, and none at info', async () => {
    await using quiet = await startServer()
    await quiet.call('GET', '/api/casset/nova/media')
    expect(quiet.logged.filter((line) => line.includes('"event":"request"'))).toEqual([])
    await using svc = await startServer({ env: { LOG_LEVEL: 'debug' } })
    await svc.call('GET', '/api/casset/nova/media?words=secret', { headers: { 'x-request-id': 'mine-1' } })
    const [line = '{}'] = svc.logged.filter((each) => each.includes('"event":"request"'))
    expect(JSON.parse(line)).toMatchObject({
      level: 'debug',
      id: 'mine-1',
      method: 'GET',
      route: '/api/casset/:slug/media',
      status: 404,
      ms: expect.any(Number),
    })
    expect(line).not.toContain('secret')
    svc.ctx.db.$client
      .query('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n')
      .get()
    const slow = svc.logged.filter((each) => each.includes('slow statement'))
    expect(slow.some((each) => each.includes('WITH RECURSIVE n(i)'))).toBe(true)
  })
})
