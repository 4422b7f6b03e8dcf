import { describe, expect, spyOn, test } from 'bun:test'
import { queueMail } from '../../src/platform/mail/queue-mail.ts'
import { cookieOf, logIn, password, rowsOf, signUp } from '../support/account/account.ts'
import { readEmail, type SmtpPeer, startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareMail, shareNames } from '../support/shared.ts'

const sharedMail = shareMail()

const sharedServer = shareNames()

const minute = 60_000
const newPassword = 'battery staple horse'

const subjects = { 'verify-email': 'Confirm your email address', 'reset-password': 'Reset your password' } as const

async function emails(svc: TestServer, smtp: SmtpPeer, kind: keyof typeof subjects) {
  await svc.ctx.jobs.idle()
  return smtp.received.map(readEmail).filter(({ subject }) => subject === subjects[kind])
}

/** Everything that the database holds, as whoever reads its file sees it. */
const everything = ({ ctx: { db } }: TestServer): string => Buffer.from(db.$client.serialize()).toString('latin1')

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
    error: 'This link no longer works.',
    code: 'VALIDATION',
    field: 'token',
    hint: 'A link works once, for half an hour. Ask for a new one.',
  },
]

describe('A forgotten password', () => {
  test('brings a link by mail, and the same answer and the same writing where there is no account', async () => {
    const { svc, smtp } = await sharedMail()
    await signUp(svc, 'nova')
    const known = await forget(svc, 'Nova@example.org')
    const unknown = await forget(svc, 'nobody@example.org')
    for (const answer of [known, unknown]) expect([answer.status, answer.text]).toEqual([204, ''])
    const sent = await emails(svc, smtp, 'reset-password')
    expect(sent).toHaveLength(1)
    const [{ to, text, token } = { to: [], text: '', token: 'none' }] = sent
    expect([to, text]).toEqual([
      ['nova@example.org'],
      expect.stringContaining(`http://localhost:${new URL(svc.url).port}/reset#token=${token}\n`),
    ])
    expect(text).toStartWith('Hello The nova,\n')
    expect(everything(svc)).not.toContain(token)
    expect(svc.logged.join()).not.toContain(token)
    expect(svc.logged.join()).not.toContain('example.org')
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is asked for with an address, not with anything else', async () => {
    const { svc } = await sharedMail()
    const answer = await forget(svc, 'nova@example.org\nBcc: ada@example.org')
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'Enter a valid email address.', code: 'VALIDATION', field: 'email' },
    ])
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is replaced by the link, once; all sessions end, and the address is proven', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    const cookie = await signUp(svc, 'nova')
    const other = await signUp(svc, 'ada')
    await forget(svc, 'nova@example.org')
    await forget(svc, 'nova@example.org')
    const [first, second] = (await emails(svc, smtp, 'reset-password')).map(({ token }) => token)
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
    const { svc, smtp } = await sharedMail()
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    const [{ token: good } = { token: 'none' }] = await emails(svc, smtp, 'reset-password')
    const [{ token: forVerifying } = { token: 'none' }] = await emails(svc, smtp, 'verify-email')
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

  test('is set by one of ten that come at once with the same link', async () => {
    const { svc, smtp } = await sharedMail()
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    const [{ token } = { token: 'none' }] = await emails(svc, smtp, 'reset-password')
    const attempts = Array.from({ length: 10 }, (_, index) =>
      post(svc, 'password/reset', { token, password: `${newPassword} ${index}` }),
    )
    const statuses = (await Promise.all(attempts)).map(([status]) => Number(status))
    expect(statuses.toSorted()).toEqual([204, ...Array(9).fill(400)])
  })
})

describe('An address', () => {
  test('is proven by the link that sign-up mails', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    await signUp(svc, 'nova')
    const [{ to, text, token } = { to: [], text: '', token: 'none' }] = await emails(svc, smtp, 'verify-email')
    const origin = `http://localhost:${new URL(svc.url).port}`
    expect(to).toEqual(['nova@example.org'])
    expect(text).toStartWith('Hello The nova,\n\nYour account is ready')
    expect(text).toContain(`\n${origin}/account/verify#token=${token}\n\n`)
    expect(await post(svc, 'email/verify', { token: 'x' })).toEqual(staleLink)
    expect(rowsOf(svc, 'users')).toMatchObject([{ email_verified_at: null }])
    expect(await post(svc, 'email/verify', { token })).toEqual([204, undefined])
    expect(rowsOf(svc, 'users')).toMatchObject([{ email_verified_at: expect.any(Number) }])
    expect(await post(svc, 'email/verify', { token })).toEqual(staleLink)
    expect(rowsOf(svc, 'mailed_tokens')).toEqual([])
  })

  test('that is not proven can be written to again, and one that is cannot', async () => {
    const { svc, smtp } = await sharedMail()
    const cookie = await signUp(svc, 'nova')
    const [first] = await emails(svc, smtp, 'verify-email')
    svc.tick(31 * minute)
    expect(await post(svc, 'email/verify', { token: first?.token })).toEqual(staleLink)
    const send = () => svc.call('POST', '/api/auth/email/send', { cookie })
    expect((await svc.call('POST', '/api/auth/email/send')).status).toBe(401)
    expect((await send()).status).toBe(204)
    const [, second] = await emails(svc, smtp, 'verify-email')
    expect(await post(svc, 'email/verify', { token: second?.token })).toEqual([204, undefined])
    const again = await send()
    expect([again.status, again.json]).toEqual([
      409,
      { error: 'This email address is already confirmed.', code: 'BAD_STATE' },
    ])
    expect(await emails(svc, smtp, 'verify-email')).toHaveLength(2)
  })

  test('of somebody else is not greeted with words that a stranger chose', async () => {
    const { svc, smtp } = await sharedMail()
    const body = { email: 'victim@example.org', password, handle: 'spam', displayName: 'WIN at https://evil.example' }
    expect((await svc.call('POST', '/api/auth/signup', { body })).status).toBe(201)
    await svc.ctx.jobs.idle()
    expect(smtp.received.map(({ source }) => source.includes('evil.example'))).toEqual([false])
  })
})

describe('An email that waits', () => {
  test('holds no link: one is made when it goes out, and works for half an hour from then', async () => {
    await using smtp = await startSmtp()
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    await forget(svc, 'nova@example.org')
    expect(everything(svc)).not.toContain('#token=')
    expect(rowsOf(svc, 'mailed_tokens')).toEqual([])
    await using sending = await startServer({ dataDir: svc.dataDir, env: smtp.env })
    const [reset] = await emails(sending, smtp, 'reset-password')
    expect(reset?.text).toContain('/reset#token=')
    expect(everything(sending)).not.toContain(reset?.token ?? '#token=')
    sending.tick(29 * minute)
    expect(await post(sending, 'password/reset', { token: reset?.token, password: newPassword })).toEqual([
      204,
      undefined,
    ])
  })

  test('is tried again with another link, and those before end with it', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    smtp.answer = { code: 451, message: 'Come back later' }
    await signUp(svc, 'nova')
    await svc.ctx.jobs.idle()
    expect(everything(svc)).not.toContain('#token=')
    smtp.answer = undefined
    svc.tick(5_000)
    const [email] = await emails(svc, smtp, 'verify-email')
    expect(rowsOf(svc, 'mailed_tokens')).toHaveLength(2)
    expect(await post(svc, 'email/verify', { token: email?.token })).toEqual([204, undefined])
    expect(rowsOf(svc, 'mailed_tokens')).toEqual([])
  })

  test('for an address that nobody has any more is not sent', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    smtp.answer = { code: 451, message: 'Come back later' }
    await signUp(svc, 'nova')
    await svc.ctx.jobs.idle()
    svc.ctx.db.$client.run("UPDATE users SET email = 'new@example.org'")
    smtp.answer = undefined
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toEqual([])
    expect(rowsOf(svc, 'mails')).toMatchObject([{ problem: 'Its reader has another address now, or no account.' }])
  })

  test('goes a week after it was of use; what was sent and what is of use stays', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    const mail = { kind: 'receipt' as const, to: { name: 'nova', address: 'nova@example.org' } }
    const write = () => ({ subject: 's', text: 't' })
    queueMail(svc.ctx, { ...mail, write, uniqueKey: 'kept' })
    queueMail(svc.ctx, { ...mail, write, uniqueKey: 'later', usefulUntil: svc.ctx.now() + 30 * 86_400_000 })
    queueMail(svc.ctx, { ...mail, write, uniqueKey: 'sent', usefulUntil: svc.ctx.now() })
    svc.ctx.db.$client.run("UPDATE mails SET sent_at = 1 WHERE unique_key = 'sent'")
    const keys = () => svc.ctx.db.$client.query('SELECT unique_key FROM mails ORDER BY rowid').values().flat()
    for (let passed = 0; passed < 6; passed += 1) {
      svc.tick(86_400_000)
      await svc.ctx.jobs.idle()
    }
    expect(keys()).toEqual([expect.stringMatching(/^verify-email:/), 'kept', 'later', 'sent'])
    for (let passed = 0; passed < 2; passed += 1) {
      svc.tick(86_400_000)
      await svc.ctx.jobs.idle()
    }
    expect(keys()).toEqual(['kept', 'later', 'sent'])
  })
})

describe('Changing the password', () => {
  test('takes the old one and ends the sessions of all other browsers', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    const phone = cookieOf(await logIn(svc, 'nova@example.org'))
    const change = (currentPassword: string) =>
      post(svc, 'password/change', { currentPassword, password: newPassword }, cookie)
    expect(await post(svc, 'password/change', { currentPassword: password, password: newPassword })).toEqual([
      401,
      { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
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

  test('of an account that has none is refused with the way to get one', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    svc.ctx.db.$client.run('UPDATE users SET password_hash = NULL')
    expect(await post(svc, 'password/change', { currentPassword: '', password: newPassword }, cookie)).toEqual([
      409,
      {
        error: 'This account has no password yet.',
        code: 'BAD_STATE',
        hint: 'Use “Forgot password?” to set one.',
      },
    ])
  })
})
