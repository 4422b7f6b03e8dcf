import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { passkeys } from '../../db/schema/account/passkey.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { logIn, password, signUp } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'

const minute = 60_000

test('a proof lasts an hour for somebody who goes on with what needs it, and a quarter of one after a pause', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const cookie = await signUp(svc, 'nova')
  const goOn = async () => {
    const { json } = await svc.call('POST', '/api/studio/payouts/dashboard', { cookie })
    return Reflect.get(Object(json), 'needsProof') !== true
  }
  const confirm = async () =>
    expect((await svc.call('POST', '/api/auth/confirm', { cookie, body: { password } })).status).toBe(204)
  const over = async (minutes: readonly number[]) => {
    const went: boolean[] = []
    for (const each of minutes) {
      svc.tick(each * minute)
      went.push(await goOn())
    }
    return went
  }
  expect(await over([0, 14, 14, 14, 14, 14])).toEqual([true, true, true, true, true, false])
  await confirm()
  expect(await over([0, 14, 16, 1])).toEqual([true, true, false, false])
  // A session that goes on proves nothing for another one of the same person.
  await confirm()
  expect(await over([0, 14])).toEqual([true, true])
  const { headers } = await logIn(svc, 'nova@example.org')
  const other = headers.get('set-cookie')?.split(';')[0]
  svc.tick(16 * minute)
  const { json } = await svc.call('POST', '/api/studio/payouts/dashboard', { cookie: other })
  expect(Object(json)).toMatchObject({ needsProof: true })
})

test('changes of keys, of where money goes and of the ways to sign in are made a moment after signing in or showing that it is them', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const cookie = await signUp(svc, 'nova')
  const { db } = svc.ctx
  const userId = db.select().from(users).get()?.id ?? ''
  const createdAt = svc.ctx.now()
  db.insert(identities).values({ provider: 'google', subject: 'g', userId, createdAt }).run()
  const key = { userId, publicKey: 'x', counter: 0, transports: [], name: 'Phone', createdAt }
  const passkey = { ...key, id: svc.ctx.uuid(), credentialId: 'x' }
  db.insert(passkeys).values(passkey).run()
  const call = async (method: string, path: string, body?: object) => {
    const answer = await svc.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })
    return { ...answer, isTooOld: Reflect.get(Object(answer.json), 'needsProof') === true }
  }
  const guarded: [method: string, path: string, body?: object][] = [
    ['POST', '/api/auth/passkeys/challenge'],
    ['POST', '/api/auth/passkeys', { step: 'x', id: 'x', clientDataJSON: 'x', attestationObject: 'x', transports: [] }],
    ['DELETE', `/api/auth/passkeys/${svc.ctx.uuid()}`],
    ['POST', '/api/auth/identities', { provider: 'google' }],
    ['DELETE', '/api/auth/identities/discord'],
    ['DELETE', '/api/auth/second-factor'],
    ['POST', '/api/auth/handle', { handle: 'nova' }],
    ['POST', '/api/auth/export'],
    ['POST', '/api/studio/payouts/onboarding', {}],
    ['POST', '/api/studio/payouts/dashboard'],
    ['POST', '/api/sandbox/credentials', {}],
    ['POST', '/api/auth/second-factor'],
  ]
  const refused = async () => {
    const answers = await Promise.all(guarded.map(([method, path, body]) => call(method, path, body)))
    return answers.map(({ isTooOld }, at) => (isTooOld ? guarded[at]?.[1] : undefined)).filter(Boolean)
  }
  svc.tick(16 * minute)
  expect(await refused()).toEqual(guarded.map(([, path]) => path))
  expect((await call('POST', '/api/auth/confirm', { password: 'not the right one' })).json).toMatchObject({
    code: 'VALIDATION',
    field: 'password',
  })
  expect((await call('POST', '/api/auth/confirm/challenge')).json).toMatchObject({ takesPassword: true })
  expect((await call('POST', '/api/auth/confirm', { password })).status).toBe(204)
  expect(await refused()).toEqual([])

  // From now on signing in asks for a passkey, and so does confirming.
  svc.tick(16 * minute)
  expect(db.select().from(users).get()?.secondFactor).toBe(true)
  expect((await call('POST', '/api/auth/confirm/challenge')).json).toMatchObject({ takesPassword: false })
  expect((await call('POST', '/api/auth/confirm', { password })).json).toMatchObject({ hint: 'Use your passkey.' })
  expect(await refused()).toHaveLength(guarded.length)

  // When a way to sign in is removed, its owner gets an email.
  db.update(users).set({ secondFactor: false }).run()
  expect((await call('POST', '/api/auth/confirm', { password })).status).toBe(204)
  for (const path of ['/api/auth/identities/google', `/api/auth/passkeys/${passkey.id}`]) {
    expect([path, (await call('DELETE', path)).status]).toEqual([path, 204])
  }
  const told = db.select({ subject: mails.subject }).from(mails).where(eq(mails.kind, 'sign-in-changed')).all()
  expect(told.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['google was unlinked from your account', 'A passkey was removed from your account']),
  )
})
