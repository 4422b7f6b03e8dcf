import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { makeOwner } from '../support/earnings/dispute.ts'
import { giveBack, takenDown } from '../support/operate/decision.ts'
import { access, bought, claim, licensed, openLicensing, order, payFor, quoted } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import type { TestServer } from '../support/server.ts'
import { begun, settled, shopOf } from '../support/shop/checkout.ts'
import { masterBytes, type Person } from '../support/world.ts'

const yearMs = 366 * 86_400_000

type Asking = { token?: string; as?: Person; resource?: string }

/** Asks at a license for what it was sold with. */
const ask = (svc: TestServer, licenseId: string, { token, as, resource = 'download' }: Asking) =>
  svc.call('POST', `/api/agents/licenses/${licenseId}/access`, {
    ...(as ? { cookie: as.cookie } : {}),
    headers: token === undefined ? {} : { authorization: `License ${token}` },
    body: { resource },
  })

/** The status of the answer, and where that grants the files, of their address. */
async function statusOf(svc: TestServer, licenseId: string, asking: Asking) {
  const { status, json } = await ask(svc, licenseId, asking)
  return status === 200 ? (await fetch(Object(json).grant.url)).status : status
}

const addStems = (
  { ctx }: TestServer,
  { userId }: Person,
  { id: trackId, sha256, bytes }: { id: string; sha256: string; bytes: number },
) => {
  const id = ctx.uuid()
  const file = { contentType: 'application/zip', bytes, createdAt: 1, sha256 }
  ctx.db
    .insert(assets)
    .values({ id, userId, kind: 'stems', name: 'stems.zip', ...file })
    .run()
  ctx.db.update(tracks).set({ stemsAssetId: id }).where(eq(tracks.id, trackId)).run()
}

test('the holder of a license gets its files when its release is hidden and when its artist has left', async () => {
  const { svc, nova, ada, dawn, kettle, id } = await openLicensing()
  await using _ = svc
  addStems(svc, nova, dawn)
  await decide(svc, nova, id, { scope: 'stems', decision: 'REQUIRE_LICENSE', price: { amount: 300, currency: 'usd' } })
  const quoteId = await quoted(svc, id, ['download', 'stems'])
  const own = begun(await svc.call('POST', '/api/checkout/license', { cookie: ada.cookie, body: { quoteId } }))
  await payFor(svc, own)
  const { orderId, token } = await licensed(svc, id)
  const late = await bought(svc, id)
  const pair = await publishedRelease(svc, nova, [dawn.id, kettle.id], { title: 'Both' })
  await decide(svc, nova, pair, {
    scope: 'download',
    decision: 'REQUIRE_LICENSE',
    price: { amount: 300, currency: 'usd' },
  })
  const both = await licensed(svc, pair)
  // A later version was not sold.
  const again = { trackIds: [kettle.id] }
  await svc.call('PATCH', `/api/studio/releases/${id}`, { cookie: nova.cookie, body: again })
  await svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie: nova.cookie, body: {} })
  await svc.ctx.jobs.idle()
  const holds = async () => {
    const grant = Object((await ask(svc, orderId, { token })).json).grant
    const file = await fetch(grant.url)
    expect([file.status, Buffer.from(await file.arrayBuffer()).equals(masterBytes('Dawn'))]).toEqual([200, true])
    expect((await fetch(grant.url)).status).toBe(403)
    expect(await statusOf(svc, own.orderId, { as: ada })).toBe(200)
    expect(await statusOf(svc, own.orderId, { as: ada, resource: 'stems' })).toBe(200)
    const zip = await fetch(Object((await ask(svc, both.orderId, { token: both.token })).json).grant.url)
    expect([zip.status, zip.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('filename="Nova - Both'),
    ])
    await zip.body?.cancel()
  }
  await holds()
  const kept = Object((await access(svc, id, { licenseToken: token })).json).grant
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  await holds()
  const left = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: { leaveOwed: true } })
  expect(left.status).toBe(204)
  await settled(svc)
  await holds()
  // A license that was paid before can still be claimed.
  const lateToken = Object((await claim(svc, late)).json).license.token
  expect(await statusOf(svc, late.orderId, { token: lateToken })).toBe(200)
  // The release itself answers as if it had never been.
  expect((await access(svc, id, { licenseToken: token })).status).toBe(404)
  expect((await fetch(kept.url)).status).toBe(404)
  const page = (await svc.call('GET', `/licenses/${own.orderId}`, { cookie: ada.cookie })).text
  expect([page.includes('Download the music'), page.includes('The release, its files')]).toEqual([true, false])
})

test('nobody else gets the files of a license, nor do its holders once it is over or a law says so', async () => {
  const { svc, nova, ada, draft, dawn, id } = await openLicensing()
  await using _ = svc
  makeOwner(svc, draft)
  const quoteId = await quoted(svc, id)
  const own = begun(await svc.call('POST', '/api/checkout/license', { cookie: ada.cookie, body: { quoteId } }))
  await payFor(svc, own)
  const [one, other] = [await licensed(svc, id), await licensed(svc, id, ['remix'])]
  const { orderId, token } = one
  expect(await statusOf(svc, orderId, { token })).toBe(200)
  const strangers: Asking[] = [{}, { token: 'x' }, { token: other.token }, { as: ada }, { as: nova }, { as: draft }]
  for (const asking of strangers) expect([asking, await statusOf(svc, orderId, asking)]).toEqual([asking, 403])
  expect(await statusOf(svc, own.orderId, { as: draft })).toBe(403)
  expect(await statusOf(svc, svc.ctx.uuid(), { token })).toBe(404)
  // A license gives only what it names.
  expect(await statusOf(svc, other.orderId, { token: other.token })).toBe(403)
  expect(await statusOf(svc, orderId, { token, resource: 'stems' })).toBe(403)

  // Buyers keep what the site's own terms take down, and not what a law does.
  const grant = Object((await ask(svc, orderId, { token })).json).grant
  for (const [kind, thing] of [
    ['track', dawn.id],
    ['page', nova.cassetId],
  ] as const) {
    for (const [ground, status] of [
      ['terms', 200],
      ['law', kind === 'page' ? 404 : 503],
    ] as const) {
      const decision = await takenDown(svc, draft, { kind, id: thing, ground })
      expect([kind, ground, await statusOf(svc, orderId, { token })]).toEqual([kind, ground, status])
      if (ground === 'law') expect([kind, (await fetch(grant.url)).status]).toEqual([kind, status])
      await giveBack(svc, draft, decision)
    }
  }
  expect((await fetch(grant.url)).status).toBe(200)

  const spare = Object((await ask(svc, orderId, { token })).json).grant
  await shopOf(svc).stripe.refunds.create({ payment_intent: one.paymentIntentId })
  await settled(svc)
  expect([await statusOf(svc, orderId, { token }), (await fetch(spare.url)).status]).toEqual([403, 403])
  svc.tick(yearMs)
  expect(await statusOf(svc, own.orderId, { as: ada })).toBe(403)
  expect((await order(svc, quoteId)).status).not.toBe(200)
})
