import { expect, setDefaultTimeout, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { identities, pendingIdentities, signInFlows } from '../../db/schema/account/identity.ts'
import { startProvider, type Wrong } from '../support/account/provider.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { newVisitor } from '../support/web/visitor.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const start = async (env: Record<string, string> = {}) => {
  const provider = await startProvider()
  const svc = await startServer({ env: { ...provider.env, ...env }, clock: 'stands' })
  provider.told = { sub: 's', id: 's', email: 'bea@example.com', email_verified: true, verified: true, name: 'Bea' }
  return {
    svc,
    provider,
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

const troubleAt = (location: string) => new URL(location, 'http://x').searchParams.get('trouble')
const nothingHappened = ({ ctx: { db } }: TestServer) => {
  expect(db.select().from(identities).all()).toEqual([])
  expect(db.select().from(pendingIdentities).all()).toEqual([])
}

test('an answer that is forged, expired, replayed, mixed up or of another browser signs nobody in', async () => {
  await using both = await start()
  const { svc, provider } = both
  const hourAgo = Math.floor(Date.now() / 1000) - 3_600
  const wrongs: Wrong[] = [
    { isForged: true },
    { claims: { nonce: 'another' } },
    { claims: { nonce: undefined } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { aud: 'another' } },
    { claims: { aud: ['tapedeck', 'another'], azp: 'another' } },
    { claims: { iat: hourAgo, exp: hourAgo + 60 } },
    { claims: { sub: undefined } },
    { token: 400 },
  ]
  for (const wrong of wrongs) {
    provider.wrong = wrong
    const { location } = await newVisitor(svc).signIn(provider, 'google')
    expect([wrong, troubleAt(location)]).toEqual([wrong, 'refused'])
    svc.tick(60_000)
  }
  provider.wrong = {}
  const begin = async (name: string, visitor = newVisitor(svc)) => {
    svc.tick(60_000)
    const { location } = await visitor.get(`/api/auth/${name}`)
    return { visitor, back: provider.consent(location).back }
  }
  const changed = async (change: (back: URL) => void, name = 'google') => {
    const { visitor, back } = await begin(name)
    change(back)
    return troubleAt((await visitor.get(back.href)).location)
  }
  expect(await changed((back) => back.searchParams.set('state', 'guessed'))).toBe('expired')
  expect(await changed((back) => back.searchParams.delete('state'))).toBe('expired')
  expect(await changed((back) => back.searchParams.set('code', 'guessed'))).toBe('refused')
  expect(await changed((back) => back.searchParams.set('iss', 'https://evil.example'))).toBe('refused')
  expect(await changed((back) => back.searchParams.delete('iss'))).toBe('refused')
  expect(await changed(() => svc.tick(31 * 60_000))).toBe('expired')
  expect(await changed((back) => back.searchParams.set('error', 'access_denied'))).toBe('cancelled')
  expect(await changed((back) => back.searchParams.set('error', '<script>'))).toBe('refused')
  // An answer counts for the provider and the browser that the question came from, and for no
  // other.
  const mixed = await begin('google')
  expect(troubleAt((await mixed.visitor.get(mixed.back.href.replace('google', 'oidc'))).location)).toBe('expired')
  const theirs = await begin('google')
  const victim = newVisitor(svc)
  expect(troubleAt((await victim.get(theirs.back.href)).location)).toBe('expired')
  await begin('google', victim)
  expect(troubleAt((await victim.get(theirs.back.href)).location)).toBe('expired')
  nothingHappened(svc)
  // Two tabs of one browser may begin a sign-in each; a second answer to the same question is
  // refused.
  const one = await begin('google')
  const two = await begin('google', one.visitor)
  expect((await one.visitor.get(one.back.href)).location).toBe('/signup/join')
  expect(troubleAt((await one.visitor.get(one.back.href)).location)).toBe('expired')
  expect((await two.visitor.get(two.back.href)).location).toBe('/signup/join')
  expect(svc.ctx.db.select().from(users).all()).toEqual([])
  svc.tick(31 * 60_000)
  const late = await one.visitor.send('POST', '/api/auth/join', { handle: 'bea', displayName: 'Bea' })
  expect(late.status).toBe(409)
  await begin('google')
  expect(svc.ctx.db.select().from(signInFlows).all().length).toBe(1)
  expect(svc.logged.join('\n')).not.toContain('bea@example.com')
})

test('a browser that comes back is sent to a page of this site and nowhere else', async () => {
  await using both = await start()
  const { svc, provider } = both
  const nova = cast(svc.ctx, 'nova')
  svc.ctx.db
    .insert(identities)
    .values({ provider: 'google', subject: `${provider.url} s`, userId: nova.userId, createdAt: 1 })
    .run()
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '',
  ]) {
    svc.tick(60_000)
    expect([next, (await newVisitor(svc).signIn(provider, 'google', next)).location]).toEqual([next, '/start'])
  }
  svc.tick(60_000)
  const elsewhere = await svc.fetch('/api/auth/google', {
    redirect: 'manual',
    headers: { host: `127.0.0.1:${new URL(svc.url).port}` },
  })
  expect(elsewhere.headers.get('location')).toBe(`${svc.ctx.site.origin}/api/auth/google`)
  const there = await newVisitor(svc).get('/api/auth/google?next=/x')
  const asked = new URL(there.location).searchParams
  expect([
    there.status,
    asked.get('redirect_uri'),
    asked.get('code_challenge_method'),
    asked.get('response_type'),
  ]).toEqual([302, `${svc.ctx.site.origin}/api/auth/google/callback`, 'S256', 'code'])
  for (const word of ['state', 'nonce', 'code_challenge']) expect(asked.get(word)).toMatch(/^[\w-]{43}$/)
})

test('a proxy that sends a Host of its own leads to the provider too, not back for ever', async () => {
  await using both = await start({ BASE_URL: 'https://nova.example' })
  const { svc, provider } = both
  const { status, headers } = await svc.fetch('/api/auth/google', {
    redirect: 'manual',
    headers: { host: new URL(svc.url).host },
  })
  const there = new URL(headers.get('location') ?? '')
  expect([status, there.origin, there.searchParams.get('redirect_uri')]).toEqual([
    302,
    new URL(provider.url).origin,
    'https://nova.example/api/auth/google/callback',
  ])
})

test('a provider that is down, slow or faulty is told as such, and asked again the next time', async () => {
  await using both = await start()
  const { svc, provider } = both
  provider.isDown = true
  const { location } = await newVisitor(svc).signIn(provider, 'google', '/library')
  expect(location).toBe('/login?trouble=unavailable&with=google&next=%2Flibrary')
  const page = await svc.fetch(location)
  expect(await page.text()).toContain('Google is not answering at the moment')
  const nova = newVisitor(svc, cast(svc.ctx, 'nova').cookie)
  const linking = await nova.send('POST', '/api/auth/identities', { provider: 'google' })
  expect([linking.status, linking.json]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })])
  provider.isDown = false
  for (const token of [503, 'silent'] as const) {
    svc.tick(60_000)
    provider.wrong = { token }
    expect(troubleAt((await newVisitor(svc).signIn(provider, 'google')).location)).toBe('unavailable')
  }
  provider.wrong = {}
  svc.tick(60_000)
  expect((await newVisitor(svc).signIn(provider, 'google')).location).toBe('/signup/join')
})

test('a door that is not configured is not there, and one that is shut lets nobody new in', async () => {
  await using bare = await startServer()
  for (const name of ['google', 'apple', 'discord', 'oidc']) {
    for (const path of [`/api/auth/${name}`, `/api/auth/${name}/callback?code=x&state=y`])
      expect((await bare.call('GET', path)).status).toBe(404)
  }
  expect(await (await bare.fetch('/login')).text()).not.toContain('Continue with')
  await using both = await start({ REGISTRATION: 'closed' })
  const { svc, provider } = both
  expect(await (await svc.fetch('/login')).text()).toContain('Continue with Vinyl Club')
  expect(troubleAt((await newVisitor(svc).signIn(provider, 'oidc')).location)).toBe('closed')
  expect((await newVisitor(svc).send('POST', '/api/auth/join', { handle: 'bea', displayName: 'B' })).status).toBe(403)
  nothingHappened(svc)
})
