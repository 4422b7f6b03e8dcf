import { describe, expect, spyOn, test } from 'bun:test'
import { forgotPassword } from '../src/account/forgot-password.ts'
import { cookieOf, logIn, password, rowsOf, signUp } from './support/account.ts'
import { startServer, type TestServer } from './support/server.ts'

const minute = 60_000
const newPassword = 'battery staple horse'

type StoredMail = { kind: string; recipient: string; recipient_name: string; subject: string; text_body: string }

const mails = (svc: TestServer, kind: string) =>
  svc.ctx.db.$client.query<StoredMail, [string]>('SELECT * FROM mails WHERE kind = ? ORDER BY rowid').all(kind)

const tokenIn = (mail: StoredMail | undefined) => mail?.text_body.match(/#token=([\w-]{43})\n/)?.[1] ?? ''

async function forget(svc: TestServer, email: string) {
  const answer = await svc.call('POST', '/api/auth/password/forgot', { body: { email } })
  await svc.ctx.jobs.idle()
  return answer
}

const post = async (svc: TestServer, path: string, body: object, cookie?: string) => {
  const answer = await svc.call('POST', `/api/auth/${path}`, { body, cookie })
  return [answer.status, answer.json]
}

const staleLink = [
  400,
  {
    error: 'This link is no longer good.',
    code: 'VALIDATION',
    field: 'token',
    hint: 'It works once and for half an hour. Ask for a new one.',
  },
]

describe('A forgotten password', () => {
  test('brings a link by mail, and the same answer and the same writing where there is no account', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    const known = await forget(svc, 'Nova@example.org')
    const unknown = await forget(svc, 'nobody@example.org')
    for (const answer of [known, unknown]) expect([answer.status, answer.text]).toEqual([204, ''])
    const sent = mails(svc, 'reset-password')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ recipient: 'nova@example.org', recipient_name: 'nova', subject: 'A new password' })
    expect(sent[0]?.text_body).toContain(`http://localhost:${new URL(svc.url).port}/reset#token=`)
    const hashes = JSON.stringify(rowsOf(svc, 'mailed_tokens'))
    expect(hashes).not.toContain(tokenIn(sent[0]))
    expect(svc.logged.join()).not.toContain(tokenIn(sent[0]))
    expect(svc.logged.join()).not.toContain('example.org')
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is asked for with an address, not with anything else', async () => {
    await using svc = await startServer()
    const answer = await forget(svc, 'nova@example.org\nBcc: ada@example.org')
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'This is not a mail address.', code: 'VALIDATION', field: 'email' },
    ])
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is replaced by the link, once; all sessions end, and the address is proven', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    const other = await signUp(svc, 'ada')
    await forget(svc, 'nova@example.org')
    await forget(svc, 'nova@example.org')
    const [first, second] = mails(svc, 'reset-password').map(tokenIn)
    expect(await post(svc, 'password/reset', { token: first, password: newPassword })).toEqual([204, undefined])
    expect((await svc.call('GET', '/api/auth/session', { cookie })).status).toBe(401)
    expect((await svc.call('GET', '/api/auth/session', { cookie: other })).status).toBe(200)
    expect((await logIn(svc, 'nova@example.org')).status).toBe(401)
    expect((await logIn(svc, 'nova@example.org', newPassword)).status).toBe(200)
    for (const token of [first, second]) {
      expect(await post(svc, 'password/reset', { token, password: 'yet another one' })).toEqual(staleLink)
    }
    expect((await logIn(svc, 'nova@example.org', newPassword)).status).toBe(200)
    const proven = svc.ctx.db.$client.query('SELECT email FROM users WHERE email_verified_at IS NOT NULL').all()
    expect(proven).toEqual([{ email: 'nova@example.org' }])
  })

  test('stays with a bad token, of which none costs us a hash', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    const good = tokenIn(mails(svc, 'reset-password')[0])
    const forVerifying = tokenIn(mails(svc, 'verify-email')[0])
    using hash = spyOn(Bun.password, 'hash')
    for (const token of ['', 'x', `${good}A`, good.toLowerCase(), forVerifying]) {
      expect(await post(svc, 'password/reset', { token, password: newPassword })).toEqual(staleLink)
    }
    const short = await post(svc, 'password/reset', { token: good, password: 'ninechars' })
    expect(short).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field: 'password' })])
    svc.tick(30 * minute)
    expect(await post(svc, 'password/reset', { token: good, password: newPassword })).toEqual(staleLink)
    expect(hash).not.toHaveBeenCalled()
    expect((await logIn(svc, 'nova@example.org')).status).toBe(200)
  })

  test('is written about once, however often it is asked for before the letter is written', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    const client = { address: '127.0.0.1', userAgent: 'test', sessionId: undefined }
    for (const typed of ['nova@example.org', 'NOVA@example.org', 'nova@example.org'])
      forgotPassword(svc.ctx, typed, client)
    await svc.ctx.jobs.idle()
    expect(mails(svc, 'reset-password')).toHaveLength(1)
  })

  test('that is replaced uses up no link of anybody else, and none for another purpose', async () => {
    await using svc = await startServer()
    for (const handle of ['nova', 'ada']) {
      await signUp(svc, handle)
      await forget(svc, `${handle}@example.org`)
    }
    const [nova, ada] = mails(svc, 'reset-password').map(tokenIn)
    const [verifyNova, verifyAda] = mails(svc, 'verify-email').map(tokenIn)
    expect(await post(svc, 'email/verify', { token: verifyNova })).toEqual([204, undefined])
    expect(await post(svc, 'password/reset', { token: nova, password: newPassword })).toEqual([204, undefined])
    expect(await post(svc, 'password/reset', { token: ada, password: newPassword })).toEqual([204, undefined])
    expect(await post(svc, 'email/verify', { token: verifyAda })).toEqual([204, undefined])
  })

  test('and a new address are written about in letters that are of no use after half an hour', async () => {
    await using svc = await startServer({ clock: 'stands' })
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    const spans = svc.ctx.db.$client.query('SELECT kind, useful_until - created_at AS ms FROM mails').all()
    expect(spans).toEqual([
      { kind: 'verify-email', ms: 30 * minute },
      { kind: 'reset-password', ms: 30 * minute },
    ])
  })

  test('leaves no token behind that has run out, once another is made', async () => {
    await using svc = await startServer({ clock: 'stands' })
    await signUp(svc, 'nova')
    svc.tick(20 * minute)
    await forget(svc, 'nova@example.org')
    expect(rowsOf(svc, 'mailed_tokens')).toHaveLength(2)
    svc.tick(10 * minute)
    await forget(svc, 'nova@example.org')
    expect(rowsOf(svc, 'mailed_tokens')).toMatchObject([{ purpose: 'reset-password' }, { purpose: 'reset-password' }])
  })

  test('is set by one of ten that come at once with the same link', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    const token = tokenIn(mails(svc, 'reset-password')[0])
    const attempts = Array.from({ length: 10 }, (_, index) =>
      post(svc, 'password/reset', { token, password: `${newPassword} ${index}` }),
    )
    const statuses = (await Promise.all(attempts)).map(([status]) => Number(status))
    expect(statuses.toSorted()).toEqual([204, ...Array(9).fill(400)])
  })
})

describe('An address', () => {
  test('is proven by the link that sign-up mails', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    const [mail] = mails(svc, 'verify-email')
    const origin = `http://localhost:${new URL(svc.url).port}`
    expect(mail).toMatchObject({
      recipient: 'nova@example.org',
      recipient_name: 'nova',
      subject: 'Is this your address?',
    })
    expect(mail?.text_body).toStartWith('Hello nova,\n\nyour deck is ready')
    expect(mail?.text_body).toContain(`\n\n${origin}/account/verify#token=${tokenIn(mail)}\n\n`)
    const token = tokenIn(mail)
    expect(await post(svc, 'email/verify', { token: 'x' })).toEqual(staleLink)
    expect(rowsOf(svc, 'users')).toMatchObject([{ email_verified_at: null }])
    expect(await post(svc, 'email/verify', { token })).toEqual([204, undefined])
    expect(rowsOf(svc, 'users')).toMatchObject([{ email_verified_at: expect.any(Number) }])
    expect(await post(svc, 'email/verify', { token })).toEqual(staleLink)
    expect(rowsOf(svc, 'mailed_tokens')).toEqual([])
  })

  test('that is not proven can be written to again, and one that is cannot', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    svc.tick(31 * minute)
    const [first] = mails(svc, 'verify-email')
    expect(await post(svc, 'email/verify', { token: tokenIn(first) })).toEqual(staleLink)
    const send = () => svc.call('POST', '/api/auth/email/send', { cookie })
    expect((await svc.call('POST', '/api/auth/email/send')).status).toBe(401)
    expect((await send()).status).toBe(204)
    expect(await post(svc, 'email/verify', { token: tokenIn(mails(svc, 'verify-email')[1]) })).toEqual([204, undefined])
    const again = await send()
    expect([again.status, again.json]).toEqual([
      409,
      { error: 'This address is confirmed already.', code: 'BAD_STATE' },
    ])
    expect(mails(svc, 'verify-email')).toHaveLength(2)
  })

  test('of somebody else is not greeted with words that a stranger chose', async () => {
    await using svc = await startServer()
    const body = { email: 'victim@example.org', password, handle: 'spam', displayName: 'WIN at https://evil.example' }
    expect((await svc.call('POST', '/api/auth/signup', { body })).status).toBe(201)
    expect(JSON.stringify(rowsOf(svc, 'mails'))).not.toContain('evil.example')
  })
})

describe('Changing the password', () => {
  test('takes the old one and ends the sessions of all other browsers', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    const phone = cookieOf(await logIn(svc, 'nova@example.org'))
    const change = (currentPassword: string) =>
      post(svc, 'password/change', { currentPassword, password: newPassword }, cookie)
    expect(await post(svc, 'password/change', { currentPassword: password, password: newPassword })).toEqual([
      401,
      { error: 'Sign in first.', code: 'UNAUTHENTICATED' },
    ])
    expect(await change('wrong password')).toEqual([
      400,
      { error: 'This is not your current password.', code: 'VALIDATION', field: 'currentPassword' },
    ])
    expect((await svc.call('GET', '/api/auth/session', { cookie: phone })).status).toBe(200)
    expect(await change(password)).toEqual([204, undefined])
    expect((await svc.call('GET', '/api/auth/session', { cookie })).status).toBe(200)
    expect((await svc.call('GET', '/api/auth/session', { cookie: phone })).status).toBe(401)
    expect((await logIn(svc, 'nova@example.org')).status).toBe(401)
    expect((await logIn(svc, 'nova@example.org', newPassword)).status).toBe(200)
  })

  test('wants one that is as long as at sign-up, and keeps the old one else', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    for (const short of ['', 'ninechars', '🎧'.repeat(9), 'x'.repeat(201)]) {
      expect(await post(svc, 'password/change', { currentPassword: password, password: short }, cookie)).toEqual([
        400,
        expect.objectContaining({ code: 'VALIDATION', field: 'password' }),
      ])
    }
    expect((await logIn(svc, 'nova@example.org')).status).toBe(200)
  })

  test('of an account that has none is refused with the way to get one', async () => {
    await using svc = await startServer()
    const cookie = await signUp(svc, 'nova')
    svc.ctx.db.$client.run('UPDATE users SET password_hash = NULL')
    expect(await post(svc, 'password/change', { currentPassword: '', password: newPassword }, cookie)).toEqual([
      409,
      {
        error: 'This account has no password yet.',
        code: 'BAD_STATE',
        hint: 'Ask for a link to set one, as if you had forgotten it.',
      },
    ])
  })
})
