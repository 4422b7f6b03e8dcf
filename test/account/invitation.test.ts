import { expect, test } from 'bun:test'
import { mails } from '../../db/schema/platform/mail.ts'
import { completeInvitation } from '../../src/account/invitation/invitation-email.ts'
import { startProvider } from '../support/account/provider.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { newVisitor } from '../support/web/visitor.ts'
import { cast, type Person } from '../support/world.ts'

const week = 7 * 86_400_000
const path = '/api/admin/invitations'

async function start(env: Record<string, string> = {}) {
  const svc = await startServer({ env: { REGISTRATION: 'invite', ...env }, clock: 'stands' })
  const owner = cast(svc.ctx, 'nova')
  makeOwner(svc, owner)
  return { svc, owner }
}

type Made = { invitation: { id: string; url: string; expiresAt: string; mailed: boolean } }
const isMade = (json: unknown): json is Made => typeof json === 'object' && json !== null && 'invitation' in json

async function invite(svc: TestServer, { cookie }: Person, body: object = {}) {
  const answer = await svc.call('POST', path, { cookie, body })
  expect(answer.status).toBe(201)
  if (!isMade(answer.json)) throw new Error('no invitation')
  const { invitation } = answer.json
  return { ...invitation, code: new URL(invitation.url).searchParams.get('invite') ?? '' }
}

const person = (handle: string, more: object = {}) => ({
  email: `${handle}@example.org`,
  password: 'a quiet harbour at dusk',
  handle,
  displayName: handle,
  ...more,
})
const signUp = (svc: TestServer, handle: string, more: object = {}) => {
  svc.tick(60_000)
  return svc.call('POST', '/api/auth/signup', { body: person(handle, more) })
}
const told = ({ status, json }: Answer) => [
  status,
  Reflect.get(Object(json), 'code'),
  Reflect.get(Object(json), 'field'),
]
const errorOf = ({ json }: Answer) => Reflect.get(Object(json), 'error')

test('an invitation lets one person sign up, within a week, and only its own address', async () => {
  const { svc, owner } = await start()
  await using _ = svc
  expect(told(await signUp(svc, 'joan'))).toEqual([403, 'FORBIDDEN', undefined])
  const { id, url, code, expiresAt, mailed } = await invite(svc, owner, { note: ' The\ndrummer ' })
  expect(url).toBe(`${svc.ctx.site.origin}/signup?invite=${code}`)
  expect([expiresAt, mailed]).toEqual([new Date(svc.ctx.now() + week).toISOString(), false])
  // Only the site can make a code: the 256 bits after the id are stored nowhere.
  expect(code.split('.')[1]).toHaveLength(43)
  expect(JSON.stringify(svc.ctx.db.$client.query('SELECT * FROM invitations').values())).not.toContain(code.slice(37))
  for (const wrong of ['', 'x', `${id}.`, `${id}.${'A'.repeat(43)}`, code.slice(0, -1)]) {
    expect(told(await signUp(svc, 'joan', { invite: wrong }))).toEqual([400, 'VALIDATION', 'invite'])
  }
  const weak = await signUp(svc, 'joan', { invite: code, password: 'password123' })
  expect(told(weak)).toEqual([400, 'VALIDATION', 'password'])
  // When two use it at once, one gets in.
  const both = await Promise.all([signUp(svc, 'joan', { invite: code }), signUp(svc, 'samu', { invite: code })])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const again = await signUp(svc, 'kimi', { invite: code })
  expect([told(again), errorOf(again)]).toEqual([
    [409, 'BAD_STATE', 'invite'],
    'Somebody has signed up with this invitation already.',
  ])
  const bound = await invite(svc, owner, { email: 'Kimi@Example.org' })
  expect(told(await signUp(svc, 'idas', { invite: bound.code }))).toEqual([409, 'BAD_STATE', 'email'])
  const late = await invite(svc, owner)
  svc.tick(week)
  expect(errorOf(await signUp(svc, 'kimi', { invite: late.code }))).toBe('This invitation has expired.')
  const page = await (await svc.fetch(`/signup?invite=${late.code}`)).text()
  expect([page.includes('This invitation has expired.'), page.includes('name="password"')]).toEqual([true, false])
  expect(svc.ctx.db.$client.query('SELECT count(*) FROM users').values()).toEqual([[2]])
})

test('the owner of the instance lists invitations and takes them back, and nobody else does', async () => {
  const { svc, owner } = await start()
  await using _ = svc
  const ada = cast(svc.ctx, 'ada')
  const first = await invite(svc, owner, { note: 'Jo' })
  const open = await invite(svc, owner, { email: 'kimi@example.org' })
  expect((await signUp(svc, 'joan', { invite: first.code })).status).toBe(201)
  const list = async () => (await svc.call('GET', path, { cookie: owner.cookie })).json
  const row = { createdAt: expect.any(String), expiresAt: expect.any(String) }
  expect(await list()).toEqual({
    invitations: [
      { ...row, id: open.id, url: open.url, state: 'OPEN', email: 'kimi@example.org', note: null, handle: null },
      { ...row, id: first.id, url: null, state: 'USED', email: null, note: 'Jo', handle: 'joan' },
    ],
    nextCursor: null,
  })
  const { cookie } = owner
  expect((await svc.call('DELETE', `${path}/${open.id}`, { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('DELETE', `${path}/${open.id}`, { cookie })).status).toBe(204)
  expect((await svc.call('DELETE', `${path}/${open.id}`, { cookie })).status).toBe(204)
  expect((await svc.call('DELETE', `${path}/${first.id}`, { cookie })).status).toBe(409)
  expect((await svc.call('DELETE', `${path}/x`, { cookie })).status).toBe(404)
  expect(errorOf(await signUp(svc, 'kimi', { invite: open.code }))).toBe('This invitation was revoked.')
  expect(told(await svc.call('POST', path, { cookie, body: { email: 'joan@example.org' } }))).toEqual([
    409,
    'BAD_STATE',
    'email',
  ])
  expect(told(await svc.call('POST', path, { cookie, body: { email: 'no\r\none' } }))[2]).toBe('email')
  expect(told(await svc.call('POST', path, { cookie, body: { note: 'x'.repeat(121) } }))[2]).toBe('note')
})

test('an invitation is mailed to its address, and no link is in the outbox', async () => {
  await using smtp = await startSmtp()
  const { svc, owner } = await start(smtp.env)
  await using _ = svc
  const { mailed, code, id } = await invite(svc, owner, { email: 'kimi@example.org' })
  const [waiting] = svc.ctx.db.select().from(mails).all()
  expect([mailed, waiting?.textBody.includes(code), waiting?.recipient]).toEqual([true, false, 'kimi@example.org'])
  await svc.ctx.jobs.idle()
  expect(smtp.received[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`/signup?invite=${code}`)
  await svc.call('DELETE', `${path}/${id}`, { cookie: owner.cookie })
  if (waiting) expect(completeInvitation(svc.ctx, waiting)).toBeUndefined()
})

test('an invited person signs up by a provider too, and nobody by a used invitation or for another address', async () => {
  await using provider = await startProvider()
  const { svc, owner } = await start(provider.env)
  await using _ = svc
  const as = async (sub: string, invite: string) => {
    const email = `${sub}@example.org`
    provider.told = { sub, id: sub, email, email_verified: true, name: sub }
    svc.tick(60_000)
    const visitor = newVisitor(svc)
    const there = await visitor.get(`/api/auth/oidc?invite=${encodeURIComponent(invite)}`)
    const back = await visitor.get(provider.consent(there.location).back.href)
    return { visitor, location: new URL(back.location, svc.ctx.site.origin) }
  }
  const { code } = await invite(svc, owner)
  const bound = await invite(svc, owner, { email: 'kimi@example.org' })
  expect((await as('bea', 'none')).location.searchParams.get('trouble')).toBe('closed')
  expect((await as('bea', bound.code)).location.searchParams.get('trouble')).toBe('uninvited')
  const [bea, ida] = [await as('bea', code), await as('idas', code)]
  expect([bea.location.pathname, ida.location.pathname]).toEqual(['/signup/join', '/signup/join'])
  const join = ({ visitor }: typeof bea, handle: string) =>
    visitor.send('POST', '/api/auth/join', { handle, displayName: handle })
  expect((await join(bea, 'bea')).status).toBe(201)
  expect(await join(ida, 'idas')).toMatchObject({ status: 409, json: { field: 'invite' } })
  expect((await as('idas', code)).location.searchParams.get('trouble')).toBe('uninvited')
})

test('an invitation lets nobody in where sign-up is closed, and nobody needs one where it is open', async () => {
  for (const [registration, status] of [
    ['closed', 403],
    ['open', 201],
  ] as const) {
    const { svc, owner } = await start({ REGISTRATION: registration })
    await using _ = svc
    const { code } = await invite(svc, owner)
    const page = await (await svc.fetch(`/signup?invite=${code}`)).text()
    expect(page.includes('name="password"')).toBe(registration === 'open')
    expect((await signUp(svc, 'joan', { invite: code })).status).toBe(status)
  }
})
