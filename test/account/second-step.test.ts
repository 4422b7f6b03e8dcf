import { expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { recoveryCodes } from '../../db/schema/account/passkey.ts'
import { issueToken } from '../../src/account/email/mailed-token.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { password, signUp } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'

const codes = ['0123456789ABCDEF', 'ABCDEFGH01234567'] as const

test('a second step that the old password began is over once a new one is set', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { db } = svc.ctx
  const cookie = await signUp(svc, 'nova')
  const user = db.select().from(users).get()
  const [userId, email] = [user?.id ?? '', user?.email ?? '']
  db.update(users).set({ secondFactor: true, emailVerifiedAt: 1 }).run()
  const stored = codes.map((code) => ({ codeHash: sha256Hex(`recovery ${code}`), userId }))
  db.insert(recoveryCodes).values(stored).run()
  const begin = async (typed: string) => {
    svc.tick(60_000)
    const { json } = await svc.call('POST', '/api/auth/login', { body: { email, password: typed } })
    return String(Reflect.get(Object(json), 'secondStep'))
  }
  const finish = async (step: string, recoveryCode: string) =>
    (await svc.call('POST', '/api/auth/second-step', { body: { step, recoveryCode } })).status

  const first = await begin(password)
  const changed = { currentPassword: password, password: 'lanterns over the harbour' }
  expect((await svc.call('POST', '/api/auth/password/change', { cookie, body: changed })).status).toBe(204)
  expect(await finish(first, codes[0])).toBe(409)

  const second = await begin(changed.password)
  const token = issueToken(svc.ctx, 'reset-password', { userId, email })
  const reset = { token, password: 'a kettle under seven moons' }
  const { json } = await svc.call('POST', '/api/auth/password/reset', { body: reset })
  const step = String(Reflect.get(Object(json), 'secondStep'))
  const body = { ...reset, step, recoveryCode: codes[0] }
  expect((await svc.call('POST', '/api/auth/password/reset', { body })).status).toBe(204)
  expect(await finish(second, codes[1])).toBe(409)

  const third = await begin(reset.password)
  expect(await finish(third, codes[1])).toBe(200)
  expect(db.select().from(recoveryCodes).all()).toEqual([])
})

test('a second step is over after ten wrong recovery codes, also for the right one', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { db } = svc.ctx
  await signUp(svc, 'nova')
  const user = db.update(users).set({ secondFactor: true }).returning().get()
  const stored = codes.map((code) => ({ codeHash: sha256Hex(`recovery ${code}`), userId: user.id }))
  db.insert(recoveryCodes).values(stored).run()
  const statuses = async (wrong: number) => {
    const { json } = await svc.call('POST', '/api/auth/login', { body: { email: user.email, password } })
    const step = String(Reflect.get(Object(json), 'secondStep'))
    const use = async (recoveryCode: string) =>
      (await svc.call('POST', '/api/auth/second-step', { body: { step, recoveryCode } })).status
    for (let tries = 0; tries < wrong; tries++) expect(await use('ZZZZZZZZZZZZZZZZ')).toBe(401)
    return use(codes[0])
  }
  expect([await statuses(10), await statuses(9)]).toEqual([409, 200])
})
