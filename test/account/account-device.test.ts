import { describe, expect, spyOn, test } from 'bun:test'
import { sign } from 'cookie-signature'
import { passwordsOf } from '../../src/account/password/password.ts'
import { password, signUp, signUpBody } from '../support/account/account.ts'
import { askReset } from '../support/account/reset.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'

const options = { clock: 'stands', env: { TRUSTED_PROXIES: '127.0.0.1' } } as const
const opened = shareNames(options, 'limited')
const from = (address: string) => ({ 'x-forwarded-for': address })
const email = 'nova@example.org'
const newPassword = 'battery staple horse'
const hour = 3_600_000

/** The name under which a browser keeps a cookie that an answer sets. */
const cookieNamed = ({ headers }: Answer, name: string): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .find((each) => each.startsWith(`${name}=`)) ?? ''

const deviceOf = (answer: Answer) => cookieNamed(answer, 'svc_device')
const heldBy = (cookie: string) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))

type Try = { secret?: string; address?: string; device?: string; as?: string }

const logIn = (svc: TestServer, { secret = password, address = '192.0.2.1', device, as = email }: Try = {}) =>
  svc.call('POST', '/api/auth/login', { body: { email: as, password: secret }, headers: from(address), cookie: device })

const signUpFrom = (svc: TestServer, handle: string, address = '198.51.100.1', cookie?: string) =>
  svc.call('POST', '/api/auth/signup', { body: signUpBody(handle), headers: from(address), cookie })

/**
 * Tries fifty wrong passwords from many addresses, after which strangers cannot sign in to the
 * account.
 */
async function attack(svc: TestServer) {
  using _verify = spyOn(Bun.password, 'verify').mockResolvedValue(false)
  const tries = Array.from({ length: 51 }, (_, index) => logIn(svc, { secret: 'x', address: `203.0.113.${index}` }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted().slice(-2)).toEqual([401, 429])
}

describe('A browser that signed in before', () => {
  test('gets in while strangers at many addresses shut the account for everybody else', async () => {
    const svc = await opened()
    const device = deviceOf(await signUpFrom(svc, 'nova'))
    await attack(svc)
    const shut = await logIn(svc)
    expect([shut.status, shut.headers.getSetCookie()]).toEqual([429, []])
    const inside = await logIn(svc, { device })
    expect(inside.status).toBe(200)
    expect((await logIn(svc, { device: deviceOf(inside) })).status).toBe(200)
  })

  test('gets in beside a stranger at its very address who uses up all that the address may ask', async () => {
    const svc = await opened()
    const device = deviceOf(await signUpFrom(svc, 'nova'))
    for (let count = 0; count < 11; count += 1) await logIn(svc, { secret: 'wrong', as: `other${count}@example.org` })
    expect((await logIn(svc)).status).toBe(429)
    expect((await logIn(svc, { device })).status).toBe(200)
    for (let count = 0; count < 60; count += 1)
      await svc.call('POST', '/api/auth/email/verify', { body: {}, headers: from('192.0.2.1') })
    const forgot = (cookie?: string) =>
      svc.call('POST', '/api/auth/password/forgot', { body: { email }, headers: from('192.0.2.1'), cookie })
    expect((await forgot()).status).toBe(429)
    expect((await forgot(device)).status).toBe(204)
  })

  test('guesses five times a minute and twenty times an hour, and takes nothing from the strangers', async () => {
    const svc = await opened()
    const device = deviceOf(await signUpFrom(svc, 'nova'))
    using _verify = spyOn(Bun.password, 'verify').mockResolvedValue(false)
    const guess = async (address: string) => (await logIn(svc, { secret: 'x', device, address })).status
    const guesses: number[] = []
    for (let minute = 0; minute < 6; minute += 1) {
      for (let count = 0; count < 6; count += 1) guesses.push(await guess(`192.0.2.${minute}`))
      svc.tick(60_000)
    }
    // Twenty tries, and one more for every three minutes.
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(22)
    expect(guesses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await logIn(svc, { secret: 'x' })).status).toBe(401)
  })

  test('is known to the accounts that signed in from it, and to no other', async () => {
    const svc = await opened()
    await signUpFrom(svc, 'nova')
    const mallory = deviceOf(await signUpFrom(svc, 'mallory'))
    await attack(svc)
    const [id = '', mark = ''] = heldBy(mallory).split('.')
    const secret = svc.ctx.secrets.session[0] ?? ''
    const forged = [
      mallory,
      mallory.slice(0, -2),
      `svc_device=${id}.${mark}`,
      `svc_device=${encodeURIComponent(sign(`${id}.${mark}`, 'another secret of theirs'))}`,
      `svc_device=${encodeURIComponent(sign(id, secret))}`,
      `svc_device=${encodeURIComponent(sign('nova@example.org', secret))}`,
      'svc_device=',
      'svc_device=%',
      `svc_device=${'x'.repeat(4_000)}`,
    ]
    for (const device of forged) expect([device, (await logIn(svc, { device })).status]).toEqual([device, 429])
    expect((await logIn(svc, { as: 'mallory@example.org', device: mallory })).status).toBe(200)
  })

  test('shared by several people knows each of them, up to eight', async () => {
    const svc = await opened()
    let device = deviceOf(await signUpFrom(svc, 'nova'))
    for (let count = 0; count < 7; count += 1) {
      device = deviceOf(await signUpFrom(svc, `friend${count}`, `198.51.100.${count}`, device))
    }
    await attack(svc)
    expect((await logIn(svc, { device })).status).toBe(200)
    const ninth = deviceOf(await signUpFrom(svc, 'ninth', '198.51.100.9', device))
    expect(heldBy(ninth).split('.')).toHaveLength(1 + 8 + 1)
    expect((await logIn(svc, { device: ninth })).status).toBe(429)
    expect((await logIn(svc, { device: ninth, as: 'friend0@example.org' })).status).toBe(200)
  })

  test('signs nobody in by its cookie, which shows nothing of the account', async () => {
    const svc = await opened()
    const answer = await signUpFrom(svc, 'nova')
    const device = deviceOf(answer)
    expect((await svc.call('GET', '/api/auth/session', { cookie: device })).status).toBe(401)
    const asSession = device.replace('svc_device', 'svc_session')
    expect((await svc.call('GET', '/api/auth/session', { cookie: asSession })).status).toBe(401)
    const [user] = svc.ctx.db.$client
      .query<{ id: string; password_hash: string }, [string]>('SELECT * FROM users WHERE email = ?')
      .all(email)
    for (const word of [user?.id ?? '', email, 'nova', user?.password_hash ?? ''])
      expect(heldBy(device)).not.toContain(word)
    const session = cookieNamed(answer, 'svc_session')
    const asDevice = session.replace('svc_session', 'svc_device')
    expect((await logIn(svc, { device: asDevice })).status).toBe(200)
  })

  test('is known while the secret that signed its cookie is listed, and no longer', async () => {
    const [older, newer] = ['an older secret of ours', 'a newer secret of ours']
    await using first = await startServer({ ...options, env: { ...options.env, SESSION_SECRETS: older } })
    const device = deviceOf(await signUpFrom(first, 'nova'))
    for (const [secrets, status] of [
      [`${newer},${older}`, 200],
      [newer, 429],
    ] as const) {
      await using svc = await startServer({
        ...options,
        dataDir: first.dataDir,
        env: { ...options.env, SESSION_SECRETS: secrets },
      })
      await attack(svc)
      expect((await logIn(svc, { device })).status).toBe(status)
    }
  })
})

describe('A reset by mail', () => {
  test('lets its owner in at once, though strangers go on, with the cookie of its answer and without it', async () => {
    const svc = await opened()
    await signUpFrom(svc, 'nova')
    await attack(svc)
    const token = await askReset(svc, email)
    // The address that resets the password has itself used up its tries.
    const reset = await svc.call('POST', '/api/auth/password/reset', {
      body: { token, password: newPassword },
      headers: from('192.0.2.1'),
    })
    expect([reset.status, reset.text, cookieNamed(reset, 'svc_session')]).toEqual([204, '', ''])
    expect((await logIn(svc, { secret: newPassword })).status).toBe(200)
    await attack(svc)
    expect((await logIn(svc, { secret: newPassword })).status).toBe(429)
    expect((await logIn(svc, { secret: newPassword, device: deviceOf(reset) })).status).toBe(200)
  })

  test('forgets the failures of the address that resets', async () => {
    const svc = await opened()
    await signUpFrom(svc, 'nova')
    for (let count = 0; count < 5; count += 1) await logIn(svc, { secret: 'forgotten' })
    expect((await logIn(svc)).status).toBe(429)
    const token = await askReset(svc, email)
    const body = { token, password: newPassword }
    await svc.call('POST', '/api/auth/password/reset', { body, headers: from('192.0.2.1') })
    expect((await logIn(svc, { secret: newPassword })).status).toBe(200)
  })

  test('is not held up by a stranger at the same address, and ends what other browsers were known by', async () => {
    const svc = await opened()
    const device = deviceOf(await signUpFrom(svc, 'nova'))
    const token = await askReset(svc, email)
    const reset = (secret: string) =>
      svc.call('POST', '/api/auth/password/reset', {
        body: { token: secret, password: newPassword },
        headers: from('192.0.2.7'),
      })
    const wrong = await Promise.all(Array.from({ length: 61 }, () => reset('x'.repeat(43))))
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await reset(token)).status).toBe(204)
    await attack(svc)
    expect((await logIn(svc, { secret: newPassword, device })).status).toBe(429)
  })
})

describe('Changing the password', () => {
  test('of a live session is not held up by strangers, nor does it hold up a sign-in', async () => {
    const svc = await opened()
    const first = await signUpFrom(svc, 'nova')
    const cookie = cookieNamed(first, 'svc_session')
    await attack(svc)
    const change = (currentPassword: string, session = cookie) =>
      svc.call('POST', '/api/auth/password/change', {
        body: { currentPassword, password: newPassword },
        cookie: session,
      })
    for (let count = 0; count < 5; count += 1) expect((await change('wrong')).status).toBe(400)
    const held = await change('wrong')
    expect([held.status, held.json]).toEqual([
      429,
      { error: 'Too many attempts.', code: 'RATE_LIMIT', hint: 'Wait 12 seconds, or reset your password by email.' },
    ])
    const other = await logIn(svc, { device: deviceOf(first) })
    const changed = await change(password, cookieNamed(other, 'svc_session'))
    expect(changed.status).toBe(204)
    expect((await logIn(svc, { secret: newPassword, device: deviceOf(first) })).status).toBe(429)
    expect((await logIn(svc, { secret: newPassword, device: deviceOf(changed) })).status).toBe(200)
  })

  test('is guessed twenty times an hour by somebody who holds a session, not more', async () => {
    const svc = await opened()
    const cookie = await signUp(svc, 'nova')
    using _verify = spyOn(Bun.password, 'verify').mockResolvedValue(false)
    let guesses = 0
    for (let minute = 0; minute < 60; minute += 1) {
      for (let count = 0; count < 6; count += 1) {
        const body = { currentPassword: 'x', password: newPassword }
        const { status } = await svc.call('POST', '/api/auth/password/change', { body, cookie })
        if (status === 400) guesses += 1
      }
      svc.tick(hour / 60)
    }
    expect(guesses).toBeLessThanOrEqual(40)
  })
})

test('a flood of strangers’ passwords does not fill the queue of those whom the account knows', async () => {
  const svc = await opened()
  const held = Promise.withResolvers<boolean>()
  using _verify = spyOn(Bun.password, 'verify').mockReturnValue(held.promise)
  const flood = Array.from({ length: 80 }, () => passwordsOf(svc.ctx).matches('whatever it is', null))
  const known = passwordsOf(svc.ctx).matches('whatever it is', 'a hash', true)
  const refused = flood.map((each) => each.catch(() => 'refused'))
  held.resolve(true)
  expect(await known).toBe(true)
  expect((await Promise.all(refused)).filter((each) => each === 'refused')).toHaveLength(12)
})
