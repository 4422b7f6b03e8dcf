import { expect, test } from 'bun:test'
import { confirmEmail } from '../../src/account/change-user.ts'
import { rowsOf, signUpBody } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const day = 86_400_000

test('a casset is called after its artist, as far as a casset’s name goes', async () => {
  await using svc = await startServer()
  const displayName = `${'🎛'.repeat(119)}ab${'🎛'.repeat(39)}`
  expect((await svc.call('POST', '/api/auth/signup', { body: signUpBody('nova', { displayName }) })).status).toBe(201)
  expect(rowsOf(svc, 'artists')).toMatchObject([{ display_name: displayName }])
  expect(rowsOf(svc, 'cassets')).toMatchObject([{ name: `${'🎛'.repeat(119)}a` }])
})

test.each([
  ['has a password without a user', 'https://:secret@nova.example/'],
  ['has a user without a password', 'https://nova@nova.example/'],
  ['is too long once it is written in ASCII', `https://nova.example/${'é'.repeat(500)}`],
])('a link that %s is refused', async (_, url) => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const body = { socials: [{ kind: 'site', url }] }
  const answer = await svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body })
  expect([answer.status, answer.json]).toEqual([
    400,
    expect.objectContaining({ code: 'VALIDATION', field: 'socials.0.url' }),
  ])
  expect(rowsOf(svc, 'artists')).toMatchObject([{ socials: '[]' }])
})

test('an address is confirmed by what was mailed to it alone, and keeps the time of the first email', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { userId } = cast(svc.ctx, 'nova')
  const confirmedAt = () => svc.ctx.db.$client.query('SELECT email_verified_at AS at FROM users').get()
  confirmEmail(svc.ctx, { userId, email: 'another@example.com' })
  expect(confirmedAt()).toEqual({ at: null })
  const first = svc.ctx.now()
  for (let times = 0; times < 2; times += 1) {
    confirmEmail(svc.ctx, { userId, email: 'nova@example.com' })
    expect(confirmedAt()).toEqual({ at: first })
    svc.tick(day)
  }
})

test('a session is listed with the day on which it ends if it is not used, or at the latest', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { cookie } = cast(svc.ctx, 'nova')
  const begun = svc.ctx.now()
  const listed = async () => (await svc.call('GET', '/api/auth/sessions', { cookie })).json
  const at = (ms: number) => new Date(begun + ms).toISOString()
  expect(await listed()).toHaveProperty('sessions.0.expiresAt', at(14 * day))
  svc.tick(10 * day)
  expect(await listed()).toMatchObject({ sessions: [{ seenAt: at(10 * day), expiresAt: at(24 * day) }] })
  svc.tick(10 * day)
  expect(await listed()).toMatchObject({ sessions: [{ seenAt: at(20 * day), expiresAt: at(30 * day) }] })
})
