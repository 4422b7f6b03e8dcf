import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { keptSums } from '../../src/rooms.ts'
import { rowsOf } from '../support/account/account.ts'
import { toldTo } from '../support/account/notification.ts'
import { addMaster } from '../support/casset/download.ts'
import { listed, read } from '../support/earnings/dispute.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { card, confirm, openShop, postings, settled, shopOf } from '../support/shop/checkout.ts'
import {
  askAsGuest,
  beginAsGuest,
  collectAsGuest,
  downloadAsGuest,
  hearAsGuest,
  refusalOf,
  secretOf,
  verifyAsGuest,
} from '../support/shop/guest.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const open = { limiter: { take: () => 0 } } as const
const nobody = { cookie: '' }

const sums = (svc: TestServer) => keptSums.flatMap(({ differing }) => svc.ctx.db.$client.query(differing).all())

test('a guest collects with an email address, and has the casset by a secret link alone', async () => {
  const { svc, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' }, ...open })
  await using _ = svc
  const noon = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Noon', position: 3 })
  const answer = await askAsGuest(svc, { email: ' Kim@Example.org'.trim(), amount: 900 })
  const { orderId, paymentIntentId, clientSecret, receiptUrl, ...payable } = Object(answer.json)
  expect([answer.status, payable]).toEqual([
    200,
    { amount: 900, currency: 'usd', publishableKey: expect.stringContaining('pk_test_'), mode: 'test' },
  ])
  const secret = secretOf(answer)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(receiptUrl).toBe(`${svc.ctx.site.origin}/collected/${secret}`)
  const started = { orderId, paymentIntentId, clientSecret }
  expect(refusalOf(await downloadAsGuest(svc, secret))).toEqual([409, 'BAD_STATE', 'This is not paid yet.'])
  expect(refusalOf(await hearAsGuest(svc, secret, noon.id))).toEqual([409, 'BAD_STATE', 'This is not paid yet.'])
  const unpaid = { status: 'requires_payment_method', entitled: false, purchase: null }
  expect((await verifyAsGuest(svc, started)).json).toEqual(unpaid)

  await confirm(svc, nobody, started)
  expect((await verifyAsGuest(svc, { ...started, clientSecret: `${clientSecret}x` })).status).toBe(404)
  const through = await verifyAsGuest(svc, started, { needsLink: true })
  const purchase = expect.objectContaining({ amount: 900, entitles: true })
  expect(through.json).toEqual({ status: 'succeeded', entitled: true, purchase, receiptUrl: expect.any(String) })
  await settled(svc)
  for (const each of [secret, secretOf(through)]) {
    const zip = await downloadAsGuest(svc, each, '?format=original')
    expect([zip.status, zip.headers.get('cache-control'), zip.text.slice(0, 2)]).toEqual([
      200,
      'private, no-store',
      'PK',
    ])
  }
  expect((await downloadAsGuest(svc, secret)).status).toBe(200)
  expect((await downloadAsGuest(svc, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`)).status).toBe(404)
  await hearByLink(svc, nova, secret, noon.id)
  // Nothing that is stored or logged has the secret, and nobody's account has the casset.
  for (const table of ['guest_links', 'orders', 'mails', 'jobs', 'purchases', 'webhook_events']) {
    expect(JSON.stringify(rowsOf(svc, table))).not.toContain(secret)
  }
  expect(svc.logged.join('\n')).not.toContain(secret)
  expect(rowsOf(svc, 'purchases').map(Object)).toEqual([
    expect.objectContaining({ user_id: null, order_id: orderId, status: 'PAID', ended_at: null }),
  ])

  // The purchase is a sale like any other, and nobody sees the buyer's address.
  expect(postings(svc)).toMatchObject({ SALE: 1, PLATFORM_FEE: 1 })
  expect([verifyLedger(svc.ctx).problems, sums(svc)]).toEqual([[], []])
  const asNova = { cookie: nova.cookie }
  const sales = await svc.call('GET', '/api/studio/sales', asNova)
  expect(Object(sales.json).sales).toEqual([
    expect.objectContaining({ orderId, amount: 900, buyer: { handle: null, displayName: 'A guest' }, status: 'PAID' }),
  ])
  const { currencies, collects } = Object((await svc.call('GET', '/api/studio/statistics', asNova)).json)
  expect(currencies[0].totals).toMatchObject({ sales: 900 })
  expect(JSON.stringify(collects)).toContain('1')
  const csv = await svc.call('GET', '/api/studio/statistics.csv', asNova)
  expect(csv.text).toContain('TEST-nova-2026-000001')
  expect(await toldTo(svc, nova)).toEqual(['Somebody bought First Light | $9.00 · TEST'])
  for (const { text } of [sales, csv]) expect(text).not.toContain('kim@')

  // A refund ends the download and the sound, and says so.
  await refundAsOwner(svc, nova, orderId)
  await settled(svc)
  expect(refusalOf(await downloadAsGuest(svc, secret))).toEqual([
    409,
    'BAD_STATE',
    'This purchase has ended: the money went back.',
  ])
  expect(refusalOf(await hearAsGuest(svc, secret, noon.id))).toEqual([
    409,
    'BAD_STATE',
    'This purchase has ended: the money went back.',
  ])
  expect(postings(svc)).toMatchObject({ REFUND: 1 })
  expect([verifyLedger(svc.ctx).problems, sums(svc)]).toEqual([[], []])
})

/**
 * The link plays what its download has: whole tracks, also one that its artist took off since, and
 * no other.
 */
async function hearByLink(svc: TestServer, nova: Person, secret: string, trackId: string): Promise<void> {
  const heard = await hearAsGuest(svc, secret, trackId)
  expect([heard.status, heard.headers.get('content-type'), heard.headers.get('cache-control')]).toEqual([
    206,
    'audio/mpeg',
    'private, no-store',
  ])
  const { sha256, bytes } = svc.ctx.db.select().from(tracks).where(eq(tracks.id, trackId)).get() ?? {}
  expect([heard.headers.get('etag'), heard.headers.get('content-range')]).toEqual([
    `"${sha256?.slice(0, 32)}"`,
    `bytes 0-99/${bytes}`,
  ])
  const setTrack = (values: Partial<typeof tracks.$inferInsert>) =>
    svc.ctx.db.update(tracks).set(values).where(eq(tracks.id, trackId)).run()
  const { ctx } = svc
  setTrack({ active: false, inactiveAt: ctx.now() + 1 })
  expect((await hearAsGuest(svc, secret, trackId)).status).toBe(206)
  // A track that was taken off before the payment is not in the download and cannot be heard.
  setTrack({ active: false, inactiveAt: 1 })
  expect((await hearAsGuest(svc, secret, trackId)).status).toBe(404)
  setTrack({ active: true, inactiveAt: null })
  const gift = cast(ctx, 'gift', { priceMinor: 0 })
  const other = await addMaster(ctx, gift.cassetId, 'mp3-vbr.mp3', { title: 'Another casset’s' })
  const draft = await addMaster(ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Never shown', active: false, position: 9 })
  for (const id of [other.id, draft.id, 'none']) expect((await hearAsGuest(svc, secret, id)).status).toBe(404)
}

test('a free casset is collected with an email address at once', async () => {
  const { svc, nova, dawn } = await openShop(open)
  await using _ = svc
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  const answer = await askAsGuest(svc)
  expect([answer.status, answer.json]).toEqual([
    200,
    { orderId: expect.any(String), entitled: true, receiptUrl: expect.stringContaining('/collected/') },
  ])
  const held = svc.ctx.db.$client.query('SELECT user_id, mode, status FROM purchases').all()
  expect(held).toEqual([{ user_id: null, mode: 'free', status: 'PAID' }])
  // The email does not contain the artist's chosen name, which might be an advertisement, and waits
  // for SMTP without any secret.
  const [mail] = rowsOf(svc, 'mails').map(Object)
  expect(mail).toMatchObject({
    kind: 'guest-links',
    recipient: 'kim@example.org',
    subject: 'What you bought of @nova',
  })
  expect(mail.text_body).toContain('{{links}}')
  expect(mail.text_body).not.toContain('First Light')
  // They hold its tracks like any collector, and are told when one is erased by law.
  await eraseForCause(svc.ctx, dawn.id, 'A court has said so.')
  await svc.ctx.jobs.idle()
  const told = svc.ctx.db.$client.query("SELECT recipient FROM mails WHERE kind = 'track-erased' ORDER BY 1").values()
  expect(told.flat()).toEqual(['kim@example.org', 'nova@example.com'])
  // People who pay for it all the same may.
  expect(Object((await askAsGuest(svc, { amount: 500 })).json)).toMatchObject({ amount: 500, mode: 'test' })
})

test('a guest is refused like everybody: no address, too little, nothing to hear, nothing to see, own casset', async () => {
  const { svc, nova, ada } = await openShop(open)
  await using _ = svc
  cast(svc.ctx, 'blank', { priceMinor: 500 })
  const asked = async (body: object, cookie?: string) => {
    const { status, json } = await askAsGuest(svc, body, cookie)
    return [status, Object(json).field ?? Object(json).error]
  }
  for (const email of [
    '',
    'kim',
    'kim@',
    'a@b@example.org',
    'kim@example.org\r\nBcc: x@example.org',
    'kim@localhost',
  ]) {
    expect(await asked({ email })).toEqual([400, 'email'])
  }
  expect(await asked({ amount: 699 })).toEqual([400, 'amount'])
  expect(await asked({ amount: 1_000_001 })).toEqual([400, 'amount'])
  expect(await asked({ userId: ada.userId })).toEqual([400, 'userId'])
  expect(await asked({ slug: 'nobody' })).toEqual([404, 'There is no such casset.'])
  expect(await asked({ slug: 'hidden' })).toEqual([404, 'There is no such casset.'])
  expect(await asked({ slug: 'draft' })).toEqual([404, 'There is no such casset.'])
  expect(await asked({ slug: 'blank' })).toEqual([409, 'There is nothing to hear on this casset yet.'])
  expect(await asked({}, nova.cookie)).toEqual([409, 'This is your own casset.'])
  expect(rowsOf(svc, 'orders')).toEqual([])
  expect(rowsOf(svc, 'guest_links')).toEqual([])
  expect(rowsOf(svc, 'mails')).toEqual([])
})

test('an unpaid checkout is replaced by a person with its secret, and by nobody who knows only the address', async () => {
  const { svc } = await openShop(open)
  await using _ = svc
  const { stripe } = shopOf(svc)
  const stateOf = async ({ paymentIntentId }: { paymentIntentId: string }) =>
    (await stripe.paymentIntents.retrieve(paymentIntentId)).status
  const first = await beginAsGuest(svc)
  const other = await beginAsGuest(svc)
  expect([await stateOf(first), await stateOf(other)]).toEqual(['requires_payment_method', 'requires_payment_method'])
  const second = await beginAsGuest(svc, { before: first.secret, amount: 800 })
  await settled(svc)
  expect([await stateOf(first), await stateOf(other)]).toEqual(['canceled', 'requires_payment_method'])
  // The secret of a checkout for another casset replaces nothing.
  const another = cast(svc.ctx, 'another', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, another.cassetId, 'Elsewhere')
  await beginAsGuest(svc, { slug: 'another', before: other.secret })
  expect(await stateOf(other)).toBe('requires_payment_method')
  const states = svc.ctx.db.$client.query('SELECT state FROM orders ORDER BY created_at, id').values().flat()
  expect(states).toEqual(['REPLACED', 'OPEN', 'OPEN', 'OPEN'])
  // A payment that arrived meanwhile is not paid a second time.
  await confirm(svc, nobody, second)
  expect(refusalOf(await askAsGuest(svc, { before: second.secret }))).toEqual([
    409,
    'BAD_STATE',
    'You have paid already.',
  ])
  await settled(svc)
  expect((await askAsGuest(svc, { before: second.secret })).status).toBe(409)
  // Each payment with an address is a purchase of its own, so nobody can find out what its owner
  // has.
  await confirm(svc, nobody, other)
  await settled(svc)
  expect(svc.ctx.db.$client.query('SELECT count(*) AS n FROM purchases WHERE ended_at IS NULL').all()).toEqual([
    { n: 2 },
  ])
  expect([verifyLedger(svc.ctx).problems, sums(svc)]).toEqual([[], []])
})

test('cards that are tried at guest checkouts are counted by address, whatever email addresses are made up', async () => {
  const { svc } = await openShop({ clock: 'stands' })
  await using _ = svc
  for (let count = 0; count < 30; count += 1) {
    const started = await beginAsGuest(svc, { email: `kim${count}@example.org` })
    await confirm(svc, nobody, started, card('4000000000000002'))
    await settled(svc)
    svc.tick(2_000)
  }
  const { status, json } = await askAsGuest(svc, { email: 'new@example.org' })
  expect([status, Object(json).code]).toEqual([429, 'RATE_LIMIT'])
})

test('a dispute that is lost ends the download, and evidence says that a guest paid', async () => {
  const { svc, nova } = await openShop(open)
  await using _ = svc
  const { secret, paymentIntentId } = await collectAsGuest(svc)
  const { stripe, test: bank } = shopOf(svc)
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
  const dispute = await bank.openDispute(String(intent.latest_charge))
  await settled(svc)
  const [{ id } = { id: '' }] = await listed(svc, nova)
  const { suggestion } = Object(await read(svc, nova, `/${id}`))
  expect(suggestion.productDescription).toContain('it can be downloaded by a link that only its buyer has. The page')
  expect(suggestion.accessActivityLog).toContain('a guest, known by their email address, opened the checkout.')
  expect(JSON.stringify(suggestion)).not.toContain('kim@')
  const moved = async (to: Parameters<typeof bank.moveDispute>[1]) => {
    await bank.moveDispute(dispute, to)
    await settled(svc)
    return (await downloadAsGuest(svc, secret)).status
  }
  expect(await moved('lost')).toBe(409)
  expect(svc.ctx.db.$client.query('SELECT status FROM purchases').values()).toEqual([['DISPUTED']])
  expect([verifyLedger(svc.ctx).problems, sums(svc)]).toEqual([[], []])
})

test('a copy of the database from before a sale gets the guest back, and the link that they kept works', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test' }
  const options = { env, dataDir: folder.path, ...open }
  const { svc: before, nova } = await openShop(options)
  await addMaster(before.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Noon', position: 3 })
  const copy = backUp(before)
  const { orderId, secret } = await collectAsGuest(before)
  const [known] = rowsOf(before, 'orders').map(Object)
  await using svc = await restore(before, copy, options)
  expect((await downloadAsGuest(svc, secret)).status).toBe(404)
  expect(await doctorOf(svc.dataDir, env, 'reconciling', { fix: true })).toMatchObject({ ok: true, note: 'fixed' })
  await settled(svc)
  const [again] = rowsOf(svc, 'orders').map(Object)
  expect(again).toMatchObject({ id: orderId, buyer_email: 'kim@example.org', agent_key: null, state: 'PAID' })
  expect(again.amount_minor).toBe(known.amount_minor)
  expect((await downloadAsGuest(svc, secret)).status).toBe(200)
  expect(rowsOf(svc, 'receipts')).toHaveLength(1)
  expect([verifyLedger(svc.ctx).problems, sums(svc)]).toEqual([[], []])
})
