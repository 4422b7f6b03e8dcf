import { expect, test } from 'bun:test'
import { passkeys } from '../../db/schema/account/passkey.ts'
import { logIn, signUp } from '../support/account/account.ts'
import { addPasskey, newAuthenticator, passStep, signInBy } from '../support/account/authenticator.ts'
import { startServer, type TestServer } from '../support/server.ts'

const start = () => startServer({ limiter: { take: () => 0 } })
const begin = async (svc: TestServer) =>
  String(Reflect.get(Object((await logIn(svc, 'nova@example.org')).json), 'secondStep'))

test('a passkey that did not recognise its owner is not added, signs nobody in and passes no second step', async () => {
  await using svc = await start()
  const cookie = await signUp(svc, 'nova')
  const device = newAuthenticator(svc)
  device.recognises = false
  expect([(await addPasskey(svc, cookie, device)).status, svc.ctx.db.select().from(passkeys).all()]).toEqual([400, []])
  device.recognises = true
  expect((await addPasskey(svc, cookie, device)).status).toBe(201)
  expect((await svc.call('POST', '/api/auth/second-factor', { cookie })).status).toBe(201)
  const use = async () => [(await signInBy(svc, device)).status, (await passStep(svc, await begin(svc), device)).status]
  expect(await use()).toEqual([200, 200])
  device.recognises = false
  expect(await use()).toEqual([401, 401])
})

test('a passkey whose counter went back was copied, and is refused', async () => {
  await using svc = await start()
  const cookie = await signUp(svc, 'nova')
  const device = newAuthenticator(svc)
  await addPasskey(svc, cookie, device)
  device.counter = 40
  expect((await signInBy(svc, device)).status).toBe(200)
  const use = async (counter: number) => {
    device.counter = counter
    return (await signInBy(svc, device)).status
  }
  expect([await use(20), await use(40), await use(41)]).toEqual([401, 401, 200])
})

test('new recovery codes end the earlier ones', async () => {
  await using svc = await start()
  const cookie = await signUp(svc, 'nova')
  await addPasskey(svc, cookie, newAuthenticator(svc))
  const make = async (): Promise<unknown> =>
    Reflect.get(Object((await svc.call('POST', '/api/auth/second-factor', { cookie })).json), 'recoveryCodes')
  const [[before], [now]] = [Object(await make()), Object(await make())]
  const use = async (recoveryCode: unknown) => {
    const body = { step: await begin(svc), recoveryCode }
    return (await svc.call('POST', '/api/auth/second-step', { body })).status
  }
  expect([await use(before), await use(now), await use(now)]).toEqual([401, 200, 401])
})
