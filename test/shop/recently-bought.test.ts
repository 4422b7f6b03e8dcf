import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { orders } from '../../db/schema/order/order.ts'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { recentlyBought } from '../../src/shop/purchase/recently-bought.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { querySteps } from '../support/query-steps.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { TestServer } from '../support/server.ts'
import { collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { give } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const dayMs = 86_400_000
const html = { accept: 'text/html' }

const allow = (svc: TestServer, { cookie }: Person, tellsPurchases = true) =>
  svc.call('POST', '/api/auth/update-profile', { cookie, body: { tellsPurchases } })

/** Returns the tapes that a page shows strangers as bought, once the list may be renewed. */
async function boughtOn(svc: TestServer, path = '/browse?show=bought'): Promise<string[]> {
  await svc.tick(61_000)
  const { text } = await svc.call('GET', path, { headers: html })
  const part = text.split(/<h[12] id="(?:rack|bought)">Recently bought</)[1] ?? ''
  return [...part.matchAll(/<li class="[^"]*"><a href="\/@([^"]+)">.*?<\/li>/gs)].map(
    ([tape, slug]) => `${slug} ${/<span class="mono">(bought[^<]*)</.exec(tape)?.[1]}`,
  )
}

test('a tape that was bought is shown where its artist allows it, with the day, and without a word of its buyer', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { cookie } = ada
  await collect(svc, ada)
  expect(await boughtOn(svc)).toEqual([])
  expect((await svc.call('GET', '/browse', { headers: html })).text).not.toContain('Recently bought')
  expect((await svc.call('GET', '/', { headers: html })).text).not.toContain('Recently bought')
  expect(await allow(svc, nova)).toMatchObject({ status: 200, json: { artist: { tellsPurchases: true } } })
  expect(await boughtOn(svc)).toEqual(['nova bought today'])
  expect(await boughtOn(svc, '/')).toEqual(['nova bought today'])
  const { text } = await svc.call('GET', '/browse?show=bought', { headers: html })
  expect(/\bada\b/i.test(text)).toBe(false)
  await svc.tick(dayMs)
  expect(await boughtOn(svc, '/')).toEqual(['nova bought yesterday'])
  // The page does not wait for the list to be renewed.
  await allow(svc, nova, false)
  expect((await svc.call('GET', '/', { headers: html })).text).not.toContain('Recently bought')
  await allow(svc, nova)
  // Nobody allows it for somebody else, nor without a session.
  expect((await svc.call('POST', '/api/auth/update-profile', { body: { tellsPurchases: true } })).status).toBe(401)
  expect((await svc.call('POST', '/api/auth/update-profile', { cookie, body: { tellsPurchases: 1 } })).status).toBe(400)
  await svc.tick(29 * dayMs)
  expect(await boughtOn(svc)).toEqual([])
})

test('a tape that is not public and open is not shown as bought, nor one that was paid back or is disputed, after a restore too', async () => {
  using folder = temporaryFolder()
  const { svc, nova, ada } = await openShop({ dataDir: folder.path })
  await using _ = svc
  await allow(svc, nova)
  const { paymentIntentId } = await collect(svc, ada)
  const change = (values: Partial<typeof cassets.$inferInsert>) =>
    svc.ctx.db.update(cassets).set(values).where(eq(cassets.id, nova.cassetId)).run()
  const shown = async () => (await recentlyBought(svc.ctx)).map(({ handle }) => handle)
  expect(await shown()).toEqual(['nova'])
  for (const [hidden, back] of [
    [{ privacy: 'unlisted' }, { privacy: 'public' }],
    [{ privacy: 'private' }, { privacy: 'public' }],
    [{ published: false }, { published: true }],
    [{ takenDown: 'law' }, { takenDown: null }],
    [
      { opensAt: svc.ctx.now() + dayMs, opensZone: 'UTC' },
      { opensAt: null, opensZone: null },
    ],
    [{ calledOffAt: 1 }, { calledOffAt: null }],
  ] as const) {
    change(hidden)
    expect([hidden, await shown()]).toEqual([hidden, []])
    await svc.tick(61_000)
    expect([hidden, await shown()]).toEqual([hidden, []])
    change(back)
    await svc.tick(61_000)
    expect([back, await shown()]).toEqual([back, ['nova']])
  }
  svc.ctx.db.update(purchases).set({ status: 'DISPUTED' }).run()
  expect(await shown()).toEqual([])
  svc.ctx.db.update(purchases).set({ status: 'PAID' }).run()
  expect(await shown()).toEqual(['nova'])
  // A copy from before the refund knows it once it has asked the processor.
  const copy = backUp(svc)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(await shown()).toEqual([])
  const env = { PAYMENTS: 'test' }
  await using restored = await restore(svc, copy, { env, dataDir: folder.path })
  expect(await doctorOf(folder.path, env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  await settled(restored)
  expect((await recentlyBought(restored.ctx)).map(({ handle }) => handle)).toEqual([])
})

test('nothing counts as bought that was free, of another mode, or paid or held by whoever sells it', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await allow(svc, nova)
  await redeem(svc, ada, (await makeCodes(svc, nova)).first)
  expect(await boughtOn(svc)).toEqual([])
  // An artist who pays as a guest with the address of the account, in any spelling.
  await collectAsGuest(svc, { email: 'Nova@example.com' })
  expect(await boughtOn(svc)).toEqual([])
  svc.ctx.db.update(orders).set({ mode: 'live' }).run()
  const [row] = svc.ctx.db.select().from(purchases).where(eq(purchases.mode, 'test')).all()
  svc.ctx.db.update(purchases).set({ mode: 'live' }).where(eq(purchases.mode, 'test')).run()
  expect([row?.mode, await boughtOn(svc)]).toEqual(['test', []])
  // A gift is bought, unless it is for whoever sells it.
  const bob = cast(svc.ctx, 'bob')
  const { orderId } = await give(svc, bob)
  expect(await boughtOn(svc)).toEqual(['nova bought today'])
  svc.ctx.db.update(purchases).set({ userId: nova.userId }).where(eq(purchases.orderId, orderId)).run()
  expect(await boughtOn(svc)).toEqual([])
})

test('a shared casset is shown once all who sell it allow it, and everything by what it held when it was paid', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const [bob, kim] = [cast(svc.ctx, 'bob'), cast(svc.ctx, 'kim')]
  const { id } = await makeCoCasset(svc, nova, 'both', [bob])
  svc.ctx.db.update(cassets).set({ priceMinor: 500, published: true, publishedAt: 1 }).where(eq(cassets.id, id)).run()
  await collect(svc, ada, undefined, { slug: 'both' })
  await allow(svc, nova)
  expect(await boughtOn(svc)).toEqual([])
  await allow(svc, bob)
  expect(await boughtOn(svc)).toEqual(['both bought today'])
  const live = addTape(svc, nova, 'live', { priceMinor: 300 })
  await addReadyTrack(svc.ctx, live, 'Live')
  const body = { percent: 20, hasFuture: true }
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body })
  await collect(svc, kim, undefined, { slug: 'nova', everything: true })
  expect((await boughtOn(svc)).toSorted()).toEqual(['both', 'nova', 'nova/live'].map((slug) => `${slug} bought today`))
  const late = addTape(svc, nova, 'late', { priceMinor: 300, published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, late, 'Late')
  await patchCasset(svc, { ...nova, cassetId: late }, { published: true })
  await settled(svc)
  expect(svc.ctx.db.select().from(purchases).where(eq(purchases.cassetId, late)).all()).toHaveLength(1)
  expect((await boughtOn(svc)).some((told) => told.startsWith('nova/late'))).toBe(false)
})

test('the deletion of a buyer’s account leaves the sale without a name, and that of its artist nothing', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await allow(svc, nova)
  await collect(svc, ada)
  const leave = async ({ cookie }: Person) => {
    const { status } = await svc.call('POST', '/api/auth/account/delete', { cookie, body: {} })
    await svc.ctx.jobs.idle()
    return status
  }
  expect([await leave(ada), await boughtOn(svc)]).toEqual([204, ['nova bought today']])
  expect(await leave(nova)).toBe(204)
  expect((await svc.call('GET', '/', { headers: html })).text).not.toContain('Recently bought')
  const whoTells = svc.ctx.db.$client.query('SELECT count(*) FROM artists WHERE tells_purchases').values()
  expect([whoTells, await boughtOn(svc)]).toEqual([[[0]], []])
  expect((await allow(svc, nova)).status).toBe(401)
})

test('the list is gathered from an index, past a thousand purchases of those who do not allow it', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  await collect(svc, ada)
  const order = svc.ctx.db.select().from(orders).get()
  if (!order) throw new Error('nothing was ordered')
  const quiet = cast(svc.ctx, 'quiet')
  inTransaction(svc.ctx.db, () => {
    for (let at = 0; at < 1_000; at += 1) {
      const id = `order-${at}`
      const same = { id, cassetId: quiet.cassetId, userId: null, buyerEmail: `g${at}@example.org`, holderId: null }
      svc.ctx.db
        .insert(orders)
        .values({ ...order, ...same, paymentIntentId: id })
        .run()
      const { mode } = order
      const held = {
        id: `held-${at}`,
        userId: null,
        cassetId: quiet.cassetId,
        orderId: id,
        mode,
        status: 'PAID',
      } as const
      svc.ctx.db
        .insert(purchases)
        .values({ ...held, purchasedAt: svc.ctx.now() + at })
        .run()
    }
  })
  expect(await recentlyBought(svc.ctx)).toEqual([])
  await allow(svc, nova)
  // The newest thousand are of somebody who does not tell.
  expect(await boughtOn(svc)).toEqual(['nova bought today'])
  const steps = querySteps(svc, [
    `SELECT p.id FROM purchases p JOIN orders o ON o.id = p.order_id JOIN cassets c ON c.id = p.casset_id JOIN artists a ON a.id = c.artist_id
     WHERE p.ended_at IS NULL AND p.status = 'PAID' AND p.mode = 'test' AND p.purchased_at > 1 AND p.purchased_at <= 9
     ORDER BY p.purchased_at DESC, p.id DESC LIMIT 200`,
    'SELECT id FROM artists WHERE tells_purchases = 1 LIMIT 1',
  ])
  expect(steps[0]).toContain('USING INDEX purchases_recent (mode=? AND purchased_at>? AND purchased_at<?)')
  expect(steps.join()).not.toContain('TEMP B-TREE')
  expect(steps.at(-1)).toContain('artists_telling')
})
