import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { customers } from '../../db/schema/account/customer.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { passkeys, recoveryCodes } from '../../db/schema/account/passkey.ts'
import { sessions } from '../../db/schema/account/session.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { activities } from '../../db/schema/platform/security.ts'
import { startSession } from '../../src/account/session/session.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { emailCommand } from '../../src/operate/command/account/email.ts'
import { passkeysCommand } from '../../src/operate/command/account/passkeys.ts'
import { password, signUp } from '../support/account/account.ts'
import { askReset, lastToken } from '../support/account/reset.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const day = 86_400_000

async function start() {
  const smtp = await startSmtp()
  // A link in an email is taken: tests read them from the outbox before.
  smtp.answer = { code: 451, message: 'Later.' }
  const svc = await startServer({ env: smtp.env, clock: 'stands' })
  const cookie = await signUp(svc, 'nova')
  const { id: userId = '' } = svc.ctx.db.select().from(users).get() ?? {}
  svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).run()
  return {
    svc,
    cookie,
    userId,
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

const told = ({ status, json }: { status: number; json: unknown }) => [
  status,
  Reflect.get(Object(json), 'code'),
  Reflect.get(Object(json), 'field'),
]
const ask = (svc: TestServer, cookie: string, body: object) =>
  svc.call('POST', '/api/auth/email/change', { cookie, body })
const logIn = async (svc: TestServer, email: string, typed = password) => {
  svc.tick(60_000)
  return (await svc.call('POST', '/api/auth/login', { body: { email, password: typed } })).status
}
const useLink = (svc: TestServer, what: 'confirm' | 'undo', token: string) =>
  svc.call('POST', `/api/auth/email/${what}`, { body: { token } })
const emails = (svc: TestServer) =>
  svc.ctx.db
    .select()
    .from(mails)
    .all()
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
const happened = (svc: TestServer, userId: string) =>
  svc.ctx.db
    .select()
    .from(activities)
    .where(eq(activities.userId, userId))
    .all()
    .map(({ what }) => what)

test('an email address is changed with the password and by a link to the new one; both are told', async () => {
  await using all = await start()
  const { svc, cookie, userId } = all
  const ada = cast(svc.ctx, 'ada')
  const [old, next] = ['nova@example.org', 'nova@elsewhere.example']
  for (const [body, answer] of [
    [{ email: next }, [400, 'VALIDATION', 'password']],
    [{ email: next, password: 'not the one it is' }, [400, 'VALIDATION', 'password']],
    [{ email: 'none', password }, [400, 'VALIDATION', 'email']],
    [{ email: ' NOVA@Example.org'.trim(), password }, [400, 'VALIDATION', 'email']],
    [{ email: 'Ada@Example.com', password }, [409, 'BAD_STATE', 'email']],
    [
      { email: next, proof: { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } },
      [409, 'BAD_STATE', undefined],
    ],
  ] as const) {
    expect(told(await ask(svc, cookie, body))).toEqual([...answer])
  }
  expect(emails(svc).filter((each) => each.startsWith('change-email'))).toEqual([])
  expect((await ask(svc, cookie, { email: next, password })).status).toBe(204)
  const first = lastToken(svc, 'change-email')
  expect((await ask(svc, cookie, { email: 'third@elsewhere.example', password })).status).toBe(204)
  // A newer link ends the older one, and each link serves one purpose.
  expect(told(await useLink(svc, 'confirm', first))).toEqual([400, 'VALIDATION', 'token'])
  expect((await ask(svc, cookie, { email: next, password })).status).toBe(204)
  const token = lastToken(svc, 'change-email')
  expect(JSON.stringify(svc.ctx.db.$client.query('SELECT * FROM mailed_tokens').values())).not.toContain(token)
  for (const path of ['/api/auth/email/verify', '/api/auth/email/undo']) {
    expect(told(await svc.call('POST', path, { body: { token } }))[2]).toBe('token')
  }
  expect(await logIn(svc, old)).toBe(200)
  expect((await useLink(svc, 'confirm', token)).json).toEqual({ email: next })
  expect((await useLink(svc, 'confirm', token)).status).toBe(400)
  expect([await logIn(svc, old), await logIn(svc, next)]).toEqual([401, 200])
  expect(emails(svc).slice(-2)).toEqual([`email-changed ${old}`, `address-news ${next}`])
  expect(happened(svc, userId)).toContain('address_changed')
  // For a week nobody else can take the old address in any way.
  expect(told(await ask(svc, ada.cookie, { email: old }))).toEqual([409, 'BAD_STATE', 'email'])
  const body = { email: old, password, handle: 'other', displayName: 'Other' }
  expect(told(await svc.call('POST', '/api/auth/signup', { body }))).toEqual([409, 'BAD_STATE', 'email'])
  const undo = lastToken(svc, 'email-changed')
  svc.tick(7 * day)
  expect(told(await useLink(svc, 'undo', undo))).toEqual([400, 'VALIDATION', 'token'])
  expect((await svc.call('POST', '/api/auth/signup', { body })).status).toBe(201)
})

test('two who ask for one address do not both get it, and a link is over after half an hour or a new password', async () => {
  await using all = await start()
  const { svc, cookie } = all
  const ada = cast(svc.ctx, 'ada')
  const email = 'both@elsewhere.example'
  expect((await ask(svc, cookie, { email, password })).status).toBe(204)
  const ours = lastToken(svc, 'change-email')
  // An account with neither password nor passkey has signed in a moment ago.
  expect((await ask(svc, ada.cookie, { email })).status).toBe(204)
  const theirs = lastToken(svc, 'change-email')
  expect((await useLink(svc, 'confirm', theirs)).status).toBe(200)
  expect(told(await useLink(svc, 'confirm', ours))).toEqual([409, 'BAD_STATE', 'email'])
  svc.tick(16 * 60_000)
  expect(told(await ask(svc, ada.cookie, { email: 'more@elsewhere.example' }))).toEqual([409, 'BAD_STATE', undefined])
  expect((await ask(svc, cookie, { email: 'late@elsewhere.example', password })).status).toBe(204)
  const late = lastToken(svc, 'change-email')
  svc.tick(30 * 60_000)
  expect(told(await useLink(svc, 'confirm', late))[2]).toBe('token')
  expect((await ask(svc, cookie, { email: 'stolen@elsewhere.example', password })).status).toBe(204)
  const stolen = lastToken(svc, 'change-email')
  const changed = { currentPassword: password, password: 'lanterns over the harbour' }
  expect((await svc.call('POST', '/api/auth/password/change', { cookie, body: changed })).status).toBe(204)
  expect(told(await useLink(svc, 'confirm', stolen))[2]).toBe('token')
  expect(emails(svc).filter((each) => each.includes('stolen'))).toEqual([])
})

test('the former address takes all later changes back, with the password and the ways in added since or a month before', async () => {
  await using all = await start()
  const { svc, cookie, userId } = all
  const { db } = svc.ctx
  const link = (provider: 'google' | 'discord' | 'oidc', daysAgo = 0) => {
    const createdAt = svc.ctx.now() - daysAgo * day
    db.insert(identities).values({ provider, subject: provider, userId, createdAt }).run()
  }
  link('google', 31)
  const key = { userId, publicKey: 'x', counter: 0, transports: [], usedAt: null }
  const addKey = (name: string) => {
    const made = { id: svc.ctx.uuid(), credentialId: name, name, createdAt: svc.ctx.now() }
    db.insert(passkeys)
      .values({ ...key, ...made })
      .run()
  }
  // The thief first adds ways to sign in.
  link('oidc')
  addKey('before')
  svc.tick(10 * day)
  const move = async (email: string) => {
    expect((await ask(svc, cookie, { email, password })).status).toBe(204)
    expect((await useLink(svc, 'confirm', lastToken(svc, 'change-email'))).status).toBe(200)
    return lastToken(svc, 'email-changed')
  }
  const first = await move('thief@elsewhere.example')
  link('discord')
  addKey('since')
  db.update(users).set({ secondFactor: true }).run()
  db.insert(recoveryCodes).values({ codeHash: 'x', userId }).run()
  const second = await move('thief2@elsewhere.example')
  const third = await move('thief3@elsewhere.example')
  // The processor of this mode is told the address (rule: customers) when the site returns to it.
  const customer = { mode: 'test', userId, customerId: 'cus_x', createdAt: 1 } as const
  db.insert(customers).values(customer).run()
  // The thief's own link brings the thief's address back, and does not end the first link.
  expect((await useLink(svc, 'undo', third)).json).toEqual({ email: 'thief2@elsewhere.example' })
  expect((await useLink(svc, 'undo', first)).json).toEqual({ email: 'nova@example.org' })
  for (const over of [first, second, third]) expect((await useLink(svc, 'undo', over)).status).toBe(400)
  expect(db.select().from(customers).get()?.state).toBe('CHANGED')
  expect(db.select().from(users).get()).toMatchObject({
    passwordHash: null,
    secondFactor: false,
    email: 'nova@example.org',
  })
  expect(db.select().from(identities).all()).toMatchObject([{ provider: 'google' }])
  for (const table of [passkeys, recoveryCodes, sessions]) expect(db.select().from(table).all()).toEqual([])
  expect(await logIn(svc, 'nova@example.org')).toBe(401)
  const body = { token: lastToken(svc, 'reset-password'), password: 'a kettle under seven moons' }
  expect((await svc.call('POST', '/api/auth/password/reset', { body })).status).toBe(204)
  expect(await logIn(svc, 'nova@example.org', body.password)).toBe(200)
})

test('a new password ends the reset emails that still wait to be sent', async () => {
  await using started = await start()
  const { svc } = started
  const waiting = () => emails(svc).filter((email) => email.startsWith('reset-password')).length
  const token = await askReset(svc, 'nova@example.org')
  await askReset(svc, 'nova@example.org')
  expect(waiting()).toBe(2)
  const body = { token, password: 'a kettle under seven moons' }
  expect((await svc.call('POST', '/api/auth/password/reset', { body })).status).toBe(204)
  expect(waiting()).toBe(0)
  await askReset(svc, 'nova@example.org')
  const signedIn = await svc.call('POST', '/api/auth/login', {
    body: { email: 'nova@example.org', password: body.password },
  })
  const change = { currentPassword: body.password, password: 'an eighth moon and no kettle' }
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await svc.call('POST', '/api/auth/password/change', { cookie, body: change })).status).toBe(204)
  expect(waiting()).toBe(0)
})

test('a reset is no way round the second step, and the operator helps who lost it', async () => {
  await using all = await start()
  const { svc, userId } = all
  const { ctx } = svc
  const codes = ['0123456789ABCDEF', 'ABCDEFGH01234567'] as const
  ctx.db.update(users).set({ secondFactor: true }).run()
  ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: sha256Hex(`recovery ${code}`), userId })))
    .run()
  const key = { userId, publicKey: 'x', counter: 0, transports: [], name: 'Lost', usedAt: null }
  ctx.db
    .insert(passkeys)
    .values({ ...key, id: ctx.uuid(), credentialId: 'x', createdAt: 1 })
    .run()
  const token = await askReset(svc, 'nova@example.org')
  const wanted = 'a kettle under seven moons'
  const reset = (more: object = {}) =>
    svc.call('POST', '/api/auth/password/reset', { body: { token, password: wanted, ...more } })
  const begun = await reset()
  const step = String(Reflect.get(Object(begun.json), 'secondStep'))
  expect([begun.status, step.length]).toEqual([200, 43])
  expect((await svc.call('POST', '/api/auth/second-step/challenge', { body: { step } })).json).toHaveProperty(
    'challenge',
  )
  const [recoveryCode] = codes
  expect((await svc.call('POST', '/api/auth/second-step', { body: { step, recoveryCode } })).status).toBe(409)
  expect((await reset({ step, recoveryCode: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' })).status).toBe(401)
  expect((await reset({ step: 'x', recoveryCode })).status).toBe(409)
  expect((await reset({ recoveryCode })).status).toBe(409)
  const proof = { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
  expect((await reset({ step, proof })).status).toBe(401)
  expect(await logIn(svc, 'nova@example.org', wanted)).toBe(401)
  expect((await reset({ step, recoveryCode })).status).toBe(204)
  expect([(await reset({ step, recoveryCode })).status, ctx.db.select().from(recoveryCodes).all().length]).toEqual([
    400, 1,
  ])

  // The finder of the device is signed in by it.
  startSession(ctx, userId, { address: '', userAgent: '', sessionId: undefined })
  const printed: string[] = []
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
  const run = (email?: string) => passkeysCommand(ctx.config, machine, email, (line) => printed.push(line))
  expect([await run(), await run('nobody@example.com'), await run('nova@example.org')]).toEqual([1, 1, 0])
  expect(printed.slice(-2)).toEqual([
    '1 passkey removed, and every browser is signed out.',
    'Signing in no longer asks for a passkey.',
  ])
  expect(ctx.db.select().from(users).get()).toMatchObject({ secondFactor: false })
  for (const table of [passkeys, recoveryCodes, sessions]) expect(ctx.db.select().from(table).all()).toEqual([])
  expect(happened(svc, userId)).toEqual(expect.arrayContaining(['passkey_removed', 'second_factor_off']))
  expect(emails(svc)).toContain('sign-in-changed nova@example.org')
  expect(await logIn(svc, 'nova@example.org', wanted)).toBe(200)
})

test('a site that sends no mail says so, and its operator changes an address', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const cookie = await signUp(svc, 'nova')
  cast(svc.ctx, 'ada')
  const refused = await ask(svc, cookie, { email: 'nova@elsewhere.example', password })
  expect([told(refused), Reflect.get(Object(refused.json), 'hint')]).toEqual([
    [409, 'BAD_STATE', undefined],
    'Ask the person who runs it. The command: tapedeck email nova@example.org nova@elsewhere.example',
  ])
  const page = await svc.call('GET', '/account', { cookie })
  expect(page.text).toContain('Ask the site’s owner to change it.')
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
  const printed: string[] = []
  const run = (...args: string[]) => emailCommand(svc.ctx.config, machine, args, (line) => printed.push(line))
  expect(await run('nova@example.org')).toBe(1)
  expect(await run('nobody@example.com', 'x@example.com')).toBe(1)
  expect(await run('nova@example.org', 'ada@example.com')).toBe(1)
  expect(await run('nova@example.org', 'none')).toBe(1)
  expect(await run('nova@example.org', 'Nova@Elsewhere.example')).toBe(0)
  expect(printed.at(-1)).toBe('The account of @nova has the email address nova@elsewhere.example now.')
  expect([await logIn(svc, 'nova@example.org'), await logIn(svc, 'nova@elsewhere.example')]).toEqual([401, 200])
  expect(svc.ctx.db.$client.query('SELECT count(*) FROM former_addresses').values()).toEqual([[0]])
})

test('all other browsers are signed out at once, and nobody else’s', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const cookie = await signUp(svc, 'nova')
  expect(await logIn(svc, 'nova@example.org')).toBe(200)
  cast(svc.ctx, 'ada')
  expect((await svc.call('DELETE', '/api/auth/sessions', { cookie })).status).toBe(204)
  expect(svc.ctx.db.select().from(sessions).all()).toHaveLength(2)
  expect((await svc.call('GET', '/api/auth/session', { cookie })).status).toBe(200)
})
