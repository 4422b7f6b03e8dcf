import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { addMaster, downloadPath, packedFor } from '../../support/casset/download.ts'
import { fixture, keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { exportOf } from '../../support/operate/export.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { shareNames, shareShop } from '../../support/shared.ts'
import { collect, settled, shopOf } from '../../support/shop/checkout.ts'
import { addReadyTrack, cast, masterBytes, type Person } from '../../support/world.ts'

const sharedStill = shareNames({ clock: 'stands' })
const sharedShop = shareShop()

const minute = 60_000

const remove = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie })
const switchTo = (svc: TestServer, { cookie }: Person, id: string, active: boolean) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body: { active } })
const take = async (svc: TestServer, { cookie }: Person) => {
  const taken = await svc.call('POST', '/api/checkout/payment-intent', { cookie, body: { slug: 'nova' } })
  expect(taken.json).toMatchObject({ entitled: true })
}
const heard = async (svc: TestServer, person: Person | undefined, id: string) => {
  const headers = { 'sec-fetch-dest': 'audio', ...(person ? { cookie: person.cookie } : {}) }
  const answer = await svc.fetch(`/api/audio/${id}`, { headers })
  return answer.status === 200 ? await answer.text() : answer.status
}
const purchaseOf = (svc: TestServer, { userId }: Person) =>
  svc.ctx.db.select().from(purchases).where(eq(purchases.userId, userId)).get()?.id ?? ''
const titlesOf = async (svc: TestServer, person: Person, id = purchaseOf(svc, person)) => {
  const { status, json } = await svc.call('GET', `/api/purchases/${id}/tracks`, { cookie: person.cookie })
  const tracks: unknown = Reflect.get(Object(json), 'tracks')
  return Array.isArray(tracks) ? tracks.map(({ title }) => String(title)) : status
}
const namesOf = async (svc: TestServer, person: Person) =>
  [...(await packedFor(svc, person, downloadPath('nova', 'original'))).keys()].filter((name) => name.endsWith('.mp3'))

const own = () => startServer({ clock: 'stands' })

/** Nova's casset with two tracks, for nothing; ada has collected it, bob has not. */
async function openRack(open: () => Promise<TestServer> = sharedStill) {
  const svc = await open()
  const [nova, ada, bob] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const dawn = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  const noon = await addReadyTrack(svc.ctx, nova.cassetId, 'Noon', { position: 2 })
  await take(svc, ada)
  svc.tick(minute)
  return { svc, nova, ada, bob, dawn, noon }
}

test('the holder of a purchase hears and downloads a track that was switched off or deleted since; nobody else does', async () => {
  const { svc, nova, ada, bob, dawn, noon } = await openRack()
  const files = keptFiles(svc.dataDir)
  expect((await remove(svc, nova, noon.id)).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toEqual(files)
  expect(await heard(svc, ada, noon.id)).toBe(String(masterBytes('Noon')))
  expect(await titlesOf(svc, ada)).toEqual(['Dawn', 'Noon'])
  expect(await namesOf(svc, ada)).toEqual(['01 Dawn.mp3', '02 Noon.mp3'])
  svc.tick(minute)
  await take(svc, bob)
  for (const person of [bob, nova, undefined]) expect(await heard(svc, person, noon.id)).toBe(404)
  expect(await titlesOf(svc, bob)).toEqual(['Dawn'])
  expect(await namesOf(svc, bob)).toEqual(['01 Dawn.mp3'])
  for (const person of [nova, ada, bob]) {
    const media = await svc.call('GET', '/api/casset/nova/media', { cookie: person.cookie })
    expect(media.json).toMatchObject({ tracks: [{ title: 'Dawn' }] })
    expect(media.text).not.toContain('Noon')
  }
  expect((await remove(svc, nova, noon.id)).status).toBe(404)
  expect((await switchTo(svc, nova, noon.id, true)).status).toBe(404)
  expect((await svc.call('GET', '/api/v1/artists/nova/catalog')).json).toHaveProperty('page.count', 1)
  expect((await switchTo(svc, nova, dawn.id, false)).status).toBe(200)
  expect(await titlesOf(svc, ada)).toEqual(['Dawn', 'Noon'])
  expect(await titlesOf(svc, bob)).toEqual(['Dawn'])
})

test('a track that was off when somebody collected is not theirs, and becomes theirs when it is on again', async () => {
  const { svc, nova, bob, noon } = await openRack()
  await switchTo(svc, nova, noon.id, false)
  svc.tick(minute)
  await take(svc, bob)
  svc.tick(minute)
  expect(await heard(svc, bob, noon.id)).toBe(404)
  await switchTo(svc, nova, noon.id, true)
  svc.tick(minute)
  await switchTo(svc, nova, noon.id, false)
  expect(await heard(svc, bob, noon.id)).toBe(String(masterBytes('Noon')))
})

test('a deleted track that nobody holds is erased at once, and one that was held when its last purchase ends', async () => {
  const { svc, nova, ada } = await sharedShop()
  const noon = await addReadyTrack(svc.ctx, nova.cassetId, 'Noon', { position: 3 })
  const before = keptFiles(svc.dataDir)
  const late = await addReadyTrack(svc.ctx, nova.cassetId, 'Late', { position: 4 })
  await switchTo(svc, nova, late.id, false)
  svc.tick(minute)
  const { paymentIntentId } = await collect(svc, ada)
  await remove(svc, nova, late.id)
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toEqual(before)
  await remove(svc, nova, noon.id)
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toEqual(before)
  expect(await heard(svc, ada, noon.id)).toBe(String(masterBytes('Noon')))
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  await svc.ctx.jobs.idle()
  expect(await heard(svc, ada, noon.id)).toBe(404)
  expect(keptFiles(svc.dataDir)).toHaveLength(before.length - 2)
  expect(await titlesOf(svc, ada)).toBe(409)
})

test('a refund takes a deleted track from whoever was refunded, and from nobody else who holds it', async () => {
  const { svc, nova, ada, hidden, dawn } = await sharedShop()
  const { paymentIntentId } = await collect(svc, ada)
  await collect(svc, hidden)
  svc.tick(minute)
  await remove(svc, nova, dawn.id)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  await svc.ctx.jobs.idle()
  expect(await heard(svc, ada, dawn.id)).toBe(404)
  expect(await heard(svc, hidden, dawn.id)).toBe(String(masterBytes('Dawn')))
})

test('the tracks of a purchase are its buyer’s alone', async () => {
  const { svc, nova, ada, bob } = await openRack()
  for (const person of [nova, bob]) expect(await titlesOf(svc, person, purchaseOf(svc, ada))).toBe(403)
  expect((await svc.call('GET', `/api/purchases/${purchaseOf(svc, ada)}/tracks`)).status).toBe(401)
})

test('the owner of the instance erases a held track with a reason, which its artist and its holders are told', async () => {
  const { svc, nova, ada, bob, noon } = await openRack(own)
  await using _ = svc
  const owner = cast(svc.ctx, 'owner')
  svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, owner.userId)).run()
  const erase = ({ cookie }: Person, body: unknown, id = noon.id) =>
    svc.call('DELETE', `/api/admin/tracks/${id}`, { cookie, body })
  const reason = 'A court of Hamburg ordered it.'
  expect((await erase(nova, { reason })).status).toBe(403)
  for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }]) {
    expect((await erase(owner, body)).json).toMatchObject({ code: 'VALIDATION', field: 'reason' })
  }
  expect(await heard(svc, ada, noon.id)).toBe(String(masterBytes('Noon')))
  const files = keptFiles(svc.dataDir)
  expect((await erase(owner, { reason })).status).toBe(204)
  await svc.ctx.jobs.idle()
  for (const person of [ada, bob, nova]) expect(await heard(svc, person, noon.id)).toBe(404)
  expect(keptFiles(svc.dataDir)).toHaveLength(files.length - 2)
  const emails = svc.ctx.db.$client.query('SELECT recipient, subject, text_body AS text FROM mails ORDER BY 1').all()
  expect(emails).toMatchObject([
    { recipient: 'ada@example.com', subject: '“Noon” was taken down', text: expect.stringContaining(reason) },
    { recipient: 'nova@example.com', subject: '“Noon” was taken down', text: expect.stringContaining(reason) },
  ])
  expect((await erase(owner, { reason })).status).toBe(404)
})

test('a track that is erased with a reason is on the disk no more: in no download or export, nor as it was uploaded', async () => {
  const { svc, nova, ada, noon } = await openRack(own)
  await using _ = svc
  const owner = cast(svc.ctx, 'owner')
  svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, owner.userId)).run()
  const tagOf = async () =>
    (await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).headers.get('etag')
  expect(await namesOf(svc, ada)).toEqual(['01 Dawn.mp3', '02 Noon.mp3'])
  const exported = await exportOf(svc, nova)
  expect([...exported.files.values()]).toContainEqual(masterBytes('Noon'))
  await Bun.write(join(svc.dataDir, 'uploads', `${nova.cassetId}_${noon.id}`), 'as it was uploaded')
  const before = await tagOf()
  const body = { reason: 'A court of Hamburg ordered it.' }
  expect((await svc.call('DELETE', `/api/admin/tracks/${noon.id}`, { cookie: owner.cookie, body })).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(readdirSync(join(svc.dataDir, 'uploads'))).toEqual([])
  expect(readdirSync(svc.ctx.blobs.made('.'))).toEqual([])
  const gone = await svc.call('GET', `/api/auth/export/${exported.id}/file`, { cookie: nova.cookie })
  expect(gone.status).toBe(404)
  expect(await tagOf()).not.toBe(before)
  expect(await namesOf(svc, ada)).toEqual(['01 Dawn.mp3'])
})

test('all holders of an erased track get an email each, also when many collected it at one moment', async () => {
  const { svc, nova, noon } = await openRack()
  const owner = cast(svc.ctx, 'owner')
  const sql = svc.ctx.db.$client
  for (let n = 0; n < 450; n += 1) {
    const [userId, at] = [svc.ctx.uuid(), svc.ctx.now() - (n % 3) * minute]
    const email = `buyer-${n}@example.com`
    svc.ctx.db.insert(users).values({ id: userId, email, createdAt: at }).run()
    const artist = { id: svc.ctx.uuid(), userId, handle: `buyer-${n}`, displayName: `Buyer ${n}`, createdAt: at }
    svc.ctx.db.insert(artists).values(artist).run()
    const orderId = svc.ctx.uuid()
    sql.run(
      `INSERT INTO orders (id, user_id, casset_id, kind, mode, state, amount_minor, currency, price_minor, created_at)
       VALUES (?, ?, ?, 'casset', 'free', 'PAID', 0, 'usd', 0, ?)`,
      [orderId, userId, nova.cassetId, at],
    )
    const { cassetId } = nova
    const bought = { id: crypto.randomUUID(), userId, cassetId, orderId, purchasedAt: at }
    svc.ctx.db
      .insert(purchases)
      .values({ ...bought, mode: 'free', status: 'PAID' })
      .run()
  }
  svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, owner.userId)).run()
  const body = { reason: 'A court of Hamburg ordered it.' }
  expect((await svc.call('DELETE', `/api/admin/tracks/${noon.id}`, { cookie: owner.cookie, body })).status).toBe(204)
  await svc.ctx.jobs.idle()
  const told = sql.query("SELECT count(DISTINCT recipient) AS n FROM mails WHERE recipient LIKE 'buyer-%'").get()
  expect(told).toEqual({ n: 450 })
})

test('a new track takes the place of one that only its collectors have, without a gap', async () => {
  const { svc, nova, noon } = await openRack()
  expect((await remove(svc, nova, noon.id)).status).toBe(204)
  const { status, json } = await uploadTrack(svc, nova, await fixture('wav-8.wav'))
  expect(status).toBe(201)
  expect(json).toMatchObject({ track: { position: 2 } })
})
