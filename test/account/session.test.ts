import { describe, expect, test } from 'bun:test'
import { sign } from 'cookie-signature'
import { cookieOf, logIn, rowsOf, signUp, signUpBody } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'

const sharedServer = shareNames()

const day = 86_400_000
const unauthenticated = [401, { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' }]

const session = async (svc: TestServer, cookie?: string) => {
  const answer = await svc.call('GET', '/api/auth/session', { cookie })
  return [answer.status, answer.json]
}

/** The text with another letter at `at`, so that its bits differ. */
const withOther = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'w' ? 'Q' : 'w'}${text.slice(at + 1)}`

const signedToken = (cookie: string) => decodeURIComponent(cookie.replace('svc_session=', ''))

describe('The session cookie', () => {
  test('is out of reach of scripts and other sites, and Secure on https alone', async () => {
    for (const [baseUrl, ending] of [
      ['http://localhost:3000', ''],
      ['https://music.example', '; Secure'],
    ] as const) {
      await using svc = await startServer({ env: { BASE_URL: baseUrl } })
      const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') })
      const [cookie, device, ...others] = answer.headers.getSetCookie()
      expect(cookie).toMatch(
        /^svc_session=[\w-]{43}\.[\w%+/-]+; Max-Age=2592000; Path=\/; HttpOnly(; Secure)?; SameSite=Lax$/,
      )
      expect(device).toMatch(
        /^svc_device=[\w-]{22}\.[\w-]{22}\.[\w%+/-]+; Max-Age=31536000; Path=\/; HttpOnly(; Secure)?; SameSite=Lax$/,
      )
      for (const each of [cookie, device]) expect(each?.includes('; Secure')).toBe(ending !== '')
      expect(others).toEqual([])
    }
  })

  test('is stored as a hash: nothing in the database opens a session', async () => {
    await using svc = await startServer()
    const [token = ''] = signedToken(await signUp(svc, 'nova')).split('.')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const hash = new Bun.CryptoHasher('sha256').update(token).digest('hex')
    expect(rowsOf(svc, 'sessions')).toMatchObject([{ token_hash: hash }])
    expect(JSON.stringify(rowsOf(svc, 'sessions'))).not.toContain(token)
    expect(svc.logged.join()).not.toContain(token)
  })

  test('that is missing, empty, tampered with, unsigned or signed by another is no session, and no fault', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    const signed = signedToken(cookie)
    const [token = ''] = signed.split('.')
    const forged = [
      '',
      '=',
      '.',
      '%',
      '%00',
      token,
      `${token}.`,
      withOther(signed, 0),
      withOther(signed, signed.length - 1),
      sign(token, 'another secret of theirs'),
      sign('', svc.ctx.secrets.session[0] ?? ''),
      sign('unknown', svc.ctx.secrets.session[0] ?? ''),
      'x'.repeat(4_000),
    ]
    expect(await session(svc)).toEqual(unauthenticated)
    for (const value of forged)
      expect([value, ...(await session(svc, `svc_session=${value}`))]).toEqual([value, ...unauthenticated])
    expect(await session(svc, `SVC_SESSION=${signed}`)).toEqual(unauthenticated)
    expect((await session(svc, `other=1; ${cookie}; more=2`))[0]).toBe(200)
    // A cookie that another site under the same domain sets comes first or last, and signs nobody
    // out.
    for (const other of ['svc_session=x.y', 'svc_session=', 'svc_session=%'])
      for (const both of [`${other}; ${cookie}`, `${cookie};${other}`]) {
        expect([both, (await session(svc, both))[0]]).toEqual([both, 200])
      }
    const upload = await svc.call('POST', '/api/auth/update-profile', { cookie: 'svc_session=', body: { bio: 'x' } })
    expect([upload.status, upload.json]).toEqual(unauthenticated)
  })

  test('signed with an older secret goes on while that secret is listed, and ends with it', async () => {
    const [older, newer] = ['an older secret of ours', 'a newer secret of ours']
    await using first = await startServer({ env: { SESSION_SECRETS: older } })
    const cookie = await signUp(first, 'nova')
    const again = (secrets: string) => startServer({ dataDir: first.dataDir, env: { SESSION_SECRETS: secrets } })
    {
      await using both = await again(`${newer},${older}`)
      expect((await session(both, cookie))[0]).toBe(200)
      const fresh = cookieOf(await logIn(both, 'nova@example.org'))
      expect((await session(first, fresh))[0]).toBe(401)
    }
    await using newerAlone = await again(newer)
    expect(await session(newerAlone, cookie)).toEqual(unauthenticated)
  })
})

describe('A session', () => {
  test('ends thirty days after sign-in, however busy', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    for (const passed of [10, 20, 29]) {
      svc.tick((passed === 29 ? 9 : 10) * day)
      expect([passed, (await session(svc, cookie))[0]]).toEqual([passed, 200])
    }
    svc.tick(day - 10_000)
    expect((await session(svc, cookie))[0]).toBe(200)
    svc.tick(10_000)
    expect(await session(svc, cookie)).toEqual(unauthenticated)
  })

  test('ends after fourteen days without use', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    svc.tick(14 * day - 10_000)
    expect((await session(svc, cookie))[0]).toBe(200)
    svc.tick(14 * day)
    expect(await session(svc, cookie)).toEqual(unauthenticated)
  })

  test('is a new one at each sign-in, and the old one of that browser ends', async () => {
    const svc = await sharedServer()
    const old = await signUp(svc, 'nova')
    const elsewhere = cookieOf(await logIn(svc, 'nova@example.org'))
    const fresh = cookieOf(await logIn(svc, 'nova@example.org', undefined, { cookie: old }))
    expect(new Set([old, elsewhere, fresh]).size).toBe(3)
    expect(await session(svc, old)).toEqual(unauthenticated)
    expect([(await session(svc, elsewhere))[0], (await session(svc, fresh))[0]]).toEqual([200, 200])
  })

  test('that is signed out ends in that browser alone, and its cookie goes', async () => {
    await using svc = await startServer()
    const here = await signUp(svc, 'nova')
    const elsewhere = cookieOf(await logIn(svc, 'nova@example.org'))
    const ada = await signUp(svc, 'ada')
    const answer = await svc.call('POST', '/api/auth/logout', { cookie: here })
    expect([answer.status, answer.text, answer.headers.getSetCookie()]).toEqual([
      204,
      '',
      ['svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    ])
    expect(await session(svc, here)).toEqual(unauthenticated)
    expect([(await session(svc, elsewhere))[0], (await session(svc, ada))[0]]).toEqual([200, 200])
    expect((await svc.call('POST', '/api/auth/logout')).status).toBe(204)
    expect(rowsOf(svc, 'sessions')).toHaveLength(2)
  })

  test('that fails to sign in keeps the one it had', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    expect((await logIn(svc, 'nova@example.org', 'wrong password', { cookie })).status).toBe(401)
    expect((await session(svc, cookie))[0]).toBe(200)
  })

  test('that has ended long ago leaves no row behind after the next day', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    svc.tick(31 * day)
    await signUp(svc, 'ada')
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'sessions')).toHaveLength(2)
    svc.tick(90 * day)
    await signUp(svc, 'ivo')
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'sessions')).toHaveLength(2)
  })
})

describe('The list of sessions', () => {
  const list = (svc: TestServer, cookie: string, query = '') =>
    svc.call('GET', `/api/auth/sessions${query}`, { cookie })

  test('shows the living ones of the viewer alone, newest first, without anything that opens them', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'ada')
    const begun = svc.ctx.now()
    const first = cookieOf(
      await svc.call('POST', '/api/auth/signup', {
        body: signUpBody('nova'),
        headers: { 'user-agent': 'Deck 1\tbeta' },
      }),
    )
    svc.tick(1_000)
    const second = cookieOf(await logIn(svc, 'nova@example.org', undefined, { 'user-agent': 'D'.repeat(500) }))
    const answer = await list(svc, second)
    const row = (current: boolean, userAgent: string) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      current,
      userAgent,
      createdAt: expect.stringMatching(/Z$/),
      seenAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
    })
    expect([answer.status, answer.json]).toEqual([
      200,
      { sessions: [row(true, 'D'.repeat(200)), row(false, 'Deck 1 beta')], nextCursor: null },
    ])
    const [{ expires_at, seen_at } = { expires_at: 0, seen_at: 0 }] = svc.ctx.db.$client
      .query<{ expires_at: number; seen_at: number }, []>('SELECT * FROM sessions ORDER BY id DESC')
      .all()
    expect(expires_at - seen_at).toBe(30 * day)
    expect(seen_at - begun).toBeGreaterThanOrEqual(1_000)
    expect(answer.text).not.toContain(signedToken(first).split('.')[0] ?? '')
  })

  test('leaves out those that ended, by disuse or by their age', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    const unused = cookieOf(await logIn(svc, 'nova@example.org'))
    const busy = cookieOf(await logIn(svc, 'nova@example.org'))
    svc.tick(13 * day)
    expect((await session(svc, busy))[0]).toBe(200)
    svc.tick(2 * day)
    expect((await session(svc, unused))[0]).toBe(401)
    expect(idsOf((await list(svc, busy)).json)).toHaveLength(1)
    svc.tick(12 * day)
    expect((await session(svc, busy))[0]).toBe(200)
    svc.tick(2 * day)
    const last = cookieOf(await logIn(svc, 'nova@example.org'))
    expect(idsOf((await list(svc, last)).json)).toHaveLength(2)
    svc.tick(day)
    // The thirty days of the busy session are over, though it was used three days ago.
    expect(idsOf((await list(svc, last)).json)).toHaveLength(1)
  })

  test('comes in pages', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    for (const _ of [1, 2, 3]) {
      svc.tick(10)
      await logIn(svc, 'nova@example.org')
    }
    const all = await list(svc, cookie)
    const page = await list(svc, cookie, '?limit=3')
    const next = cursorOf(page.json)
    const rest = await list(svc, cookie, `?limit=3&cursor=${next}`)
    expect([...idsOf(page.json), ...idsOf(rest.json)]).toEqual(idsOf(all.json))
    expect([idsOf(page.json).length, idsOf(rest.json).length, cursorOf(rest.json)]).toEqual([3, 1, null])
    for (const limit of ['1', '10', '99', '100']) expect((await list(svc, cookie, `?limit=${limit}`)).status).toBe(200)
    const tooLong = await list(svc, cookie, `?cursor=${'x'.repeat(201)}`)
    expect([tooLong.status, tooLong.json]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION', field: 'cursor' }),
    ])
    for (const limit of ['0', '00', '-1', '101', '200', '1000', 'many', '1.5', '']) {
      const answer = await list(svc, cookie, `?limit=${limit}`)
      expect([answer.status, answer.json]).toEqual([
        400,
        expect.objectContaining({ code: 'VALIDATION', field: 'limit' }),
      ])
    }
  })

  test('lets its owner end one by one, and nobody else', async () => {
    const svc = await sharedServer()
    const ada = await signUp(svc, 'ada')
    const nova = await signUp(svc, 'nova')
    svc.tick(10)
    const phone = cookieOf(await logIn(svc, 'nova@example.org'))
    const [phoneId = '', novaId = ''] = idsOf((await list(svc, nova)).json)
    const end = async (cookie: string | undefined, id: string) => {
      const answer = await svc.call('DELETE', `/api/auth/sessions/${id}`, { cookie })
      return [answer.status, answer.json, answer.headers.getSetCookie()]
    }
    const absent = [404, { error: 'There is no such session.', code: 'NOT_FOUND' }, []]
    expect(await end(ada, phoneId)).toEqual(absent)
    expect(await end(ada, svc.ctx.uuid())).toEqual(absent)
    expect(await end(ada, 'not-an-id')).toEqual(absent)
    expect(await end(undefined, phoneId)).toEqual([...unauthenticated, []])
    expect((await session(svc, phone))[0]).toBe(200)

    expect(await end(nova, phoneId)).toEqual([204, undefined, []])
    expect(await session(svc, phone)).toEqual(unauthenticated)
    expect((await session(svc, nova))[0]).toBe(200)
    const own = await end(nova, novaId)
    expect(own).toEqual([204, undefined, ['svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']])
    expect(await session(svc, nova)).toEqual(unauthenticated)
    expect((await session(svc, ada))[0]).toBe(200)
  })
})

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

function idsOf(json: unknown): string[] {
  const { sessions } = record(json)
  return Array.isArray(sessions) ? sessions.map((row: unknown) => String(record(row).id)) : []
}

const cursorOf = (json: unknown): unknown => record(json).nextCursor
