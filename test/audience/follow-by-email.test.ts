import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { users } from '../../db/schema/account/account.ts'
import { letterReaders } from '../../db/schema/audience/letter.ts'
import { mailingConsents } from '../../db/schema/audience/mailing-list.ts'
import { follows } from '../../db/schema/casset/follow.ts'
import { failingAddresses } from '../../db/schema/platform/mail.ts'
import { confirmEmail } from '../../src/account/change-user.ts'
import { pruneOptIns } from '../../src/audience/opt-in/opt-in.ts'
import { rowsOf } from '../support/account/account.ts'
import { addToList, confirmAddresses, sendNow, unsubscribePath, writeLetter } from '../support/audience/letter.ts'
import { allAsked } from '../support/audience/opt-in.ts'
import { until } from '../support/casset/upload.ts'
import { readEmail, startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person, world } from '../support/world.ts'

const follow = async (svc: TestServer, email: string, slug = 'nova', headers: Record<string, string> = {}) => {
  const { status, text } = await svc.call('POST', `/api/casset/${slug}/follow-by-email`, { body: { email }, headers })
  return [status, text]
}
const taken = [204, '']

type Smtp = Awaited<ReturnType<typeof startSmtp>>

/** The links of the emails that asked an address, oldest first. */
const linksTo = (smtp: Smtp, address: string): string[] =>
  smtp.received
    .map(readEmail)
    .filter(({ to }) => to[0] === address)
    .flatMap(({ text }) => /\/mailing-list\?key=[\w-]{43}/.exec(text)?.[0] ?? [])

const press = async (svc: TestServer, path: string) => {
  const { status } = await svc.fetch(path, { method: 'POST', body: new URLSearchParams() })
  return status
}

const listOf = ({ ctx }: TestServer) =>
  ctx.db
    .select({ email: mailingConsents.email, from: mailingConsents.givenFrom, userId: mailingConsents.userId })
    .from(mailingConsents)
    .where(eq(mailingConsents.givenFrom, 'follow'))
    .all()

const followersOf = ({ ctx }: TestServer, { artistId }: Person) =>
  ctx.db.select({ userId: follows.userId }).from(follows).where(eq(follows.artistId, artistId)).all()

test('a visitor follows with an address alone: one email in their language asks, its link confirms, one press ends it', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  expect(await follow(svc, 'Bea@Example.com', 'nova', { 'accept-language': 'de' })).toEqual(taken)
  await allAsked(svc)
  const [asked] = smtp.received.map(readEmail)
  const [link = ''] = linksTo(smtp, 'bea@example.com')
  expect([smtp.received.length, asked?.subject]).toEqual([1, expect.stringContaining('_von_=40nova')])
  expect(asked?.text).toContain('Hallo')
  expect(asked?.text).not.toContain('Nova')
  expect((await svc.call('GET', link)).text).toContain('Yes, Nova may email me news.')
  expect(listOf(svc)).toEqual([])
  expect(await press(svc, link)).toBe(200)
  expect(listOf(svc)).toEqual([{ email: 'bea@example.com', from: 'follow', userId: null }])
  // The artist reads how many there are, everybody only how many accounts follow.
  const as = { cookie: nova.cookie }
  expect((await svc.call('GET', '/studio/mailing-list', as)).text).toContain('One of them follows you by email')
  expect((await svc.call('GET', '/studio/statistics', as)).text).toContain('One more person follows you by email')
  expect((await svc.call('GET', '/@nova')).text).not.toContain('1 follower')
  await svc.ctx.jobs.idle()
  await sendNow(svc, nova, await writeLetter(svc, nova))
  const letter = await until(
    () => smtp.received.find(({ source }) => source.includes('Subject: A new tape')),
    (found) => found !== undefined,
  )
  expect(letter?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(letter && (await press(svc, unsubscribePath(letter, svc.ctx.site.origin)))).toBe(200)
  expect(rowsOf(svc, 'mailing_list_counts')).toMatchObject([{ people: 0 }])
  // The link of before does not bring back who left, another question does.
  expect(await press(svc, link)).toBe(409)
  svc.tick(1)
  await follow(svc, 'bea@example.com')
  await allAsked(svc)
  expect(await press(svc, linksTo(smtp, 'bea@example.com')[1] ?? '')).toBe(200)
  expect(rowsOf(svc, 'mailing_list_counts')).toMatchObject([{ people: 1 }])
})

test('the answer is the same for every address, and only those are asked to whom it can be news', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova, ada } = await world(svc)
  confirmAddresses(svc)
  const { db } = svc.ctx
  addToList(svc, nova, ['fan@example.com', 'left@example.com'])
  db.update(mailingConsents).set({ endedAt: 5 }).where(eq(mailingConsents.email, 'left@example.com')).run()
  const complained = { artistId: nova.artistId, email: 'spam@example.com', createdAt: 1, endedAt: 2 }
  db.insert(letterReaders).values(complained).run()
  db.insert(failingAddresses).values({ email: 'dead@example.com', failures: 3, lastFailedAt: 1 }).run()
  const asked = ['ada@example.com', 'left@example.com', 'new@example.com', 'spam@example.com']
  for (const email of [...asked, 'fan@example.com', 'nova@example.com', 'dead@example.com']) {
    expect([email, ...(await follow(svc, email))]).toEqual([email, ...taken])
  }
  await allAsked(svc)
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(asked)
  // The address of a member is theirs, so the member follows too.
  expect(await press(svc, linksTo(smtp, 'ada@example.com')[0] ?? '')).toBe(200)
  expect([followersOf(svc, nova), listOf(svc)]).toEqual([
    [{ userId: ada.userId }],
    [{ email: 'ada@example.com', from: 'follow', userId: ada.userId }],
  ])
  expect((await svc.call('GET', '/studio/statistics', { cookie: nova.cookie })).text).not.toContain('by email')
  for (const [email, slug, status] of [
    ['no at sign', 'nova', 400],
    ['x@example.com\r\nBcc: y@example.com', 'nova', 400],
    [`${'x'.repeat(300)}@example.com`, 'nova', 400],
    ['x@example.com', 'nobody', 404],
    ['x@example.com', 'draft', 404],
  ] as const) {
    expect((await follow(svc, email, slug))[0]).toBe(status)
  }
  await using quiet = await startServer()
  await world(quiet)
  expect((await follow(quiet, 'x@example.com'))[0]).toBe(409)
})

test('nobody fills a mailbox by typing its address, nor ends its links, nor keeps an artist from bringing it', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  const others = ['one', 'two', 'three', 'four'].map((handle) => cast(svc.ctx, handle))
  for (let time = 0; time < 3; time += 1) expect(await follow(svc, 'bea@example.com')).toEqual(taken)
  await allAsked(svc)
  expect(smtp.received).toHaveLength(1)
  // Spellings of one mailbox, for several artists.
  for (const [index, { handle }] of others.entries()) await follow(svc, `b.ea+${index}@example.com`, handle)
  await allAsked(svc)
  expect(smtp.received).toHaveLength(3)
  svc.tick(3_600_001)
  await follow(svc, 'bea@example.com')
  await allAsked(svc)
  expect(smtp.received).toHaveLength(3)
  svc.tick(86_400_000)
  await follow(svc, 'bea@example.com')
  await allAsked(svc)
  const links = linksTo(smtp, 'bea@example.com')
  expect(links).toHaveLength(2)
  // An address that strangers typed does not count as brought, and the artist may still bring it.
  const body = { lines: ['bea@example.com'], agreedBy: 'paper', agreed: true }
  const brought = await svc.call('POST', '/api/studio/mailing-list/addresses', { cookie: nova.cookie, body })
  expect(brought.json).toEqual({ asked: 1, left: [] })
  expect(await press(svc, links[0] ?? '')).toBe(200)
  expect(await press(svc, links[1] ?? '')).toBe(200)
  expect(listOf(svc)).toHaveLength(1)
  const page = await svc.call('GET', '/studio/mailing-list', { cookie: nova.cookie })
  expect(page.text).toContain('0 of 1 whom you brought have confirmed.')
  let status: unknown = 204
  for (let call = 0; call < 40 && status === 204; call += 1) [status] = await follow(svc, `x${call}@example.com`)
  expect(status).toBe(429)
})

test('an account that proves the address later goes on following, and what is deleted takes it along', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  const other = cast(svc.ctx, 'other')
  for (const slug of ['nova', 'other']) await follow(svc, 'kim@example.com', slug)
  await follow(svc, 'never@example.com')
  await allAsked(svc)
  for (const link of linksTo(smtp, 'kim@example.com')) expect(await press(svc, link)).toBe(200)
  // An account with the address proves nothing by itself.
  const kim = cast(svc.ctx, 'kim')
  expect([followersOf(svc, nova), listOf(svc).map(({ userId }) => userId)]).toEqual([[], [null, null]])
  inTransaction(svc.ctx.db, () => confirmEmail(svc.ctx, { userId: kim.userId, email: 'kim@example.com' }))
  expect([followersOf(svc, nova), followersOf(svc, other)]).toEqual([
    [{ userId: kim.userId }],
    [{ userId: kim.userId }],
  ])
  const lists = Object((await svc.call('GET', '/api/mailing-lists', { cookie: kim.cookie })).json).mailingLists
  expect(lists).toMatchObject([{ from: 'follow' }, { from: 'follow' }])
  // A deleted artist leaves no reader, a deleted account no address.
  svc.ctx.db.update(users).set({ passwordHash: null }).run()
  for (const [who, left] of [
    [other, [kim.userId]],
    [kim, []],
  ] as const) {
    const { status } = await svc.call('POST', '/api/auth/account/delete', { cookie: who.cookie, body: {} })
    expect(status).toBe(204)
    await svc.ctx.jobs.idle()
    expect(listOf(svc).map(({ userId }) => userId)).toEqual([...left])
  }
  expect(JSON.stringify(rowsOf(svc, 'opt_ins'))).not.toContain('kim@example.com')
  // An address that nobody confirmed is gone with its link.
  svc.tick(30 * 86_400_000)
  await pruneOptIns(svc.ctx)
  expect(rowsOf(svc, 'opt_ins')).toEqual([])
  expect(await press(svc, linksTo(smtp, 'never@example.com')[0] ?? '')).toBe(404)
})
