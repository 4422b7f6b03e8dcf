import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { taxDetails } from '../../db/schema/books/tax.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { campaigns } from '../../db/schema/drop/drop.ts'
import { owedParts } from '../../db/schema/order/order.ts'
import { saveFormerAddress } from '../../src/account/email/former-address.ts'
import { passwordsOf } from '../../src/account/password/password.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { mailingListText } from '../../src/lib/account/mailing-list-text.ts'
import { cookieOf, password, signUp, signUpBody } from '../support/account/account.ts'
import { addPasskey, newAuthenticator } from '../support/account/authenticator.ts'
import { addToList } from '../support/audience/letter.ts'
import { whileAsked } from '../support/casset/meanwhile.ts'
import { wav } from '../support/casset/playable.ts'
import { addTape } from '../support/casset/tape.ts'
import { fixture, formBytes, formType, keptFiles, storing, tracksPath } from '../support/casset/upload.ts'
import { stageOf } from '../support/contract.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import type { TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { accessOf, begin, collect, confirm, openShop, settled, startShop } from '../support/shop/checkout.ts'
import { square } from '../support/shop/emoji.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const sharedShop = shareShop()

const leaveSite = async (svc: TestServer, { cookie }: Person, body: object = {}) => {
  const answer = await svc.call('POST', '/api/auth/account/delete', { cookie, body })
  await svc.ctx.jobs.idle()
  return answer
}
const told = ({ status, json }: { status: number; json: unknown }) => [status, Reflect.get(Object(json), 'error')]

/** Every table with a column in which a word is found, in any case. */
function tablesWith({ ctx: { db } }: TestServer, words: RegExp): string[] {
  const tables = db.$client.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return tables
    .map(({ name }) => name)
    .filter((name) => {
      const rows = db.$client.query(`SELECT * FROM "${name}"`).values().flat()
      return rows.some((value) =>
        words.test(value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)),
      )
    })
    .sort()
}

test('no table names a deleted account but receipts, what was signed and emails to others, and the books balance', async () => {
  await using svc = await startShop()
  const stage = await stageOf(svc)
  const { nova, ada, draft } = stage
  const { ctx } = svc
  const bob = cast(ctx, 'bob')
  const song = await addReadyTrack(ctx, bob.cassetId, 'Kites')
  addTape(svc, nova, 'nova-live', { name: 'Nova live' })
  const { cookie, userId, artistId } = nova
  const call = async (method: string, path: string, body: object = {}) => {
    const answer = await svc.call(method, path, { cookie, ...(method === 'GET' ? {} : { body }) })
    expect([path, answer.status < 300]).toEqual([path, true])
  }
  await call('POST', '/api/auth/update-profile', { bio: 'Nova sings', location: 'Nova Scotia', pronouns: 'nova' })
  await call('POST', '/api/casset/bob/comment', { text: 'nova was here' })
  for (const body of [{ type: 'follow' }, { type: 'like', trackId: song.id }]) {
    await call('POST', '/api/casset/bob/activity', body)
  }
  await call('POST', '/api/casset/bob/share', { channel: 'mail' })
  await call('POST', '/api/sandbox/credentials', { name: 'nova' })
  await call('POST', '/api/casset/bob/referral-link')
  await svc.call('POST', '/api/casset/nova/activity', { cookie: ada.cookie, body: { type: 'follow' } })
  await collect(svc, draft)
  await settled(svc)
  const passwordHash = await passwordsOf(ctx).hash(password)
  ctx.db.update(users).set({ passwordHash, emailVerifiedAt: 1 }).where(eq(users.id, userId)).run()
  const identity = { provider: 'google', subject: 'nova', userId, createdAt: 1, email: 'nova@example.com' } as const
  ctx.db.insert(identities).values(identity).run()
  const tax = { artistId, legalName: 'Nova Ltd', address: 'Nova Street', taxId: null, note: null, priceNote: null }
  ctx.db
    .insert(taxDetails)
    .values({ ...tax, changedAt: 1 })
    .onConflictDoNothing()
    .run()
  saveFormerAddress(ctx, userId, 'nova@former.example')
  ctx.db.$client.run("INSERT INTO former_handles VALUES ('nova-before', ?, 1)", [artistId])
  const consent = 'INSERT INTO mailing_consents VALUES (?, ?, ?, NULL, ?, 1, ?, ?, ?)'
  const consents = [
    [bob.artistId, 'nova@example.com', null] as const,
    [bob.artistId, 'nova@former.example', 2] as const,
    [artistId, 'x@example.com', 3] as const,
  ]
  for (const [artist, email, endedAt] of consents) {
    ctx.db.$client.run(consent, [ctx.uuid(), artist, email, 'Write to me', 'page', ctx.uuid(), endedAt])
  }
  ctx.db.update(cassets).set({ name: 'NOVA live' }).where(eq(cassets.id, nova.cassetId)).run()
  const requests = `/api/agents/releases/${stage.releaseId}/license-quote`
  const contact = { name: 'Nova', email: 'nova@else.example' }
  await call('POST', requests, { scopes: ['sync'], contact, intendedUse: 'nova' })
  const toNova = { name: 'A Label', email: 'label@else.example' }
  await svc.call('POST', requests, { body: { scopes: ['sync'], contact: toNova, intendedUse: 'For nova alone' } })
  expect((await addPasskey(svc, cookie, newAuthenticator(svc))).status).toBe(201)
  const before = tablesWith(svc, /nova/i)
  expect(before.length).toBeGreaterThan(15)

  expect(told(await leaveSite(svc, nova, { password }))).toEqual([409, expect.stringContaining('has not ended')])
  ctx.db.update(campaigns).set({ state: 'CANCELLED' }).run()
  makeOwner(svc, nova)
  expect(told(await leaveSite(svc, nova, { password }))).toEqual([409, 'You own this site.'])
  ctx.db.update(users).set({ role: 'member' }).run()
  expect(told(await leaveSite(svc, nova))).toEqual([400, 'Enter your password.'])
  expect(told(await leaveSite(svc, nova, { password: 'wrong' }))).toEqual([400, 'This is not your password.'])
  expect(tablesWith(svc, /nova/i)).toEqual(before)
  const books = verifyLedger(ctx)
  const sums = JSON.stringify(ctx.db.$client.query('SELECT * FROM ledger_balances ORDER BY account_id').values())
  const gone = await leaveSite(svc, nova, { password, leaveOwed: true })
  expect([gone.status, gone.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('svc_session=;')])
  await settled(svc)
  // Emails to others and the processor's events go with time (rule: webhooks).
  const kept = ['mails', 'receipt_series', 'receipts', 'release_events', 'release_versions', 'webhook_events']
  const emails = ctx.db.$client.query("SELECT recipient, recipient_name FROM mails WHERE recipient <> ''").values()
  expect(emails.length).toBeGreaterThan(0)
  expect(emails.flat().filter((each) => /nova/i.test(String(each)))).toEqual([])
  expect(tablesWith(svc, /nova/i).filter((table) => !kept.includes(table))).toEqual([])
  expect(tablesWith(svc, /label@else/)).toEqual([])
  // The rows that know the account by its id alone: the account without a name, removed comments,
  // and what others came by.
  const nameless = ['artists', 'comments', 'jobs', 'referral_links', 'uploads', 'users']
  expect(tablesWith(svc, new RegExp(userId))).toEqual(nameless)
  expect(JSON.stringify(ctx.db.$client.query('SELECT * FROM ledger_balances ORDER BY account_id').values())).toBe(sums)
  expect(verifyLedger(ctx)).toEqual(books)
  expect(ctx.db.$client.query('PRAGMA foreign_key_check').values()).toEqual([])
  const artist = ctx.db.select().from(artists).where(eq(artists.id, artistId)).get()
  expect(artist).toMatchObject({
    displayName: 'Deleted account',
    handle: expect.stringMatching(/^deleted-[0-9a-f]{16}$/),
  })
  expect((await svc.call('GET', '/api/auth/session', { cookie })).status).toBe(401)
  for (const path of ['/@nova', '/api/casset/nova/media', '/api/v1/artists/nova']) {
    expect([path, (await svc.call('GET', path)).status]).toEqual([path, 404])
  }
  for (const handle of ['nova', 'nova-before']) {
    expect((await svc.call('GET', `/api/handles/${handle}/available`)).json).toEqual({ available: false })
  }
  const pages = ['/@bob', '/@bob/sideb', '/library', '/receipts', '/notifications', '/studio/together']
  for (const path of pages) {
    for (const each of [ada, bob, draft]) {
      const { status, text } = await svc.call('GET', path, { cookie: each.cookie })
      expect([path, status]).toEqual([path, 200])
      if (path !== '/receipts') expect([path, /nova was here|>Nova</.test(text)]).toEqual([path, false])
    }
  }
})

test('a collected casset stays its collectors’ when its artist is gone, and payments that others begin go back', async () => {
  const { svc, nova, ada, draft, dawn } = await openShop()
  await using _ = svc
  const late = await addReadyTrack(svc.ctx, nova.cassetId, 'Late', { position: 3 })
  await collect(svc, ada)
  const started = await begin(svc, draft)
  expect((await leaveSite(svc, nova, { leaveOwed: true })).status).toBe(204)
  await confirm(svc, draft, started)
  await settled(svc)
  const orders = svc.ctx.db.$client.query('SELECT user_id, state FROM orders ORDER BY id').values()
  expect(orders).toEqual([
    [ada.userId, 'PAID'],
    [draft.userId, 'UNDELIVERED'],
  ])
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, late.id, ada)]).toEqual(['full', 'full'])
  const library = await svc.call('GET', '/library', { cookie: ada.cookie })
  expect([library.status, library.text.includes('First Light'), library.text.includes('Deleted account')]).toEqual([
    200,
    true,
    true,
  ])
})

test('a buyer who leaves in the middle of a sale is not charged, also for what they begin in another tab meanwhile', async () => {
  const { during, options } = whileAsked('/v1/payment_intents/')
  const { svc, nova, ada, draft } = await openShop(options)
  await using _ = svc
  const started = await begin(svc, ada)
  const tip = { cookie: ada.cookie, body: { amount: 500 } }
  during(() => svc.call('POST', '/api/casset/nova/tip', tip))
  expect((await leaveSite(svc, ada)).status).toBe(204)
  await confirm(svc, ada, started)
  // The deeds that went on after the account was gone.
  await begin(svc, draft)
  during(() => leaveSite(svc, draft))
  const again = { cookie: draft.cookie, body: { slug: 'nova' } }
  const refused = await svc.call('POST', '/api/checkout/payment-intent', again)
  expect(told(refused)).toEqual([401, 'This account was deleted.'])
  const lou = cast(svc.ctx, 'lou', { published: false })
  const gift = { cookie: lou.cookie, body: { slug: 'nova', email: 'friend@example.org' } }
  expect((await svc.call('POST', '/api/checkout/gift', gift)).status).toBe(200)
  during(() => leaveSite(svc, lou))
  expect(told(await svc.call('POST', '/api/checkout/gift', gift))).toEqual([401, 'This account was deleted.'])
  await settled(svc)
  const sql = svc.ctx.db.$client
  expect(sql.query('SELECT state, count(*) FROM orders GROUP BY state').values()).toEqual([['CANCELED', 4]])
  expect(sql.query('SELECT count(*) FROM purchases').values()).toEqual([[0]])
  const sales = await svc.call('GET', '/studio/sales', { cookie: nova.cookie })
  expect(sales.status).toBe(200)
})

test('an artist who is owed money is told, and leaves it only on purpose', async () => {
  const { svc, nova, ada } = await sharedShop()
  const { orderId } = await collect(svc, ada)
  const owed = { orderId, artistId: nova.artistId, currency: 'usd', mode: svc.ctx.config.paymentMode }
  svc.ctx.db
    .insert(owedParts)
    .values({ ...owed, amountMinor: 650, changedAt: 1 })
    .onConflictDoUpdate({
      target: [owedParts.orderId, owedParts.artistId, owedParts.currency],
      set: { amountMinor: 650 },
    })
    .run()
  const refused = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: {} })
  expect(refused.json).toMatchObject({ error: 'You are still owed $6.50.', field: 'leaveOwed' })
  const page = await svc.call('GET', '/account/delete', { cookie: nova.cookie })
  expect(page.text).toContain('$6.50')
})

test('a deleted account takes along what it agreed to and did under earlier names, and nothing of a stranger’s', async () => {
  const { svc, nova } = await sharedShop()
  const { db } = svc.ctx
  const words = mailingListText('Nova')
  const joinAs = (cookie: string, by: { secret?: string } = {}) =>
    svc.call('POST', '/api/casset/nova/mailing-list', { cookie, body: { text: words, from: 'checkout', ...by } })
  const everyEmail = 'SELECT email FROM mailing_consents UNION ALL SELECT email FROM opt_ins'
  const emails = () => db.$client.query(everyEmail).values().flat()
  const bob = await signUp(svc, 'bobby')
  const bobby = eq(users.email, 'bobby@example.org')
  db.update(users).set({ emailVerifiedAt: 1 }).where(bobby).run()
  expect([(await joinAs(bob)).status, emails()]).toEqual([204, ['bobby@example.org']])
  db.update(users).set({ email: 'later@example.org', emailVerifiedAt: null }).where(bobby).run()
  await svc.call('POST', '/api/casset/nova/activity', { cookie: bob, body: { type: 'follow' } })
  await svc.call('POST', '/api/auth/handle', { cookie: bob, body: { handle: 'robert' } })
  await svc.ctx.jobs.idle()
  const named = () => db.$client.query('SELECT json FROM room_events').values().join()
  expect([/bobby.svg|"bobby"/.test(named()), named().includes('"handle":"robert"')]).toEqual([false, true])
  expect((await leaveSite(svc, { ...nova, cookie: bob }, { password })).status).toBe(204)
  expect([emails(), /robert|The bobby/.test(named())]).toEqual([[], false])

  // A guest whose address somebody else signs up with, and an invitation for one address.
  const { secret } = await collectAsGuest(svc, { email: 'kim@example.org' })
  expect((await joinAs('', { secret })).status).toBe(204)
  addToList(svc, nova, ['kim@example.org'])
  makeOwner(svc, nova)
  const invitation = { cookie: nova.cookie, body: { email: 'zoe@example.org' } }
  expect((await svc.call('POST', '/api/admin/invitations', invitation)).status).toBe(201)
  const sent = () => db.$client.query("SELECT kind FROM mails WHERE recipient = 'kim@example.org'").values().flat()
  const before = sent()
  for (const handle of ['kim', 'zoe']) {
    const stranger = await signUp(svc, handle)
    expect((await leaveSite(svc, { ...nova, cookie: stranger }, { password })).status).toBe(204)
  }
  expect([emails(), sent()]).toEqual([['kim@example.org', 'kim@example.org'], before])
  const invitations = () => db.$client.query('SELECT email, revoked_at IS NULL FROM invitations').values()
  expect(invitations()).toEqual([['zoe@example.org', 1]])
  const again = { body: signUpBody('zoe-again', { email: 'zoe@example.org' }) }
  const zoe = cookieOf(await svc.call('POST', '/api/auth/signup', again))
  db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.email, 'zoe@example.org')).run()
  expect((await leaveSite(svc, { ...nova, cookie: zoe }, { password })).status).toBe(204)
  expect(invitations()).toEqual([[null, 0]])
})

test('an upload that is on the way when its account goes is not stored for nobody', async () => {
  const { svc } = await sharedShop()
  const { db } = svc.ctx
  const rows = () => db.$client.query('SELECT (SELECT count(*) FROM tracks), (SELECT count(*) FROM assets)').values()
  const gone = cast(svc.ctx, 'gone')
  const before = [keptFiles(svc.dataDir), rows()]
  const { promise: deleted, resolve: goOn } = Promise.withResolvers<void>()
  /** Sends a form of which the end waits. */
  const send = (path: string, fileName: string, value: Uint8Array) => {
    const form = formBytes([{ name: 'file', fileName, value }])
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(form.subarray(0, -60))
        await deleted
        controller.enqueue(form.subarray(-60))
        controller.close()
      },
    })
    return svc.fetch(path, { method: 'POST', body, headers: { cookie: gone.cookie, 'content-type': formType } })
  }
  const sent = [
    send(tracksPath(gone), 'song.wav', wav({ seconds: 1 })),
    send('/api/studio/assets', 'sleeve.png', square),
    send('/api/hooks/clips', 'clip.mp3', await fixture('mp3-cbr.mp3')),
  ]
  await storing(svc.dataDir, sent.length)
  expect((await leaveSite(svc, gone)).status).toBe(204)
  goOn()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([401, 401, 401])
  await svc.ctx.jobs.idle()
  expect([keptFiles(svc.dataDir), rows()]).toEqual(before)
})
