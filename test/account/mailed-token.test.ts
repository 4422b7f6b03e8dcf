import { expect, test } from 'bun:test'
import { issueToken } from '../../src/account/email/mailed-token.ts'
import { rowsOf, signUpBody } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { cast, type Person } from '../support/world.ts'

const sharedServer = shareNames()
const sharedStill = shareNames({ clock: 'stands' })

const minute = 60_000
const password = 'battery staple horse'

const issue = (svc: TestServer, { userId, handle }: Person, purpose: 'verify-email' | 'reset-password') =>
  issueToken(svc.ctx, purpose, { userId, email: `${handle}@example.com` })

const post = async (svc: TestServer, path: string, body: object) =>
  (await svc.call('POST', `/api/auth/${path}`, { body })).status

test('a link that is used takes those of the same person and purpose with it, and no other', async () => {
  const svc = await sharedServer()
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const [first, second] = [issue(svc, nova, 'reset-password'), issue(svc, nova, 'reset-password')]
  const [verifyNova, verifyAda] = [issue(svc, nova, 'verify-email'), issue(svc, ada, 'verify-email')]
  const resetAda = issue(svc, ada, 'reset-password')
  expect(await post(svc, 'password/reset', { token: first, password })).toBe(204)
  expect(await post(svc, 'password/reset', { token: second, password })).toBe(400)
  expect(await post(svc, 'email/verify', { token: verifyNova })).toBe(204)
  expect(await post(svc, 'password/reset', { token: resetAda, password })).toBe(204)
  expect(await post(svc, 'email/verify', { token: verifyAda })).toBe(204)
  expect(rowsOf(svc, 'mailed_tokens')).toEqual([])
})

test('a link is good to the last moment of its half hour, for its own purpose', async () => {
  const svc = await sharedStill()
  const nova = cast(svc.ctx, 'nova')
  const [reset, verify] = [issue(svc, nova, 'reset-password'), issue(svc, nova, 'verify-email')]
  expect(await post(svc, 'password/reset', { token: verify, password })).toBe(400)
  expect(await post(svc, 'email/verify', { token: reset })).toBe(400)
  svc.tick(30 * minute - 1)
  expect(await post(svc, 'email/verify', { token: verify })).toBe(204)
  svc.tick(1)
  expect(await post(svc, 'password/reset', { token: reset, password })).toBe(400)
})

test('tokens that have run out are gone once another is made, and those that have not are there', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const nova = cast(svc.ctx, 'nova')
  issue(svc, nova, 'verify-email')
  svc.tick(20 * minute)
  issue(svc, nova, 'reset-password')
  expect(rowsOf(svc, 'mailed_tokens')).toHaveLength(2)
  svc.tick(10 * minute)
  issue(svc, nova, 'reset-password')
  expect(rowsOf(svc, 'mailed_tokens')).toMatchObject([{ purpose: 'reset-password' }, { purpose: 'reset-password' }])
})

test('emails with a link are of no use after half an hour', async () => {
  const svc = await sharedStill()
  await post(svc, 'signup', signUpBody('nova'))
  await post(svc, 'password/forgot', { email: 'nova@example.org' })
  await svc.ctx.jobs.idle()
  const spans = svc.ctx.db.$client.query('SELECT kind, useful_until - created_at AS ms FROM mails').all()
  expect(spans).toEqual([
    { kind: 'verify-email', ms: 30 * minute },
    { kind: 'reset-password', ms: 30 * minute },
  ])
})

test('an email that is asked for again before it is written is written once', async () => {
  const svc = await sharedServer()
  cast(svc.ctx, 'nova')
  await svc.ctx.jobs.stop(0)
  for (const email of ['nova@example.com', 'NOVA@example.com', 'nova@example.com']) {
    expect(await post(svc, 'password/forgot', { email })).toBe(204)
  }
  expect(await post(svc, 'password/forgot', { email: 'ada@example.com' })).toBe(204)
  const keys = svc.ctx.db.$client.query("SELECT unique_key FROM jobs WHERE kind = 'forgot-password'").values().flat()
  expect(keys).toEqual(['forgot-password:nova@example.com', 'forgot-password:ada@example.com'])
})
