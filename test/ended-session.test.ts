import { expect, test } from 'bun:test'
import { sessions, users } from '../db/schema/account.ts'
import { logIn, password, signUp } from './support/account.ts'
import { askReset } from './support/reset.ts'
import { startServer } from './support/server.ts'
import { startSmtp } from './support/smtp.ts'
import { until } from './support/upload.ts'

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
  const { passwords, db } = svc.ctx
  db.update(users).set({ emailVerifiedAt: 1 }).run()
  let waiting = 0
  const { matches, hash } = passwords
  const token = await askReset(svc, 'nova@example.org')
  const { promise: isReset, resolve: goOn } = Promise.withResolvers<void>()
  const mine = 'a thief was here twice'
  // The thief's requests come in before the reset, and their passwords are checked or hashed after it.
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
