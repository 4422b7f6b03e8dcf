import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { insertAccount } from '../../src/account/sign-in/sign-up.ts'
import { cookieOf, logIn, password, rowsOf, signUp } from '../support/account/account.ts'
import { addTape } from '../support/casset/tape.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const sharedPayments = shareNames({ env: { PAYMENTS: 'test' } })

const html = { accept: 'text/html' }

const join = (svc: TestServer, displayName: string, email: string, more: object = {}) =>
  svc.call('POST', '/api/auth/signup/listener', { body: { displayName, email, password, ...more } })

const handleOf = ({ json }: { json: unknown }) =>
  String(Reflect.get(Object(Reflect.get(Object(json), 'artist')), 'handle'))

test('a listener gives name, address and password; the handle is the name in plain letters, with a number if taken', async () => {
  await using svc = await startServer()
  const named = (displayName: string) => {
    const email = `${crypto.randomUUID()}@example.org`
    const draft = { email, displayName, handle: undefined, passwordHash: null, emailVerifiedAt: null }
    return insertAccount(svc.ctx, draft).artist.handle
  }
  const first = await join(svc, 'Łucja Straßenmusik Ærø', 'lucja@example.org')
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect([first.status, first.json]).toEqual([
    201,
    {
      user: { id, email: 'lucja@example.org' },
      artist: { id, handle: 'lucja-strassenmusik-aero', displayName: 'Łucja Straßenmusik Ærø' },
    },
  ])
  expect(named('Studio')).toBe('studio-2')
  expect(named('夜')).toBe('listener')
  expect(named('🎛'.repeat(160))).toBe('listener-2')
  expect(named('x')).toBe('listener-3')
  expect(named('_'.repeat(3))).toBe('___')
  expect(named('n'.repeat(160))).toBe('n'.repeat(30))
  expect(named('n'.repeat(31))).toBe(`${'n'.repeat(28)}-2`)
  const rush = await Promise.all([1, 2, 3].map((each) => join(svc, 'Ada', `ada${each}@example.org`)))
  expect(rush.map(handleOf).toSorted()).toEqual(['ada', 'ada-2', 'ada-3'])
  const crowd = Array.from({ length: 14 }, () => named('Ada'))
  expect(new Set(crowd).size).toBe(14)
  expect(crowd).toEqual(expect.arrayContaining(['ada-4', 'ada-9']))
  for (const handle of crowd) expect(handle).toMatch(/^ada(-[2-9]|-\d{4,12})?$/)
  expect(rowsOf(svc, 'artists').filter((row) => Reflect.get(Object(row), 'makes_music') === 1)).toEqual([])
})

test('a listener’s sign-up refuses what any sign-up refuses, and a handle; it makes nobody an artist', async () => {
  await using svc = await startServer()
  const refused = async (body: object) => {
    const { status, json } = await join(svc, 'Ada', 'ada@example.org', body)
    return [status, Reflect.get(Object(json), 'code'), Reflect.get(Object(json), 'field')]
  }
  expect(await refused({ handle: 'ada' })).toEqual([400, 'VALIDATION', 'handle'])
  expect(await refused({ displayName: ' \u200b' })).toEqual([400, 'VALIDATION', 'displayName'])
  expect(await refused({ password: 'short' })).toEqual([400, 'VALIDATION', 'password'])
  expect(await refused({ displayName: 'Lantern Jar', password: 'lantern-jar 2024' })).toEqual([
    400,
    'VALIDATION',
    'password',
  ])
  expect(rowsOf(svc, 'users')).toEqual([])
  expect((await join(svc, 'Ada', 'ada@example.org')).status).toBe(201)
  expect(await refused({})).toEqual([409, 'BAD_STATE', 'email'])
  const { status, json } = await svc.call('POST', '/api/auth/signup', {
    body: { displayName: 'Bea', email: 'bea@example.org', password },
  })
  expect([status, Reflect.get(Object(json), 'field')]).toEqual([400, 'handle'])
  await using closed = await startServer({ env: { REGISTRATION: 'closed' } })
  expect((await join(closed, 'Ada', 'ada@example.org')).status).toBe(403)
})

test('the menu has page and studio only for people who make music; the studio invites everybody else', async () => {
  await using svc = await startServer()
  const cookie = cookieOf(await join(svc, 'Ada', 'ada@example.org'))
  const seen = async (path: string, as = cookie) => (await svc.call('GET', path, { headers: html, cookie: as })).text
  const menu = async (as = cookie) => {
    const [, nav = ''] = /<nav aria-label="Main">(.*?)<\/nav>/.exec(await seen('/', as)) ?? []
    return [...nav.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  }
  const listener = ['/', '/library', '/account']
  const artist = (handle: string) => ['/', `/@${handle}`, '/library', '/studio', '/account']
  const home = async (as: string) => (await svc.call('GET', '/start', { cookie: as })).headers.get('location')
  expect([await menu(), await home(cookie)]).toEqual([listener, '/library'])
  const door = await seen('/studio')
  expect(door).toContain('Do you make music?')
  expect(door).not.toContain('studio/studio')
  expect(await seen('/account')).toContain('Your own music')
  expect((await svc.call('GET', '/@ada')).status).toBe(404)
  const tabs = await seen('/studio/payouts')
  expect(tabs).toContain('href="/studio/together"')
  expect(tabs).not.toContain('href="/studio/sales"')

  expect((await svc.call('POST', '/api/auth/artist', { cookie })).status).toBe(204)
  expect([await menu(), await home(cookie)]).toEqual([artist('ada'), '/studio'])
  expect(await seen('/studio')).toContain('studio/studio')
  expect(await seen('/account')).not.toContain('Your own music')

  const nova = await signUp(svc, 'nova')
  expect(await menu(nova)).toEqual(artist('nova'))
  const others = ['bea', 'cleo', 'dora'] as const
  const [bea, cleo, dora] = others.map((name) => cast(svc.ctx, name, { published: false, makesMusic: false }))
  if (!bea || !cleo || !dora) throw new Error('Nobody was cast.')
  expect((await uploadTrack(svc, bea, await fixture('wav-8.wav'))).status).toBe(201)
  await makeCoCasset(svc, cleo, 'duo', [dora], { accepting: [dora] })
  for (const { handle, cookie: as } of [bea, cleo, dora]) expect(await menu(as)).toEqual(artist(handle))
})

test('the doors say what a stranger is about to get: sleeve, name, price and files', async () => {
  const svc = await sharedPayments()
  const nova = cast(svc.ctx, 'nova', { name: 'Rewind <Season>', priceMinor: 700, displayName: 'Nova Dawn' })
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const at = async (path: string) => {
    const { status, headers, text } = await svc.call('GET', path, { headers: html })
    const [, title = ''] = /<h1[^>]*>([^<]*)<\/h1>/.exec(text) ?? []
    return { status, to: headers.get('location'), title, text }
  }
  const bought = encodeURIComponent('/checkout/nova?amount=9')
  for (const door of ['login', 'signup']) {
    const { title, text } = await at(`/${door}?next=${bought}`)
    expect([door, title]).toEqual([door, 'Buy Rewind &lt;Season>, $7.00'])
    for (const shown of ['Nova Dawn', '1 track', 'Download (', 'class="art"', '/theme/']) expect(text).toContain(shown)
    expect(text).toContain(`/${door === 'login' ? 'signup' : 'login'}?next=${bought}`)
  }
  const world = await at('/login?next=/@NOVA')
  expect([world.title, world.text.includes('follow Nova Dawn')]).toEqual(['Rewind &lt;Season>', true])
  expect((await at('/login?next=/@nova/sideb')).text).toContain('write in its room')
  expect((await at('/login?next=/checkout/nova/tip')).text).toContain('to tip Nova Dawn')
  expect((await at('/login?next=/checkout/nova/gift')).text).toContain('what became of the gift')
  sellTracks(svc, nova, 150)
  const track = await at(`/signup?next=/checkout/nova/track/${dawn.id}`)
  expect([track.title, track.text.includes('from Rewind &lt;Season>')]).toEqual(['Buy Dawn, $1.50', true])
  // Somebody who came to pay is not asked whether they make music.
  expect([track.text.includes('I make music'), (await at('/signup')).text.includes('I make music')]).toEqual([
    false,
    true,
  ])
  const second = addTape(svc, nova, 'second', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, second, 'Noon')
  const offer = { percent: 20, hasFuture: false }
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: offer })
  const everything = await at('/signup?next=/checkout/nova/everything')
  expect(everything.title).toBe('Everything by Nova Dawn: 2 cassets for $9.60')
  expect(everything.text).toContain('20 % off')
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await at('/signup?next=/checkout/nova')).title).toBe('Get Rewind &lt;Season> for free')

  const hidden = cast(svc.ctx, 'hidden', { privacy: 'private', name: 'Hush' })
  await addReadyTrack(svc.ctx, hidden.cassetId, 'Hush')
  const { first, codes } = await makeCodes(svc, hidden)
  const gift = await at(`/signup?next=${encodeURIComponent(`/redeem?code=${first}`)}`)
  expect(gift.title).toBe('A gift for you: Hush')
  const ada = cast(svc.ctx, 'ada')
  expect((await redeem(svc, ada, first)).status).toBe(200)
  const plain = [
    `/redeem?code=${first}`,
    '/redeem?code=nothing',
    '/checkout/hidden',
    '/@hidden',
    '/@nobody',
    '/@%zz',
    '/library',
    'https://elsewhere.example/checkout/nova',
    '//elsewhere.example/@nova',
  ]
  for (const next of plain) {
    const { status, title, text } = await at(`/login?next=${encodeURIComponent(next)}`)
    expect([next, status, title, text.includes('Hush')]).toEqual([next, 200, 'Sign in', false])
  }
  svc.tick(1)
  expect(codes.length).toBe(3)
})

test('a visitor who comes to collect is led to sign up first, unless their browser has signed in before or nobody may', async () => {
  const svc = await sharedPayments()
  const nova = cast(svc.ctx, 'nova', { priceMinor: 700 })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await signUp(svc, 'ada')
  const device = (await logIn(svc, 'ada@example.org')).headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('svc_device='))
  const led = async (path: string, cookie?: string) =>
    (await svc.call('GET', path, { ...(cookie ? { cookie } : {}) })).headers.get('location')
  expect(await led('/checkout/nova/tip')).toBe('/signup?next=%2Fcheckout%2Fnova%2Ftip')
  expect(await led('/redeem?code=A')).toBe('/signup?next=%2Fredeem%3Fcode%3DA')
  expect(await led('/checkout/nova/tip', device)).toBe('/login?next=%2Fcheckout%2Fnova%2Ftip')
  expect(await led('/library')).toBe('/login?next=%2Flibrary')
  await using closed = await startServer({ env: { REGISTRATION: 'closed' } })
  const free = cast(closed.ctx, 'nova')
  await addReadyTrack(closed.ctx, free.cassetId, 'Dawn')
  const to = (await closed.call('GET', '/signup?next=/checkout/nova')).headers.get('location')
  expect(to).toBe('/login?next=%2Fcheckout%2Fnova')
  expect(closed.ctx.db.select().from(artists).all()).toHaveLength(1)
})
