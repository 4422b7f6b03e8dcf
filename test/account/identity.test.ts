import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { type Provider, startProvider } from '../support/account/provider.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { newVisitor } from '../support/web/visitor.ts'
import { cast, type Person } from '../support/world.ts'

const start = async () => {
  const provider = await startProvider()
  const svc = await startServer({ env: provider.env, clock: 'stands' })
  return {
    svc,
    provider,
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

const emailOf = (svc: TestServer, { userId }: Person) =>
  svc.ctx.db.select().from(users).where(eq(users.id, userId)).get()?.email ?? ''
const confirm = (svc: TestServer, { userId }: Person) =>
  svc.ctx.db.update(users).set({ emailVerifiedAt: svc.ctx.now() }).where(eq(users.id, userId)).run()
const linkedTo = (svc: TestServer) =>
  svc.ctx.db
    .select()
    .from(identities)
    .all()
    .map(({ provider, userId }) => [provider, userId])
const troubleAt = (location: string) => new URL(location, 'http://x').searchParams.get('trouble')
const count = (svc: TestServer) => svc.ctx.db.select().from(users).all().length

/** Has the provider describe the person, in Discord's words as well. */
const say = (provider: Provider, email: string, isVerified: unknown, sub = 'sub-1') => {
  provider.told = {
    sub,
    id: sub,
    email,
    email_verified: isVerified,
    verified: isVerified,
    name: 'Bea Holm',
    global_name: 'Bea Holm',
    username: 'bea',
  }
}

test.each(['google', 'apple', 'discord', 'oidc'])(
  'somebody new signs up and in again with %s, by three redirects at most',
  async (name) => {
    await using both = await start()
    const { svc, provider } = both
    say(provider, 'Bea@Example.com', true)
    const bea = newVisitor(svc)
    const first = await bea.signIn(provider, name, '/@nova?x=1')
    expect(first.location).toBe('/signup/join')
    expect(first.redirects).toBeLessThanOrEqual(3)
    expect(count(svc)).toBe(0)
    const cookie = `svc_flow=${bea.cookies.get('svc_flow')}`
    const page = await svc.fetch('/signup/join', { headers: { cookie } })
    expect(await page.text()).toContain('bea-holm')
    // The cookie that binds a sign-in to the browser lasts for an hour from the last one that was
    // begun.
    const begun = await svc.fetch(`/api/auth/${name}`, {
      headers: { cookie, host: new URL(svc.ctx.site.origin).host },
      redirect: 'manual',
    })
    expect(begun.headers.get('set-cookie')).toStartWith(`${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600`)
    const draft = { handle: 'bea', displayName: 'Bea Holm' }
    const stranger = await newVisitor(svc).send('POST', '/api/auth/join', draft)
    expect(stranger.status).toBe(409)
    const joined = await bea.send('POST', '/api/auth/join', draft)
    expect([joined.status, joined.json]).toEqual([
      201,
      {
        user: { id: expect.any(String), email: 'bea@example.com' },
        artist: { id: expect.any(String), ...draft },
        next: '/@nova?x=1',
      },
    ])
    expect((await bea.send('POST', '/api/auth/join', { ...draft, handle: 'bea2' })).status).toBe(409)
    expect((await bea.send('GET', '/api/auth/session')).status).toBe(200)
    expect(svc.ctx.db.select().from(users).get()).toMatchObject({ passwordHash: null, emailVerifiedAt: svc.ctx.now() })
    const again = newVisitor(svc)
    expect((await again.signIn(provider, name)).location).toBe('/library')
    expect((await again.send('GET', '/api/auth/session')).json).toHaveProperty('artist.handle', 'bea')
    say(provider, 'other@example.com', true)
    const renamed = newVisitor(svc)
    expect((await renamed.signIn(provider, name)).location).toBe('/library')
    const alone = await again.send('DELETE', `/api/auth/identities/${name}`)
    expect([alone.status, alone.json]).toEqual([409, expect.objectContaining({ code: 'BAD_STATE' })])
    expect(linkedTo(svc).length).toBe(1)
    const sent = provider.asked[0]
    expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(sent?.get('client_secret')?.split('.').length).toBe(name === 'apple' ? 3 : 1)
  },
)

test('an account is found by its address only when both sides have confirmed it, and its owner is told', async () => {
  await using both = await start()
  const { svc, provider } = both
  const nova = cast(svc.ctx, 'nova')
  const address = emailOf(svc, nova)
  const refused = async (isVerified: unknown) => {
    say(provider, address, isVerified)
    const visitor = newVisitor(svc)
    const { location } = await visitor.signIn(provider, 'google')
    expect([visitor.cookies.has('svc_session'), linkedTo(svc), count(svc)]).toEqual([false, [], 1])
    svc.tick(60_000)
    return troubleAt(location)
  }
  svc.ctx.db.update(users).set({ emailVerifiedAt: null }).run()
  expect(await refused(true)).toBe('unconfirmed')
  confirm(svc, nova)
  for (const no of [false, 'false', undefined, null, 0, 1, 'yes', 'TRUE', {}])
    expect(await refused(no)).toBe('unverified')
  say(provider, address.toUpperCase(), 'true')
  const visitor = newVisitor(svc)
  expect((await visitor.signIn(provider, 'google')).location).toBe('/library')
  expect((await visitor.send('GET', '/api/auth/session')).json).toHaveProperty('user.id', nova.userId)
  expect(linkedTo(svc)).toEqual([['google', nova.userId]])
  expect(
    svc.ctx.db
      .select()
      .from(mails)
      .all()
      .map(({ kind, recipient }) => [kind, recipient]),
  ).toContainEqual(['identity-linked', address])
  svc.tick(60_000)
  say(provider, address, true, 'sub-2')
  expect(troubleAt((await newVisitor(svc).signIn(provider, 'google')).location)).toBe('another')
  say(provider, 'new@example.com', false, 'sub-3')
  expect(troubleAt((await newVisitor(svc).signIn(provider, 'google')).location)).toBe('unverified')
  expect(count(svc)).toBe(1)
})

test('somebody who signed up with a stranger’s address keeps no way in once that stranger resets the password', async () => {
  await using both = await start()
  const { svc, provider } = both
  const nova = cast(svc.ctx, 'nova')
  const [thief, address] = [newVisitor(svc, nova.cookie), emailOf(svc, nova)]
  svc.ctx.db.update(users).set({ emailVerifiedAt: null }).run()
  say(provider, 'thief@example.com', true, 'thief')
  const linking = await thief.send('POST', '/api/auth/identities', { provider: 'google' })
  await thief.get(provider.consent(String(Reflect.get(Object(linking.json), 'url'))).back.href)
  expect(linkedTo(svc)).toEqual([['google', nova.userId]])
  const { issueToken } = await import('../../src/account/email/mailed-token.ts')
  const token = issueToken(svc.ctx, 'reset-password', { userId: nova.userId, email: address })
  const body = { token, password: 'lanterns over the harbour' }
  expect((await newVisitor(svc).send('POST', '/api/auth/password/reset', body)).status).toBe(204)
  expect(linkedTo(svc)).toEqual([])
  svc.tick(60_000)
  const back = newVisitor(svc)
  expect((await back.signIn(provider, 'google')).location).toBe('/signup/join')
  expect((await back.send('GET', '/api/auth/session')).status).toBe(401)
})

test('a signed-in user links and unlinks a provider, nobody else’s and never the last way in', async () => {
  await using both = await start()
  const { svc, provider } = both
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const novas = newVisitor(svc, nova.cookie)
  const linkAs = async (visitor = novas, name = 'oidc') => {
    svc.tick(60_000)
    const { status, json } = await visitor.send('POST', '/api/auth/identities', { provider: name })
    expect(status).toBe(201)
    const { back } = provider.consent(String(Reflect.get(Object(json), 'url')))
    return { back, go: () => visitor.get(back.href) }
  }
  // A linked address need not be confirmed anywhere: both accounts were signed in to.
  say(provider, 'nova@club.example', false)
  expect((await (await linkAs()).go()).location).toBe('/account')
  expect((await (await linkAs()).go()).location).toBe('/account')
  expect((await novas.send('GET', '/api/auth/identities')).json).toEqual({
    identities: [{ provider: 'oidc', email: null, createdAt: expect.any(String) }],
  })
  const adas = newVisitor(svc, ada.cookie)
  expect(troubleAt((await (await linkAs(adas)).go()).location)).toBe('taken')
  say(provider, 'x@example.com', true, 'sub-9')
  expect(troubleAt((await (await linkAs()).go()).location)).toBe('another')
  // One account begins, and another one in the same browser ends: the identity is linked to
  // neither.
  const swapped = await linkAs(novas, 'google')
  novas.cookies.set('svc_session', decodeURIComponent(ada.cookie.slice(ada.cookie.indexOf('=') + 1)))
  expect(troubleAt((await swapped.go()).location)).toBe('expired')
  expect(linkedTo(svc)).toEqual([['oidc', nova.userId]])
  const mine = newVisitor(svc, nova.cookie)
  expect((await adas.send('DELETE', '/api/auth/identities/oidc')).status).toBe(404)
  expect((await mine.send('DELETE', '/api/auth/identities/nothing')).status).toBe(404)
  svc.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, nova.userId)).run()
  expect((await mine.send('DELETE', '/api/auth/identities/oidc')).status).toBe(409)
  svc.ctx.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, nova.userId)).run()
  expect((await mine.send('DELETE', '/api/auth/identities/oidc')).status).toBe(204)
  expect(linkedTo(svc)).toEqual([])
  expect((await mine.send('POST', '/api/auth/identities', { provider: 'myspace' })).status).toBe(400)
})
