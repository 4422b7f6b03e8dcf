import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { users } from '../../db/schema/account/account.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { sessions } from '../../db/schema/account/session.ts'
import { passwordsOf } from '../../src/account/password/password.ts'
import { followOtherProcesses } from '../../src/account/session/end-lost-streams.ts'
import { cookieOf, logIn, password, rowsOf, signUp } from '../support/account/account.ts'
import { addPasskey, newAuthenticator } from '../support/account/authenticator.ts'
import { startProvider } from '../support/account/provider.ts'
import { askReset } from '../support/account/reset.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { listen, say, textOf } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { newVisitor } from '../support/web/visitor.ts'
import { world } from '../support/world.ts'

const told = ({ status, json }: { status: number; json: unknown }) => [
  status,
  Reflect.get(Object(json), 'code'),
  Reflect.get(Object(json), 'field'),
]

test('a new password ends also what waits for the old one to be checked', async () => {
  await using smtp = await startSmtp()
  smtp.answer = { code: 451, message: 'Later.' }
  await using svc = await startServer({ env: smtp.env })
  const cookie = await signUp(svc, 'nova')
  const { db } = svc.ctx
  const passwords = passwordsOf(svc.ctx)
  db.update(users).set({ emailVerifiedAt: 1 }).run()
  let waiting = 0
  const { matches, hash } = passwords
  const token = await askReset(svc, 'nova@example.org')
  const { promise: isReset, resolve: goOn } = Promise.withResolvers<void>()
  const mine = 'a thief was here twice'
  // The thief's requests come in before the reset, and their passwords are checked or hashed after
  // it.
  passwords.matches = async (...typed) => {
    const isRight = await matches(...typed)
    waiting += 1
    await isReset
    return isRight
  }
  const body = { currentPassword: password, password: mine }
  const begun = [
    svc.call('POST', '/api/auth/login', { body: { email: 'nova@example.org', password } }),
    svc.call('POST', '/api/auth/password/change', { cookie, body }),
    svc.call('POST', '/api/auth/email/change', { cookie, body: { email: 'thief@elsewhere.example', password } }),
    svc.call('POST', '/api/auth/account/delete', { cookie, body: { password } }),
  ]
  await until(
    () => waiting,
    (count) => count === begun.length,
  )
  passwords.matches = matches
  passwords.hash = async (typed, isOwn) => {
    if (typed === mine) {
      waiting += 1
      await isReset
    }
    return hash(typed, isOwn)
  }
  const late = svc.call('POST', '/api/auth/password/change', { cookie, body })
  await until(
    () => waiting,
    (count) => count === begun.length + 1,
  )
  const next = 'the song of the new key'
  expect((await svc.call('POST', '/api/auth/password/reset', { body: { token, password: next } })).status).toBe(204)
  goOn()
  expect((await Promise.all(begun)).map(told)).toEqual([
    [401, 'UNAUTHENTICATED', undefined],
    [400, 'VALIDATION', 'currentPassword'],
    [400, 'VALIDATION', 'password'],
    [400, 'VALIDATION', 'password'],
  ])
  expect(told(await late)).toEqual([401, 'UNAUTHENTICATED', undefined])
  expect(svc.ctx.db.select().from(sessions).all()).toEqual([])
  expect(db.$client.query("SELECT * FROM mailed_tokens WHERE purpose = 'change-email'").all()).toEqual([])
  expect((await logIn(svc, 'nova@example.org', next)).status).toBe(200)
  expect((await logIn(svc, 'nova@example.org', mine)).status).toBe(401)
})

test('a request that waits for a password or a passkey to be checked is refused once its session has ended', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env, limiter: { take: () => 0 } })
  const { db } = svc.ctx
  const passwords = passwordsOf(svc.ctx)
  const device = newAuthenticator(svc)
  await addPasskey(svc, await signUp(svc, 'nova'), device)
  const word = (json: unknown, key: string) => String(Reflect.get(Object(json), key))
  const prove = async (cookie: string) => {
    const { json } = await svc.call('POST', '/api/auth/confirm/challenge', { cookie })
    return { step: word(json, 'step'), proof: device.prove(word(json, 'challenge')) }
  }
  const { matches } = passwords
  const known = async () => ({ password })
  const email = 'thief@elsewhere.example'
  const verbs: [path: string, body: (cookie: string) => Promise<object>][] = [
    ['password/change', async () => ({ currentPassword: password, password: 'a thief was here twice' })],
    ['email/change', async () => ({ email, ...(await known()) })],
    ['email/change', async (cookie) => ({ email, ...(await prove(cookie)) })],
    ['account/delete', known],
    ['account/delete', prove],
    [
      'passkeys',
      async (cookie) => {
        const { json } = await svc.call('POST', '/api/auth/passkeys/challenge', { cookie })
        return { step: word(json, 'step'), ...newAuthenticator(svc).make(word(json, 'challenge')) }
      },
    ],
  ]
  const kept = () => [
    ...['users', 'mailed_tokens'].map((table) => rowsOf(svc, table)),
    db.$client.query('SELECT unique_key FROM mails').values(),
    db.$client.query('SELECT id FROM passkeys').values(),
  ]
  for (const [path, bodyOf] of verbs) {
    passwords.matches = matches
    const cookie = cookieOf(await logIn(svc, 'nova@example.org'))
    const body = await bodyOf(cookie)
    const before = kept()
    // A password is checked, and a step is tried, after the request was let in.
    passwords.matches = async (...typed) => {
      const isRight = await matches(...typed)
      db.delete(sessions).run()
      return isRight
    }
    db.$client.run('CREATE TRIGGER ended AFTER UPDATE OF tries ON sign_in_steps BEGIN DELETE FROM sessions; END')
    const refused = told(await svc.call('POST', `/api/auth/${path}`, { cookie, body }))
    expect([path, ...refused]).toEqual([path, 401, 'UNAUTHENTICATED', undefined])
    db.$client.run('DROP TRIGGER ended')
    expect(kept()).toEqual(before)
  }
})

test('an account that was signed out while its provider answered has nothing linked', async () => {
  await using provider = await startProvider()
  await using svc = await startServer({ env: provider.env })
  const { db } = svc.ctx
  provider.told = { sub: 's', email: 'bea@example.com', email_verified: true, name: 'Bea' }
  const visitor = newVisitor(svc, await signUp(svc, 'nova'))
  const begun = await visitor.send('POST', '/api/auth/identities', { provider: 'google' })
  const { back } = provider.consent(String(Reflect.get(Object(begun.json), 'url')))
  db.$client.run('CREATE TRIGGER ended AFTER DELETE ON sign_in_flows BEGIN DELETE FROM sessions; END')
  const { location } = await visitor.get(back.href)
  expect(location).toContain('trouble=expired')
  expect(db.select().from(identities).all()).toEqual([])
})

test('a job that another process added is done within seconds, as the tracks of an import are', async () => {
  await using svc = await startServer()
  await svc.ctx.jobs.idle()
  const stop = followOtherProcesses(svc.ctx, 5)
  using other = new Database(join(svc.dataDir, 'tapedeck.db'))
  other.run(
    "INSERT INTO jobs (id, kind, payload, state, run_at, created_at) VALUES ('j', 'ingest-track', '{\"trackId\":\"gone\"}', 'READY', 0, 0)",
  )
  const left = other.query("SELECT id FROM jobs WHERE id = 'j'")
  const until = Date.now() + 5_000
  while (left.get() !== null && Date.now() < until) await Bun.sleep(20)
  stop()
  expect(left.get()).toBeNull()
})

test('accounts that another process signs out leave the rooms within seconds, and nobody else does', async () => {
  await using svc = await startServer()
  const { ada, draft, nova } = await world(svc)
  await using left = await listen(svc, ada)
  await using stays = await listen(svc, draft)
  for (const stream of [left, stays]) await stream.next()
  const stop = followOtherProcesses(svc.ctx, 5)
  using other = new Database(join(svc.dataDir, 'tapedeck.db'))
  other.query('DELETE FROM sessions WHERE user_id = ?').run(ada.userId)
  while ((await left.next()) !== undefined);
  stop()
  await say(svc, nova, 'still on')
  let heard = await stays.next()
  while (heard && heard.event !== 'comment') heard = await stays.next()
  expect(textOf(heard)).toBe('still on')
})
