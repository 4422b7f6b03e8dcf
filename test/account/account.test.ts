import { describe, expect, spyOn, test } from 'bun:test'
import { passwordsOf } from '../../src/account/password/password.ts'
import { cookieOf, logIn, password, rowsOf, signUp, signUpBody } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'
import { shareNames, shareServer } from '../support/shared.ts'

const sharedServer = shareNames()

const written = ['users', 'artists', 'cassets', 'sessions', 'mailed_tokens', 'mails', 'jobs']

const empty = shareServer(() => ({}))

describe('Sign-up', () => {
  test('makes an account with one artist and one unpublished free casset, and signs it in', async () => {
    await using svc = await startServer({ env: { CURRENCY: 'eur' } })
    const body = signUpBody('nova', { email: 'Nova@Example.ORG', displayName: '  Nova\u202e  Dawn\n' })
    const answer = await svc.call('POST', '/api/auth/signup', { body })
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      user: { id, email: 'nova@example.org' },
      artist: { id, handle: 'nova', displayName: 'Nova Dawn' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const now = await svc.call('GET', '/api/auth/session', { cookie: cookieOf(answer) })
    expect(now.json).toEqual(answer.json)
    expect(rowsOf(svc, 'cassets')).toMatchObject([
      { name: 'Nova Dawn', price_minor: 0, currency: 'eur', published: 0, published_at: null, privacy: 'public' },
    ])
    expect(rowsOf(svc, 'users')).toMatchObject([{ role: 'member', email_verified_at: null }])
  })

  test('keeps only an argon2id hash of the password, at the cost we chose', async () => {
    await using svc = await startServer({ hashes: 'as served' })
    await signUp(svc, 'nova')
    const [user] = svc.ctx.db.$client.query<{ password_hash: string }, []>('SELECT password_hash FROM users').all()
    expect(user?.password_hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await Bun.password.verify(password, user?.password_hash ?? '')).toBe(true)
    const everything = ['users', 'sessions', 'mails', 'jobs'].flatMap((table) => rowsOf(svc, table))
    expect(JSON.stringify([everything, svc.logged])).not.toContain(password)
    expect(svc.logged.join()).not.toContain('nova@example.org')
  })

  test.each([
    ['email', 'not-an-address'],
    ['email', 'a@b'],
    ['email', 'nova@example.org\r\nBcc: all@example.org'],
    ['email', 'nova@example.org,ada@example.org'],
    ['email', `${'n'.repeat(65)}@example.org`],
    ['email', `nova@${'e'.repeat(250)}.org`],
    ['password', 'ninechars'],
    ['password', '😀'.repeat(9)],
    ['password', 'x'.repeat(201)],
    ['handle', 'No'],
    ['handle', 'Nova'],
    ['handle', 'n'.repeat(31)],
    ['displayName', ''],
    ['displayName', ' \u200b\t'],
    ['displayName', 'n'.repeat(161)],
    ['role', 'owner'],
  ])('refuses a body whose %s is %p, and writes nothing', async (field, value) => {
    const { svc } = await empty()
    const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova', { [field]: value }) })
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(written.flatMap((table) => rowsOf(svc, table))).toEqual([])
  })

  test('counts code points: ten emoji are a password, 160 a name', async () => {
    const svc = await sharedServer()
    const body = signUpBody('nova', { password: '😀'.repeat(10), displayName: '🎛'.repeat(160) })
    expect((await svc.call('POST', '/api/auth/signup', { body })).status).toBe(201)
  })

  test('refuses a taken handle, a word of the site, and a known email in any case', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    const before = written.map((table) => rowsOf(svc, table))
    const refused = async (body: object) => {
      const answer = await svc.call('POST', '/api/auth/signup', { body })
      expect(answer.headers.getSetCookie()).toEqual([])
      return [answer.status, answer.json]
    }
    const taken = { code: 'BAD_STATE', error: 'This handle is taken.', field: 'handle', hint: 'Choose another one.' }
    expect(await refused(signUpBody('nova', { email: 'other@example.org' }))).toEqual([409, taken])
    expect(await refused(signUpBody('studio'))).toEqual([409, taken])
    expect(await refused(signUpBody('ada', { email: 'NOVA@example.org' }))).toEqual([
      409,
      {
        code: 'BAD_STATE',
        error: 'There is already an account with this email address.',
        field: 'email',
        hint: 'Sign in, or reset your password.',
      },
    ])
    expect(written.map((table) => rowsOf(svc, table))).toEqual(before)
  })

  test('of forty people at once with one handle lets exactly one in', async () => {
    await using svc = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    // Hashing leaves a gap in which all forty find the handle free; its work does not matter here.
    using hash = spyOn(Bun.password, 'hash').mockImplementation(async () => {
      await Bun.sleep(5)
      return 'no hash'
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        svc.call('POST', '/api/auth/signup', {
          body: signUpBody('nova', { email: `nova${index}@example.org` }),
          headers: { 'x-forwarded-for': `198.51.100.${index}` },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array(39).fill(409)])
    expect(hash.mock.calls.length).toBeGreaterThan(1)
    expect(['users', 'artists', 'cassets', 'sessions'].map((table) => rowsOf(svc, table).length)).toEqual([1, 1, 1, 1])
  })

  test.each(['closed', 'invite'])('is FORBIDDEN with a hint when registration is %s', async (registration) => {
    await using svc = await startServer({ env: { REGISTRATION: registration } })
    const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') })
    const forbidden = { code: 'FORBIDDEN', error: 'Sign-up is not open here.', hint: expect.any(String) }
    expect([answer.status, answer.json]).toEqual([403, forbidden])
    expect(written.flatMap((table) => rowsOf(svc, table))).toEqual([])
  })
})

describe('Sign-in', () => {
  test('answers as sign-up did, whatever the case of the email', async () => {
    const svc = await sharedServer()
    const signedUp = await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') })
    const answer = await logIn(svc, 'NOVA@Example.org')
    expect([answer.status, answer.json]).toEqual([200, signedUp.json])
  })

  test('tells an unknown email, a wrong password and an account without one apart by nothing', async () => {
    await using svc = await startServer({ hashes: 'as served' })
    await signUp(svc, 'nova')
    await signUp(svc, 'ada')
    await signUp(svc, 'eve')
    svc.ctx.db.$client.run("UPDATE users SET password_hash = 'no hash' WHERE email = 'eve@example.org'")
    svc.ctx.db.$client.run("UPDATE users SET password_hash = NULL WHERE email = 'ada@example.org'")
    using verify = spyOn(Bun.password, 'verify')
    const attempt = async (email: string) => {
      const count = verify.mock.calls.length
      const { status, text, headers } = await logIn(svc, email, 'a wrong password')
      const names = [...headers.keys()].toSorted()
      return { status, text, names, verified: verify.mock.calls.length - count }
    }
    const wrong = await attempt('nova@example.org')
    expect(wrong).toMatchObject({
      status: 401,
      text: '{"error":"The email address or the password is wrong.","code":"UNAUTHENTICATED"}',
      verified: 1,
    })
    expect(wrong.names).not.toContain('set-cookie')
    expect(await attempt('eve@example.org')).toEqual(wrong)
    for (const email of ['nobody@example.org', 'ada@example.org', 'not an address', '']) {
      expect(await attempt(email)).toEqual(wrong)
    }
    const costs = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(1, 4).join('$')).filter(Boolean)
    expect(new Set(costs)).toEqual(new Set(['argon2id$v=19$m=19456,t=2,p=1']))
  })

  test('takes the same password written with other code points', async () => {
    const svc = await sharedServer()
    const body = signUpBody('nova', { password: 'caf\u00e9 caf\u00e9 caf\u00e9' })
    await svc.call('POST', '/api/auth/signup', { body })
    expect((await logIn(svc, 'nova@example.org', 'cafe\u0301 cafe\u0301 cafe\u0301')).status).toBe(200)
    expect((await logIn(svc, 'nova@example.org', 'cafe cafe cafe')).status).toBe(401)
  })

  test('of a flood is UNAVAILABLE beyond a short queue', async () => {
    const svc = await sharedServer()
    const held = Promise.withResolvers<boolean>()
    using verify = spyOn(Bun.password, 'verify').mockReturnValue(held.promise)
    const attempts = Array.from({ length: 80 }, () => passwordsOf(svc.ctx).matches('whatever it is', null))
    await Promise.resolve()
    expect(verify).toHaveBeenCalledTimes(4)
    held.resolve(true)
    const outcomes = await Promise.allSettled(attempts)
    expect(verify).toHaveBeenCalledTimes(68)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(12)
    expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE', detail: { retryAfter: 2 } } })
  })
})

describe('Signing out', () => {
  test('ends the session and clears the cookie, and may be done twice', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    for (const _ of [1, 2]) {
      const answer = await svc.call('POST', '/api/auth/logout', { cookie })
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(answer.headers.getSetCookie()).toEqual(['svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    }
    const after = await svc.call('GET', '/api/auth/session', { cookie })
    expect([after.status, after.json]).toEqual([
      401,
      { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
    ])
    expect(rowsOf(svc, 'sessions')).toEqual([])
  })
})
