import { expect, test } from 'bun:test'
import { owedParts } from '../../db/schema/order/order.ts'
import { rowsOf } from '../support/account/account.ts'
import { addSale } from '../support/earnings/sale.ts'
import { giveBack, statusOf, takeDown, takenDown, withOwner } from '../support/operate/decision.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

const asked = async (svc: TestServer, person: Person, method: string, path: string, body?: object) =>
  (await svc.call(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })).status

const personAt = async (svc: TestServer, as: Person, { userId }: Person) => {
  const { json } = await svc.call('GET', `/api/desk/people/${userId}`, { cookie: as.cookie })
  return Object(Object(json).person)
}

const buys = (svc: TestServer, { cookie }: Person, slug: string) =>
  svc.call('POST', '/api/checkout/payment-intent', { cookie, body: { slug } })

test('somebody suspended is heard and reads why, sells and changes nothing, and one press undoes it', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test', SELLERS: 'open' } })
  const { nova, ada, owner, dawn } = await withOwner(svc)
  expect((await buys(svc, ada, 'nova')).status).toBe(200)
  const id = await takenDown(svc, owner, { kind: 'account', id: nova.userId })
  await svc.ctx.jobs.idle()
  const changes: [string, string, object?][] = [
    ['POST', '/api/casset/nova/comment', { text: 'Hello' }],
    ['POST', '/api/studio/cassets', { name: 'Second' }],
    ['PATCH', `/api/studio/casset/${nova.cassetId}`, { name: 'Else' }],
    ['POST', '/api/studio/letters', {}],
    ['POST', '/api/auth/update-profile', { displayName: 'Else' }],
    ['POST', '/api/checkout/gift', {}],
    // The router takes these for the ones above.
    ['POST', '/api/auth/update-profile/', { displayName: 'Else' }],
    ['POST', '/api/checkout/gift/', {}],
  ]
  const statuses = () => Promise.all(changes.map(([method, path, body]) => asked(svc, nova, method, path, body)))
  expect(await statuses()).toEqual(changes.map(() => 403))
  const stays = ['/@nova', `/api/audio/${dawn.id}/hook`, '/@nova/sideb']
  expect(await Promise.all(stays.map((path) => statusOf(svc, path)))).toEqual([200, 200, 200])
  const bea = cast(svc.ctx, 'bea')
  const refused = await buys(svc, bea, 'nova')
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { error: 'This site has suspended the artist, so nothing of theirs is sold.' },
  ])
  expect(await (await svc.fetch('/@nova')).text()).toContain('this site has suspended its artist')
  const read = async (path: string) => (await svc.fetch(path, { headers: { cookie: nova.cookie } })).text()
  expect(await read('/library')).toContain('Your account is suspended')
  expect(await read(`/account/decisions/${id}`)).toContain('Terms, 4: be kind')
  const letter = rowsOf(svc, 'mails').find((mail) => Object(mail).recipient === 'nova@example.com')
  expect(letter).toMatchObject({ subject: 'Your account is suspended' })
  expect(await asked(svc, nova, 'POST', `/api/account/decisions/${id}/objection`, { text: 'I was kind.' })).toBe(200)
  expect((await takeDown(svc, owner, { kind: 'account', id: nova.userId })).status).toBe(409)
  expect(await personAt(svc, owner, nova)).toMatchObject({ suspension: id, account: { suspended: true } })
  expect((await giveBack(svc, owner, id)).status).toBe(200)
  expect(await asked(svc, nova, 'POST', '/api/casset/nova/comment', { text: 'Hello' })).toBe(201)
  expect((await buys(svc, bea, 'nova')).status).toBe(200)
})

test('a casset of several sells nothing while one of them is suspended', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test', SELLERS: 'open' } })
  const { nova, ada, owner } = await withOwner(svc)
  const { id } = await makeCoCasset(svc, nova, 'duo', [ada])
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 500, published = 1 WHERE id = ?', [id])
  await takenDown(svc, owner, { kind: 'account', id: ada.userId })
  const { status, json } = await buys(svc, cast(svc.ctx, 'bea'), 'duo')
  expect([status, json]).toMatchObject([409, { error: expect.stringContaining('suspended') }])
})

test('nobody decides about themselves or the owner, and a helper not about a helper', async () => {
  await using svc = await startServer()
  const { nova, ada, owner } = await withOwner(svc)
  const [bea, cleo] = [cast(svc.ctx, 'bea'), cast(svc.ctx, 'cleo')]
  for (const { userId } of [nova, ada]) {
    svc.ctx.db.$client.run("UPDATE users SET helper_role = 'moderation' WHERE id = ?", [userId])
  }
  const tries = async (as: Person, { userId }: Person) => [
    (await takeDown(svc, as, { kind: 'account', id: userId })).status,
    await asked(svc, as, 'POST', `/api/desk/people/${userId}/sign-out`),
    await asked(svc, as, 'POST', `/api/desk/people/${userId}/reset-link`),
  ]
  expect(await tries(owner, owner)).toEqual([403, 403, 403])
  expect(await tries(nova, nova)).toEqual([403, 403, 403])
  expect(await tries(nova, owner)).toEqual([403, 403, 403])
  expect(await tries(nova, ada)).toEqual([403, 403, 403])
  // With the link, a helper could sign in as somebody else.
  expect(await tries(nova, bea)).toEqual([201, 204, 409])
  expect(
    await asked(svc, nova, 'POST', `/api/desk/people/${cleo.userId}/delete`, { handle: 'cleo', reason: 'They asked.' }),
  ).toBe(403)
  expect(await statusOf(svc, '/library', bea)).toBe(303)
  const id = await takenDown(svc, owner, { kind: 'account', id: ada.userId })
  expect(await asked(svc, ada, 'GET', '/api/desk/reports')).toBe(403)
  expect(await asked(svc, ada, 'POST', `/api/account/decisions/${id}/objection`, { text: 'I was kind.' })).toBe(200)
  const answered = (as: Person) =>
    asked(svc, as, 'POST', `/api/desk/decisions/${id}/answer`, { isUpheld: true, answer: 'No.' })
  expect([(await giveBack(svc, nova, id)).status, await answered(nova)]).toEqual([403, 403])
  expect([await answered(owner), (await giveBack(svc, owner, id)).status]).toEqual([200, 200])
})

test('the owner sees what somebody made and how often it was reported, and deletes the account by its handle', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en,de' } })
  const { nova, ada, owner, dawn } = await withOwner(svc)
  svc.ctx.db.$client.run("UPDATE users SET language = 'de' WHERE id = ?", [owner.userId])
  await asked(svc, ada, 'POST', '/api/reports', { kind: 'track', id: dawn.id, reason: 'spam', text: '' })
  expect(await personAt(svc, owner, nova)).toMatchObject({
    ...{ openReports: 1, allReports: 1, decisions: 0, suspension: null, sessions: 1 },
    pages: [{ path: '/@nova', published: true, takenDown: false }],
  })
  const at = `/api/desk/people/${nova.userId}`
  const { json } = await svc.call('POST', `${at}/reset-link`, { cookie: owner.cookie })
  expect(String(Object(json).link)).toContain('/reset#token=')
  expect(await asked(svc, owner, 'POST', `${at}/delete`, { handle: 'ada', reason: 'They asked.' })).toBe(400)
  expect(await statusOf(svc, '/@nova')).toBe(200)
  expect(await asked(svc, owner, 'POST', `${at}/delete`, { handle: '@Nova', reason: 'They asked.' })).toBe(204)
  await svc.ctx.jobs.idle()
  expect([await statusOf(svc, '/@nova'), await statusOf(svc, '/library', nova)]).toEqual([404, 303])
  expect(await asked(svc, owner, 'GET', at)).toBe(404)
  expect(rowsOf(svc, 'content_reports')).toMatchObject([{ maker_id: null }])
  // All who come by read the name, whatever the owner speaks.
  expect(rowsOf(svc, 'artists')).toContainEqual(
    expect.objectContaining({ id: nova.artistId, display_name: 'Deleted account' }),
  )
})

test('a deletion that is refused cancels no payment that the person has begun', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test', SELLERS: 'open' } })
  const { nova, ada, owner } = await withOwner(svc)
  const { id } = await makeCoCasset(svc, ada, 'duo', [nova])
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1 WHERE id = ?', [id])
  expect((await buys(svc, ada, 'nova')).status).toBe(200)
  expect(
    await asked(svc, owner, 'POST', `/api/desk/people/${ada.userId}/delete`, { handle: 'ada', reason: 'They asked.' }),
  ).toBe(409)
  expect(rowsOf(svc, 'orders')).toMatchObject([{ user_id: ada.userId, state: 'OPEN' }])
})

test('the desk deletes nobody whom the site still owes money', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova, ada, owner } = await withOwner(svc)
  const { id: orderId, mode } = addSale(svc, ada, nova)
  const owed = { orderId, artistId: nova.artistId, currency: 'usd', mode, amountMinor: 650, changedAt: 1 }
  svc.ctx.db.insert(owedParts).values(owed).run()
  const asked = { cookie: owner.cookie, body: { handle: 'nova', reason: 'They asked.' } }
  const { status, json } = await svc.call('POST', `/api/desk/people/${nova.userId}/delete`, asked)
  expect([status, json]).toMatchObject([409, { error: 'This site still owes them $6.50.' }])
  expect(await statusOf(svc, '/@nova')).toBe(200)
})
