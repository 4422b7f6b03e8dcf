import { expect, test } from 'bun:test'
import { desc, eq, lt } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import { mailingConsents, mailingListCounts } from '../../db/schema/audience/mailing-list.ts'
import { confirmEmail } from '../../src/account/change-user.ts'
import { offeredText } from '../../src/audience/mailing-list/offered-text.ts'
import { recordConsent } from '../../src/audience/mailing-list/record-consent.ts'
import { mailingListText } from '../../src/lib/account/mailing-list-text.ts'
import { rowsOf } from '../support/account/account.ts'
import { confirmAddresses } from '../support/audience/letter.ts'
import { allAsked } from '../support/audience/opt-in.ts'
import { until } from '../support/casset/upload.ts'
import { readEmail, startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openShop } from '../support/shop/checkout.ts'
import { cellsOf, makeCodes, redeem } from '../support/shop/code.ts'
import { beginAsGuest, collectAsGuest } from '../support/shop/guest.ts'
import { cast, type Person, world } from '../support/world.ts'

const words = mailingListText('Nova')

const join = (svc: TestServer, { cookie }: Pick<Person, 'cookie'>, slug = 'nova', body: object = {}) =>
  svc.call('POST', `/api/casset/${slug}/mailing-list`, { cookie, body: { text: words, from: 'checkout', ...body } })

/** The consent that somebody gave last. */
const idOf = ({ ctx }: TestServer) =>
  ctx.db.select().from(mailingConsents).orderBy(desc(mailingConsents.id)).get()?.id ?? ''

/** When the first consent was given. */
const givenAt = ({ ctx }: TestServer) => ctx.db.select().from(mailingConsents).get()?.givenAt ?? 0

/** The rows of an artist's file, below its head. */
async function exported(svc: TestServer, { cookie }: Person): Promise<string[][]> {
  const { status, text } = await svc.call('GET', '/api/studio/mailing-list.csv', { cookie })
  expect(status).toBe(200)
  const [head, ...rows] = cellsOf(text)
  expect(head).toEqual(['email', 'name', 'since', 'text'])
  return rows
}

test('a consent is kept with its words, time and place; the artist exports who consents now, and nobody else’s', async () => {
  await using svc = await startServer()
  const { nova, ada, hidden } = await world(svc)
  confirmAddresses(svc)
  const earliest = svc.ctx.now()
  const joined = await join(svc, ada)
  const at = givenAt(svc)
  const since = new Date(at).toISOString()
  expect(at >= earliest && at <= svc.ctx.now()).toBe(true)
  const id = idOf(svc)
  expect([joined.status, joined.text]).toEqual([204, ''])
  svc.tick(60_000)
  const again = await join(svc, ada, 'nova', { from: 'free' })
  expect([again.status, idOf(svc)]).toEqual([204, id])
  expect(rowsOf(svc, 'mailing_consents')).toEqual([
    {
      id,
      artist_id: nova.artistId,
      email: 'ada@example.com',
      user_id: ada.userId,
      text: words,
      given_at: at,
      given_from: 'checkout',
      key_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ended_at: null,
    },
  ])
  expect(rowsOf(svc, 'mails')).toHaveLength(1)
  const mine = await svc.call('GET', '/api/mailing-lists', { cookie: ada.cookie })
  const artist = { handle: 'nova', displayName: 'Nova' }
  expect(mine.json).toEqual({
    mailingLists: [{ id, artist, email: 'ada@example.com', text: words, from: 'checkout', since }],
    nextCursor: null,
  })
  svc.ctx.db.update(artists).set({ displayName: '=HYPERLINK("x"), Ada' }).where(eq(artists.handle, 'ada')).run()
  expect(await exported(svc, nova)).toEqual([['ada@example.com', '\'=HYPERLINK("x"), Ada', since, words]])
  expect(await exported(svc, ada)).toEqual([])
  const file = await svc.call('GET', '/api/studio/mailing-list.csv', { cookie: nova.cookie })
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tapedeck-mailing-list-nova-[\d-]+\.csv"$/,
  )
  expect((await svc.call('GET', '/api/studio/mailing-list.csv')).status).toBe(401)

  const refused = async (person: Person, slug: string, body: object = {}) => {
    const { status, json } = await join(svc, person, slug, body)
    return [status, Reflect.get(Object(json), 'field')]
  }
  expect(await refused(nova, 'nova')).toEqual([409, undefined])
  expect(await refused(ada, 'nova', { text: 'Yes, to everything.' })).toEqual([400, 'text'])
  expect(await refused(ada, 'nova', { from: 'elsewhere' })).toEqual([400, 'from'])
  expect(await refused(ada, 'nova', { email: 'bea@example.com' })).toEqual([400, 'email'])
  expect(await refused(ada, hidden.handle)).toEqual([404, undefined])
  expect(await refused(ada, 'nobody')).toEqual([404, undefined])

  const leave = async ({ cookie }: Person) => (await svc.call('DELETE', `/api/mailing-lists/${id}`, { cookie })).status
  expect([await leave(nova), await leave(ada), await leave(ada)]).toEqual([403, 204, 404])
  expect(await exported(svc, nova)).toEqual([])
  expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ text: words, given_at: at, ended_at: expect.any(Number) }])
  expect((await join(svc, ada)).status).toBe(204)
  expect(idOf(svc)).not.toBe(id)
  expect(rowsOf(svc, 'mailing_consents')).toHaveLength(2)
})

test('the email’s link ends it without signing in: a visit only asks, one click of a mail program does it', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, ada } = await world(svc)
  confirmAddresses(svc)
  await join(svc, ada)
  const [{ source } = { source: '' }] = await until(
    () => smtp.received,
    ({ length }) => length > 0,
  )
  const plain = source.replace(/\r\n[ \t]+/g, ' ')
  expect(plain).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, address = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(plain) ?? []
  const path = address.replace(svc.ctx.site.origin, '')
  expect(path).toMatch(/^\/unsubscribe\?key=[\w-]{43}$/)
  expect(JSON.stringify(rowsOf(svc, 'mailing_consents'))).not.toContain(path.slice(-43))
  for (const headers of [{}, { accept: 'text/html' }]) {
    const { status, text, headers: sent } = await svc.call('GET', path, { headers })
    expect([status, text.includes('News from Nova.'), text.includes('<form method="post"')]).toEqual([200, true, true])
    expect([sent.get('cache-control'), sent.get('referrer-policy')]).toEqual(['private, no-store', 'same-origin'])
  }
  expect(await exported(svc, nova)).toHaveLength(1)
  const click = (to: string) =>
    svc.fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  // The last character of a key has bits that nobody reads, so the first one is changed.
  const [before, key = ''] = path.split('key=')
  expect((await click(`${before}key=${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`)).status).toBe(404)
  expect(await exported(svc, nova)).toHaveLength(1)
  expect((await click(path)).status).toBe(200)
  const endedAt = svc.ctx.db.select().from(mailingConsents).get()?.endedAt
  expect(await exported(svc, nova)).toEqual([])
  svc.tick(1000)
  const twice = await click(path)
  expect([twice.status, (await twice.text()).includes('You are off the mailing list of')]).toEqual([200, true])
  expect(rowsOf(svc, 'mailing_consents')).toMatchObject([{ ended_at: endedAt }])
  // The page promises that they are off the list, so the link of an earlier email ends a later
  // consent too.
  await join(svc, ada)
  expect(await exported(svc, nova)).toHaveLength(1)
  await click(path)
  expect(await exported(svc, nova)).toEqual([])
})

test('a guest’s address is on the list; whoever confirms it as theirs sees that and ends it, nobody before', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const draft = { artistId: nova.artistId, userId: null, text: words, from: 'free' } as const
  const record = (email: string, userId: string | null = null) =>
    inTransaction(svc.ctx.db, () => recordConsent(svc.ctx, { ...draft, email, userId }))
  const id = record('Bea@Example.COM')
  expect(record('bea@example.com')).toBe(id)
  expect(() => record('bea@example.com\r\nBcc: all@example.com')).toThrow('Enter a valid email address.')
  expect(await exported(svc, nova)).toEqual([['bea@example.com', '', new Date(givenAt(svc)).toISOString(), words]])
  expect(rowsOf(svc, 'mails')).toMatchObject([{ recipient: 'bea@example.com', kind: 'mailing-list-joined' }])
  const bea = cast(svc.ctx, 'bea')
  const lists = async () => {
    const { json } = await svc.call('GET', '/api/mailing-lists', { cookie: bea.cookie })
    return Reflect.get(Object(json), 'mailingLists')
  }
  const leave = async () => (await svc.call('DELETE', `/api/mailing-lists/${id}`, { cookie: bea.cookie })).status
  expect([await lists(), await leave()]).toEqual([[], 403])
  svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, bea.userId)).run()
  expect(await lists()).toMatchObject([{ id, from: 'free' }])
  expect([await leave(), await lists(), await exported(svc, nova)]).toEqual([204, [], []])
})

type Smtp = Awaited<ReturnType<typeof startSmtp>>

/** The links of the emails that ask whether somebody wants news, once nobody waits to be asked. */
async function questions(svc: TestServer, smtp: Smtp): Promise<string[]> {
  await allAsked(svc)
  return smtp.received.flatMap((email) => /\/mailing-list\?key=[\w-]{43}/.exec(readEmail(email).text)?.[0] ?? [])
}

const press = async (svc: TestServer, path = '') =>
  (await svc.fetch(path, { method: 'POST', body: new URLSearchParams() })).status

test('a guest who collects is asked too: by their secret link, then by one email, until it is forgotten', async () => {
  await using smtp = await startSmtp()
  const { svc, nova } = await openShop({ env: smtp.env })
  await using _ = svc
  const agree = async (secret: string, text = words) =>
    (await join(svc, { cookie: '' }, 'nova', { secret, text })).status
  const unpaid = await beginAsGuest(svc, { email: 'lou@example.org' })
  expect([await agree(unpaid.secret), await agree('nothing')]).toEqual([404, 404])
  expect(offeredText(svc.ctx, nova.cassetId, null)).toBe(words)
  const { secret } = await collectAsGuest(svc)
  expect(await agree(secret, 'Yes, to everything.')).toBe(400)
  expect((await join(svc, { cookie: '' }, 'ada', { secret })).status).toBe(404)
  expect([await agree(secret), await agree(secret)]).toEqual([204, 204])
  const [first, ...more] = await questions(svc, smtp)
  expect([more, await exported(svc, nova)]).toEqual([[], []])
  expect(await press(svc, first)).toBe(200)
  expect(rowsOf(svc, 'mailing_consents')).toMatchObject([
    { email: 'kim@example.org', given_from: 'checkout', user_id: null },
  ])
  expect((await exported(svc, nova)).map(([email, name]) => [email, name])).toEqual([['kim@example.org', '']])
  expect([await agree(secret), (await questions(svc, smtp)).length]).toEqual([204, 1])
  // A reader who has left is asked again, and the first email does not bring them back.
  svc.ctx.db.update(mailingConsents).set({ endedAt: svc.ctx.now() }).run()
  svc.tick(1)
  expect([await press(svc, first), await agree(secret)]).toEqual([409, 204])
  const [, second] = await questions(svc, smtp)
  expect(await exported(svc, nova)).toEqual([])
  expect((await svc.call('POST', '/api/guest/forget', { body: { secret } })).status).toBe(204)
  expect([rowsOf(svc, 'mailing_consents'), rowsOf(svc, 'opt_ins')]).toEqual([[], []])
  expect([await agree(secret), await press(svc, first), await press(svc, second)]).toEqual([409, 404, 404])
})

test('an account whose address nobody confirmed is asked by one email, and follows nobody by its yes', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, ada } = await world(svc)
  expect([(await join(svc, ada)).status, (await join(svc, ada)).status]).toEqual([204, 204])
  const [link, ...more] = await questions(svc, smtp)
  expect([more, smtp.received.length, await exported(svc, nova)]).toEqual([[], 1, []])
  expect(smtp.received.map((email) => readEmail(email).text)).toEqual([
    expect.stringContaining('agreed here to get news from @nova by email'),
  ])
  expect([await press(svc, link), (await exported(svc, nova)).length]).toEqual([200, 1])
  inTransaction(svc.ctx.db, () => confirmEmail(svc.ctx, { userId: ada.userId, email: 'ada@example.com' }))
  expect(rowsOf(svc, 'follows')).toEqual([])
  const { json } = await svc.call('GET', '/api/mailing-lists', { cookie: ada.cookie })
  expect(json).toMatchObject({ mailingLists: [{ email: 'ada@example.com', from: 'checkout' }] })
  const page = await svc.call('GET', '/studio/mailing-list', { cookie: nova.cookie })
  expect(page.text).not.toContain('follows you by email')
})

test('a code’s answer asks too; who is on the list, and the artist, are not asked; emails to an address are few', async () => {
  await using svc = await startServer()
  const { nova, ada, draft } = await world(svc)
  const { codes } = await makeCodes(svc, nova)
  expect([
    offeredText(svc.ctx, nova.cassetId, null),
    (await redeem(svc, cast(svc.ctx, 'finn'), codes[2] ?? '')).json,
  ]).toMatchObject([null, { news: null }])
  confirmAddresses(svc)
  const asked = async (person: Person, code = '') => {
    const { json } = await redeem(svc, person, code)
    return Reflect.get(Object(json), 'news')
  }
  expect(await asked(ada, codes[0])).toBe(words)
  await join(svc, draft, 'nova', { from: 'redeem' })
  expect(await asked(draft, codes[1])).toBeNull()
  for (let turn = 0; turn < 8; turn += 1) {
    await join(svc, ada)
    const id = idOf(svc)
    expect((await svc.call('DELETE', `/api/mailing-lists/${id}`, { cookie: ada.cookie })).status).toBe(204)
  }
  const toAda = rowsOf(svc, 'mails').filter((row) => Reflect.get(Object(row), 'recipient') === 'ada@example.com')
  expect(toAda).toHaveLength(5)
})

test('a long list is exported whole, in pages, by an index', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const { db } = svc.ctx
  const rows = Array.from({ length: 700 }, (_, index) => ({
    id: svc.ctx.uuid(),
    artistId: nova.artistId,
    email: `guest${index}@example.com`,
    text: words,
    givenAt: index,
    givenFrom: 'free' as const,
    keyHash: `hash ${index}`,
    endedAt: index % 7 === 0 ? 1 : null,
  }))
  db.insert(mailingConsents).values(rows).run()
  const left = rows.filter(({ endedAt }) => endedAt === null).map(({ email }) => email)
  expect((await exported(svc, nova)).map(([email]) => email)).toEqual(left)
  const count = await svc.call('GET', '/api/studio/mailing-list', { cookie: nova.cookie })
  expect(count.json).toEqual({ count: 600 })
  // The count follows whatever ends or deletes a consent.
  const counted = () => db.select().from(mailingListCounts).all()
  db.update(mailingConsents).set({ endedAt: 2 }).where(lt(mailingConsents.givenAt, 14)).run()
  expect(counted()).toEqual([{ artistId: nova.artistId, people: 588 }])
  db.delete(mailingConsents).where(lt(mailingConsents.givenAt, 28)).run()
  expect(counted()).toEqual([{ artistId: nova.artistId, people: 576 }])
  const plan = db.$client
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT id FROM mailing_consents
        WHERE artist_id = 'a' AND ended_at IS NULL AND id > 'b' ORDER BY id LIMIT 250`,
    )
    .all()
    .map(({ detail }) => detail)
  expect(plan).toEqual([expect.stringContaining('mailing_consents_of_artist (artist_id=? AND id>?)')])
})
