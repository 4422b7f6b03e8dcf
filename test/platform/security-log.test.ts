import { describe, expect, test } from 'bun:test'
import { issueSetupLink } from '../../src/account/owner/setup-token.ts'
import { recordActivity } from '../../src/platform/security/activity.ts'
import { cookieOf, logIn, password, rowsOf, signUp, signUpBody } from '../support/account/account.ts'
import { askReset, lastToken } from '../support/account/reset.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'

const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': phone }
const newPassword = 'battery staple horse'
const email = 'nova@example.org'

type Line = Record<string, unknown>

/** The lines of security in the log, without their time. */
const securityLines = (svc: TestServer): Line[] =>
  svc.logged.flatMap((line) => {
    const { at, ...told }: Line = JSON.parse(line)
    expect(at).toEqual(expect.any(String))
    return String(told.event).startsWith('security.') ? [told] : []
  })

const lastLine = (svc: TestServer) => securityLines(svc).at(-1)

/** Waits for what is written after an answer. */
const written = () => Bun.sleep(20)

type Activity = { activity: Line[]; nextCursor: string | null }

async function activityOf(svc: TestServer, cookie: string, query = ''): Promise<Activity> {
  await written()
  const response = await svc.fetch(`/api/auth/activity${query}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return response.json()
}

const userIds = (svc: TestServer) =>
  svc.ctx.db.$client
    .query<{ id: string }, []>('SELECT id FROM users ORDER BY id')
    .all()
    .map(({ id }) => id)

describe('The log', () => {
  test('has one line each for what concerns security, by user id and address and nothing else', async () => {
    await using svc = await startServer({ env: proxied })
    const send = (path: string, body: unknown, cookie?: string) =>
      svc.call('POST', `/api/auth/${path}`, { body, cookie, headers })
    const told = (event: string, level: string, more: Line = {}) => ({ level, event, address: '203.0.113.7', ...more })

    // A key that is made is a line at debug.
    expect(securityLines(svc)).toEqual([])
    const cookie = cookieOf(await send('signup', signUpBody('nova')))
    const [userId] = userIds(svc)
    expect(lastLine(svc)).toEqual(told('security.signed_up', 'info', { userId }))
    await send('login', { email, password: 'not this one' })
    expect(lastLine(svc)).toEqual(told('security.sign_in_failed', 'warn', { userId }))
    await send('login', { email: 'my secret typed wrong', password: 'not this one' })
    expect(lastLine(svc)).toEqual(told('security.sign_in_failed', 'warn', { userId: null }))
    const other = cookieOf(await send('login', { email, password }))
    expect(lastLine(svc)).toEqual(told('security.signed_in', 'info', { userId }))
    await send('password/change', { currentPassword: 'not this one', password: newPassword }, cookie)
    expect(lastLine(svc)).toEqual(told('security.password_change_failed', 'warn', { userId }))
    await send('password/change', { currentPassword: password, password: newPassword }, cookie)
    expect(lastLine(svc)).toEqual(told('security.password_changed', 'info', { userId }))
    await send('logout', undefined, other)
    expect(lastLine(svc)).toEqual(told('security.password_changed', 'info', { userId }))
    const third = cookieOf(await send('login', { email, password: newPassword }))
    const { sessions } = await svc
      .fetch('/api/auth/sessions', { headers: { cookie: third } })
      .then((each) => each.json())
    const [mine, first] = sessions
    await svc.call('DELETE', `/api/auth/sessions/${first.id}`, { cookie: third, headers })
    expect(mine.current).toBe(true)
    expect(lastLine(svc)).toEqual(told('security.session_ended', 'info', { userId }))
    await send('setup', { token: issueSetupLink(svc.ctx)?.split('=')[1] }, third)
    expect(lastLine(svc)).toEqual(told('security.owner_changed', 'warn', { userId, by: 'set-up link' }))
    await send('logout', undefined, third)
    expect(lastLine(svc)).toEqual(told('security.signed_out', 'info', { userId }))
    await send('email/verify', { token: lastToken(svc, 'verify-email') })
    expect(lastLine(svc)).toEqual(told('security.address_confirmed', 'info', { userId }))
    await send('password/forgot', { email })
    expect(lastLine(svc)).toEqual(told('security.reset_asked', 'info'))
    await svc.ctx.jobs.idle()
    const token = lastToken(svc, 'reset-password')
    await send('password/reset', { token, password })
    expect(lastLine(svc)).toEqual(told('security.reset_done', 'info', { userId }))

    const everything = svc.logged.join()
    const secrets = [email, 'example.org', 'my secret typed wrong', 'not this one', password, newPassword, token, phone]
    for (const secret of secrets) expect(everything).not.toContain(secret)
    expect(securityLines(svc)).toHaveLength(13)
  })

  test('tells of those who are held up, and of one address at most sixty times a minute', async () => {
    await using svc = await startServer({ clock: 'stands', env: proxied })
    const knock = () => svc.call('POST', '/api/auth/login', { body: {}, headers })
    await Promise.all(Array.from({ length: 200 }, knock))
    const told = { level: 'warn', event: 'security.locked_out', address: '203.0.113.7', limit: 'auth' }
    expect(securityLines(svc)).toEqual(Array(60).fill(told))
    svc.tick(60_000)
    await knock()
    expect((await knock()).status).toBe(400)
  })

  test('names the account that is locked out, and IPv6 by its network', async () => {
    await using svc = await startServer({ clock: 'stands', env: proxied })
    await signUp(svc, 'nova')
    const from = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    for (let count = 0; count < 6; count += 1) await logIn(svc, email, 'wrong password', from)
    const [userId] = userIds(svc)
    const address = '2001:db8:1:2::/64'
    expect(lastLine(svc)).toEqual({
      level: 'warn',
      event: 'security.locked_out',
      address,
      userId,
      limit: 'sign-in-failure',
    })
  })

  test('tells of a refusal of what is another’s at the level of debugging alone', async () => {
    for (const [level, count] of [
      ['info', 0],
      ['debug', 1],
    ] as const) {
      await using svc = await startServer({ env: { LOG_LEVEL: level } })
      await svc.call('POST', '/api/auth/logout', { headers: { origin: 'https://evil.example' } })
      const lines = securityLines(svc).filter(({ event }) => event === 'security.forbidden')
      expect(lines).toHaveLength(count)
    }
  })

  test('tells of an owner that the command makes', async () => {
    using folder = temporaryFolder()
    await using svc = await startServer({ dataDir: folder.path })
    await signUp(svc, 'nova')
    const { err } = await runProgram(['owner', email], { DATA_DIR: folder.path })
    const [userId] = userIds(svc)
    const at = expect.any(String)
    expect(JSON.parse(err)).toEqual({ at, level: 'warn', event: 'security.owner_changed', userId, by: 'command' })
  })
})

describe('The filter for fail2ban in the guide', () => {
  test('finds the address in each line of a failed and of a refused sign-in, and in no other', async () => {
    const readme = await Bun.file(inTree('public/guide/security.md')).text()
    const failregex = /^failregex = (.*)$/m.exec(readme)?.[1] ?? ''
    const pattern = new RegExp(failregex.replace('<SUBNET>', String.raw`([\da-f.:]+(?:/\d+)?)`))
    await using svc = await startServer({ clock: 'stands', env: proxied })
    await signUp(svc, 'nova')
    for (let count = 0; count < 6; count += 1) {
      await logIn(svc, email, 'x","address":"192.0.2.1', { ...headers, 'user-agent': '"address":"192.0.2.1"' })
    }
    await logIn(svc, '","event":"security.sign_in_failed","address":"192.0.2.1"', 'x', headers)
    const found = svc.logged.map((line) => pattern.exec(line)?.[1]).filter((each) => each !== undefined)
    expect(found).toEqual(Array(7).fill('203.0.113.7'))
  })
})

describe('Recent activity', () => {
  test('lists what happened to the account, newest first, with the browser and a shortened address', async () => {
    await using svc = await startServer({ env: proxied })
    const cookie = cookieOf(await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova'), headers }))
    const ada = await signUp(svc, 'ada')
    await logIn(svc, email, password, { ...headers, 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' })
    const token = await askReset(svc, email)
    await svc.call('POST', '/api/auth/password/reset', { body: { token, password: newPassword } })
    const again = cookieOf(await logIn(svc, email, newPassword))
    const row = (what: string, address: string, userAgent: string) => ({
      id: expect.any(String),
      what,
      times: 1,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      userAgent,
      address,
    })
    const bun = expect.stringContaining('Bun/')
    const all = [
      row('signed_in', '127.0.0.x', bun),
      row('reset_done', '127.0.0.x', bun),
      row('reset_asked', '127.0.0.x', bun),
      row('signed_in', '2001:db8:1:x', phone),
      row('signed_up', '203.0.113.x', phone),
    ]
    expect(await activityOf(svc, again)).toEqual({ activity: all, nextCursor: null })
    expect(await activityOf(svc, ada)).toEqual({ activity: [row('signed_up', '127.0.0.x', bun)], nextCursor: null })
    expect((await svc.call('GET', '/api/auth/activity', { cookie })).status).toBe(401)
    expect(JSON.stringify(rowsOf(svc, 'activities'))).not.toContain('203.0.113.7')

    const first = await activityOf(svc, again, '?limit=2')
    expect(first.activity).toEqual(all.slice(0, 2))
    const next = await activityOf(svc, again, `?limit=3&cursor=${first.nextCursor}`)
    expect(next).toEqual({ activity: all.slice(2), nextCursor: null })
    const strange = await svc.call('GET', '/api/auth/activity?cursor=x', { cookie: again })
    expect([strange.status, strange.json]).toEqual([400, expect.objectContaining({ field: 'cursor' })])
  })

  test('counts what strangers do in one row an hour', async () => {
    await using svc = await startServer({ clock: 'stands', env: proxied })
    svc.tick(3_600_000 - (svc.ctx.now() % 3_600_000))
    const cookie = await signUp(svc, 'nova')
    for (let count = 0; count < 9; count += 1) {
      await logIn(svc, email, 'wrong password', { 'x-forwarded-for': '198.51.100.1' })
    }
    await logIn(svc, email, 'wrong password', { 'x-forwarded-for': '198.51.101.1' })
    const told = async () =>
      (await activityOf(svc, cookie)).activity.map(({ what, times, address }) => [what, times, address])
    const now = [
      ['sign_in_failed', 6, '198.51.101.x'],
      ['locked_out', 4, '198.51.100.x'],
      ['signed_up', 1, '127.0.0.x'],
    ]
    expect(await told()).toEqual(now)
    svc.tick(3_600_000)
    await logIn(svc, email, 'wrong password', { 'x-forwarded-for': '198.51.100.1' })
    expect(await told()).toEqual([['sign_in_failed', 1, '198.51.100.x'], ...now])
    expect(await logIn(svc, 'nobody@example.org', 'wrong password')).toMatchObject({ status: 401 })
    expect(rowsOf(svc, 'activities')).toHaveLength(4)
  })

  test('keeps a hundred rows of an account, and none longer than ninety days', async () => {
    await using svc = await startServer({ clock: 'stands', env: proxied })
    await signUp(svc, 'ada')
    await signUp(svc, 'nova')
    const token = await askReset(svc, email)
    const [, userId = ''] = userIds(svc)
    for (let count = 0; count < 110; count += 1) {
      recordActivity(svc.ctx, { userId, what: 'signed_in', address: '192.0.2.1', userAgent: '' })
    }
    await svc.call('POST', '/api/auth/password/reset', { body: { token, password: newPassword } })
    const counts = () =>
      svc.ctx.db.$client.query('SELECT count(*) AS n FROM activities GROUP BY user_id ORDER BY n').values()
    expect(counts()).toEqual([[1], [100]])
    svc.tick(90 * 86_400_000)
    const cookie = cookieOf(await logIn(svc, email, newPassword))
    expect(counts()).toEqual([[1]])
    expect((await activityOf(svc, cookie)).activity).toHaveLength(1)
  })

  test('that cannot be written holds up neither a sign-in nor its refusal', async () => {
    await using svc = await startServer()
    await signUp(svc, 'nova')
    svc.ctx.db.$client.run('DROP TABLE activities')
    expect((await logIn(svc, email, 'wrong password')).status).toBe(401)
    expect((await logIn(svc, email)).status).toBe(200)
    await written()
    expect(svc.logged.join()).toContain('activity cannot be kept')
  })
})
