import { describe, expect, spyOn, test } from 'bun:test'
import { passwordsOf } from '../../src/account/password/password.ts'
import { AppError } from '../../src/errors.ts'
import { cookieOf, logIn, rowsOf, signUpBody } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'

// So that every Retry-After is exact.
const clock = 'stands'
const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const from = (address: string) => ({ 'x-forwarded-for': address })

const refusal = (seconds: number) => ({
  status: 429,
  retryAfter: String(seconds),
  json: { error: `Too many requests. Try again in ${seconds} s.`, code: 'RATE_LIMIT' },
})

const lockedOut = (seconds: number) => ({
  ...refusal(seconds),
  json: {
    error: 'Too many attempts.',
    code: 'RATE_LIMIT',
    hint: `Wait ${seconds} seconds, or reset your password by email.`,
  },
})

const shown = ({ status, headers, json }: { status: number; headers: Headers; json: unknown }) => ({
  status,
  retryAfter: headers.get('retry-after'),
  json,
})

describe('Sign-in and sign-up', () => {
  test('are ten a minute for an address together, signed in or not, before the body is looked at', async () => {
    await using svc = await startServer({ clock, env: proxied })
    const cookie = cookieOf(
      await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova'), headers: from('192.0.2.1') }),
    )
    const attempt = (address: string, path = 'login') =>
      svc.call('POST', `/api/auth/${path}`, { body: {}, cookie, headers: from(address) })
    for (let count = 1; count < 10; count += 1) expect((await attempt('192.0.2.1')).status).toBe(400)
    expect(shown(await attempt('192.0.2.1'))).toEqual(refusal(6))
    expect(shown(await attempt('192.0.2.1', 'signup'))).toEqual(refusal(6))
    expect((await attempt('192.0.2.2')).status).toBe(400)
    svc.tick(5_999)
    expect(shown(await attempt('192.0.2.1'))).toEqual(refusal(1))
    svc.tick(1)
    expect((await attempt('192.0.2.1')).status).toBe(400)
  })

  test('fail five times a minute for an email from one address, which holds up no other', async () => {
    await using svc = await startServer({ clock, env: proxied })
    await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova'), headers: from('192.0.2.9') })
    const attempt = (email: string, secret: string, address: string) => logIn(svc, email, secret, from(address))
    const wrong = 'wrong password'
    for (const email of ['nova@example.org', 'nobody@example.org']) {
      svc.tick(60_000)
      for (let count = 0; count < 5; count += 1) expect((await attempt(email, wrong, '192.0.2.1')).status).toBe(401)
      expect(shown(await attempt(email, wrong, '192.0.2.1'))).toEqual(lockedOut(12))
      expect((await attempt(email, wrong, '192.0.2.2')).status).toBe(401)
    }
    expect(shown(await logIn(svc, 'NOBODY@example.org', undefined, from('192.0.2.1')))).toEqual(lockedOut(12))
    svc.tick(12_000)
    expect((await logIn(svc, 'nova@example.org', undefined, from('192.0.2.1'))).status).toBe(200)
  })

  test('that succeed are no failures, nor are twenty at once a way around the five', async () => {
    await using svc = await startServer({ clock })
    await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') })
    for (let count = 0; count < 7; count += 1) expect((await logIn(svc, 'nova@example.org')).status).toBe(200)
    svc.tick(60_000)
    const burst = await Promise.all(Array.from({ length: 9 }, () => logIn(svc, 'nova@example.org', 'wrong password')))
    const statuses = burst.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(4).fill(429)])
  })

  test('that could not be looked at for the crowd are no failures', async () => {
    await using svc = await startServer({ clock, env: proxied })
    await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova'), headers: from('192.0.2.9') })
    const crowded = new AppError('UNAVAILABLE', 'Too many people are signing in right now.', { retryAfter: 2 })
    {
      using _matches = spyOn(passwordsOf(svc.ctx), 'matches').mockRejectedValue(crowded)
      for (let count = 0; count < 8; count += 1) {
        const answer = await logIn(svc, 'nova@example.org', 'wrong password', from('192.0.2.1'))
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      }
    }
    expect((await logIn(svc, 'nova@example.org', 'wrong password', from('192.0.2.1'))).status).toBe(401)
    expect((await logIn(svc, 'nova@example.org', undefined, from('192.0.2.1'))).status).toBe(200)
  })

  test('fail fifty times an hour for an email from anywhere, whether or not it has an account', async () => {
    await using svc = await startServer({ clock, env: proxied })
    // Tries are counted here, not the work of hashing.
    using _verify = spyOn(Bun.password, 'verify').mockResolvedValue(false)
    const attempts = Array.from({ length: 50 }, (_, index) =>
      logIn(svc, 'nobody@example.org', 'wrong', from(`192.0.2.${index}`)),
    )
    expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([401]))
    // The email's limit refused those tries, so none of them counts as a failure from the address.
    for (let count = 0; count < 7; count += 1) {
      expect(shown(await logIn(svc, 'nobody@example.org', 'wrong', from('192.0.2.99')))).toEqual(lockedOut(72))
    }
    expect((await logIn(svc, 'somebody@example.org', 'wrong', from('192.0.2.99'))).status).toBe(401)
  })
})

describe('Reset your password', () => {
  test('is mailed for five times an hour to an address, and then still answered alike', async () => {
    await using svc = await startServer()
    await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') })
    for (let count = 0; count < 8; count += 1) {
      const answer = await svc.call('POST', '/api/auth/password/forgot', { body: { email: 'nova@example.org' } })
      expect([answer.status, answer.text]).toEqual([204, ''])
      await svc.ctx.jobs.idle()
    }
    const kinds = svc.ctx.db.$client.query("SELECT count(*) AS n FROM mails WHERE kind = 'reset-password'").all()
    expect(kinds).toEqual([{ n: 5 }])
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })
})

describe('What is mailed to one address', () => {
  test('is an email each twelve minutes after the first five, whoever asks for it', async () => {
    await using svc = await startServer({ clock })
    const cookie = cookieOf(await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova') }))
    const sent = async () => {
      const statuses: number[] = []
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await svc.call('POST', '/api/auth/email/send', { cookie })).status)
        await svc.call('POST', '/api/auth/password/forgot', { body: { email: 'Nova@example.org' } })
        await svc.ctx.jobs.idle()
      }
      const kinds = ['verify-email', 'reset-password']
      const counts = kinds.map(
        (kind) => rowsOf(svc, `mails WHERE kind = '${kind}' AND created_at = ${svc.ctx.now()}`).length,
      )
      return [statuses, ...counts]
    }
    // Sign-up sent the first of the four emails; the other three were asked for.
    expect(await sent()).toEqual([[204, 204, 204], 4, 2])
    svc.tick(12 * 60_000 - 1)
    expect(await sent()).toEqual([[429, 429, 429], 0, 0])
    svc.tick(1)
    expect(await sent()).toEqual([[204, 429, 429], 1, 0])
    svc.tick(60 * 60_000)
    expect(await sent()).toEqual([[204, 204, 204], 3, 2])
    svc.tick(24 * 60 * 60_000)
    expect(await sent()).toEqual([[204, 204, 204], 3, 2])
  })
})

describe('Handle availability', () => {
  test('is sixty a minute for an address', async () => {
    await using svc = await startServer({ clock })
    const ask = () => svc.call('GET', '/api/handles/nova/available')
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(shown(await ask())).toEqual(refusal(1))
  })
})
