import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { referralLinks, shares } from '../../db/schema/shop/referral.ts'
import { cookieOf } from '../support/account/account.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { ask, collect, openShop } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const html = { accept: 'text/html' }
const linkTo = async (svc: TestServer, slug: string, { cookie }: Person) =>
  Object((await svc.call('POST', `/api/casset/${slug}/referral-link`, { cookie })).json)
const mine = async (svc: TestServer, { cookie }: Person, query = '') =>
  (await svc.call('GET', `/api/referrals/mine${query}`, { cookie })).json
const by = (person: Person, code: string): Person => ({ ...person, cookie: `${person.cookie}; svc_ref=${code}` })

test('a share is recorded with its track and channel, and answered with the canonical address', async () => {
  const svc = await sharedServer()
  const { ada, nova, dawn, hidden } = await world(svc)
  const share = (slug: string, { cookie }: Person, body: unknown) =>
    svc.call('POST', `/api/casset/${slug}/share`, { cookie, body })
  const told = { id: expect.any(String), url: `${svc.ctx.site.origin}/@nova` }
  const whole = await share('nova', ada, {})
  const one = await share('nova', ada, { trackId: dawn.id, channel: 'mastodon' })
  expect([whole.status, whole.json, one.json]).toEqual([201, told, told])
  expect((await share('hidden', hidden, {})).status).toBe(201)
  const rows = svc.ctx.db.select().from(shares).where(eq(shares.cassetId, nova.cassetId)).all()
  expect(rows).toEqual(
    [
      { id: Object(whole.json).id, trackId: null, channel: null },
      { id: Object(one.json).id, trackId: dawn.id, channel: 'mastodon' },
    ].map((row) => ({ ...row, cassetId: nova.cassetId, userId: ada.userId, createdAt: expect.any(Number) })),
  )
})

test('an artist is told of people who share their casset, once a person and day', async () => {
  const svc = await sharedServer()
  const { ada, draft, nova } = await world(svc)
  const share = ({ cookie }: Person) => svc.call('POST', '/api/casset/nova/share', { cookie, body: {} })
  const told = async () =>
    Object((await svc.call('GET', '/api/notifications', { cookie: nova.cookie })).json).notifications.length
  for (const who of [ada, ada, nova, draft]) await share(who)
  expect(await told()).toBe(2)
  svc.tick(86_400_000)
  await share(ada)
  expect(await told()).toBe(3)
})

test('a casset that may not be known of is not shared, and a body that is no share is refused by its field', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn, secret } = await world(svc)
  const gift = cast(svc.ctx, 'gift')
  const present = await addReadyTrack(svc.ctx, gift.cassetId, 'Present')
  const inactive = await addReadyTrack(svc.ctx, nova.cassetId, 'Inactive', { active: false })
  const absent = '0193b5a0-0000-7000-8000-000000000000'
  for (const [slug, body, status, field] of [
    ['hidden', {}, 404, undefined],
    ['draft', {}, 404, undefined],
    ['nobody', {}, 404, undefined],
    ['nova', { trackId: secret.id }, 404, undefined],
    ['nova', { trackId: present.id }, 404, undefined],
    ['nova', { trackId: inactive.id }, 404, undefined],
    ['nova', { trackId: absent }, 404, undefined],
    ['nova', { trackId: 'x' }, 400, 'trackId'],
    ['nova', { trackId: dawn.id, channel: '' }, 400, 'channel'],
    ['nova', { channel: '<script>' }, 400, 'channel'],
    ['nova', { channel: 'x'.repeat(33) }, 400, 'channel'],
    ['nova', { url: 'https://evil.example' }, 400, 'url'],
  ] as const) {
    const answer = await svc.call('POST', `/api/casset/${slug}/share`, { cookie: ada.cookie, body })
    expect([slug, body, answer.status, Object(answer.json).field]).toEqual([slug, body, status, field])
  }
  expect(svc.ctx.db.select().from(shares).all()).toEqual([])
  for (const slug of ['hidden', 'draft', 'nobody', 'No!']) {
    expect((await svc.call('POST', `/api/casset/${slug}/referral-link`, { cookie: ada.cookie })).status).toBe(404)
  }
  expect(svc.ctx.db.select().from(referralLinks).all()).toEqual([])
})

test('a person’s link to a casset is one, however often and however fast it is asked for', async () => {
  await using svc = await startServer()
  const { ada, draft } = await world(svc)
  const answers = await Promise.all(Array.from({ length: 10 }, () => linkTo(svc, 'nova', ada)))
  const [first] = answers
  expect(first).toEqual({
    code: expect.stringMatching(/^[A-Za-z0-9_-]{8}$/),
    url: `${svc.ctx.site.origin}/@nova?ref=${first.code}`,
  })
  expect(answers).toEqual(answers.map(() => first))
  expect((await linkTo(svc, 'nova', draft)).code).not.toBe(first.code)
  expect(svc.ctx.db.select().from(referralLinks).all()).toHaveLength(2)
})

test('a browser is counted once while it remembers the link, and its owner never', async () => {
  const svc = await sharedServer()
  const { ada, draft } = await world(svc)
  const { code, url } = await linkTo(svc, 'nova', ada)
  const path = url.slice(svc.ctx.site.origin.length)
  const visit = (cookie?: string, method = 'GET', at = path) => svc.call(method, at, { headers: html, cookie })
  const kept = cookieOf(await visit())
  expect(kept).toBe(`svc_ref=${code}`)
  await visit(kept)
  await visit(ada.cookie)
  await visit(undefined, 'HEAD')
  await visit(undefined, 'GET', `/@nobody?ref=${code}`)
  expect(await mine(svc, ada)).toHaveProperty('links.0.visits', 1)
  const setPrivacy = (privacy: 'public' | 'private') => svc.ctx.db.update(cassets).set({ privacy }).run()
  setPrivacy('private')
  expect(await mine(svc, ada)).toEqual({ links: [], nextCursor: null })
  setPrivacy('public')
  await visit(draft.cookie)
  await visit()
  expect(await mine(svc, ada)).toEqual({
    links: [{ casset: { slug: 'nova', name: 'First Light' }, url, visits: 3, collects: 0 }],
    nextCursor: null,
  })
})

test('a link tells what it brought, and its artist who brought whom, until it is given back', async () => {
  const { svc, nova, ada, draft, hidden } = await openShop({})
  await using _ = svc
  const { code } = await linkTo(svc, 'nova', hidden)
  const { orderId } = await collect(svc, by(ada, code))
  const referrals = async ({ cookie }: Person) => (await svc.call('GET', '/api/studio/referrals', { cookie })).json
  expect(await mine(svc, hidden)).toHaveProperty('links.0.collects', 1)
  expect(await referrals(nova)).toEqual({
    referrals: [
      {
        sender: { handle: 'hidden', displayName: 'Hidden' },
        collector: { handle: 'ada', displayName: 'Ada' },
        collectedAt: expect.any(String),
      },
    ],
    nextCursor: null,
  })
  for (const other of [ada, draft, hidden]) expect(await referrals(other)).toEqual({ referrals: [], nextCursor: null })
  await refundAsOwner(svc, nova, orderId)
  expect(await mine(svc, hidden)).toHaveProperty('links.0.collects', 0)
  expect(await referrals(nova)).toEqual({ referrals: [], nextCursor: null })
})

test('lists come in pages, and a link to a casset that became private is not told of', async () => {
  const svc = await sharedServer()
  const { ada, nova, hidden } = await world(svc)
  const friends = ['one', 'two', 'three'].map((handle) => cast(svc.ctx, handle))
  for (const { handle } of friends) await linkTo(svc, handle, ada)
  const first = Object(await mine(svc, ada, '?limit=2'))
  const second = Object(await mine(svc, ada, `?limit=2&cursor=${first.nextCursor}`))
  const slugs = [...first.links, ...second.links].map(({ casset }) => casset.slug)
  expect([slugs, second.nextCursor]).toEqual([['three', 'two', 'one'], null])
  svc.ctx.db
    .update(cassets)
    .set({ privacy: 'private' })
    .where(eq(cassets.id, friends[1]?.cassetId ?? ''))
    .run()
  expect(Object(await mine(svc, ada)).links).toHaveLength(2)
  const { code } = await linkTo(svc, 'nova', hidden)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  for (const buyer of [ada, ...friends]) {
    await addReadyTrack(svc.ctx, buyer.cassetId, 'Any')
    await ask(svc, buyer, { slug: 'nova', referralCode: code })
  }
  const page = async (query: string) =>
    Object((await svc.call('GET', `/api/studio/referrals${query}`, { cookie: nova.cookie })).json)
  const newest = await page('?limit=3')
  const oldest = await page(`?limit=3&cursor=${newest.nextCursor}`)
  const collectors = [...newest.referrals, ...oldest.referrals].map(({ collector }) => collector.handle)
  expect([collectors, oldest.nextCursor]).toEqual([['three', 'two', 'one', 'ada'], null])
})
