import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { entitlementTo } from '../../src/casset/access/decide-access.ts'
import type { Entitlement } from '../../src/casset/access/entitlement.ts'
import { entitlementByGrant } from '../../src/casset/access/grant-access.ts'
import { guestHolding } from '../../src/casset/access/guest-access.ts'
import { entitlementToUploads } from '../../src/casset/access/upload-access.ts'
import { worldBySlug } from '../../src/casset/access/visible-casset.ts'
import { awaitPack } from '../../src/casset/download/pack/await-pack.ts'
import { buildPackJob } from '../../src/casset/download/pack/build-pack.ts'
import { planPack } from '../../src/casset/download/pack/plan-pack.ts'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { AppError } from '../../src/errors.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { type Granted, giveGrantBack, issueGrant, useGrant } from '../../src/release/license/access/grant.ts'
import { openFiles } from '../../src/release/license/access/open-files.ts'
import { visibleRelease } from '../../src/release/visible-release.ts'
import { waitLimitMs } from '../support/limits.ts'
import { access, licensed } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { makeCoCasset, postTogether } from '../support/room/co-casset.ts'
import type { TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { collect, settled, shopOf } from '../support/shop/checkout.ts'
import { beginAsGuest, claimBy, collectAsGuest } from '../support/shop/guest.ts'
import { addReadyTrack, type Person } from '../support/world.ts'

const opened = shareShop()
type Stage = Awaited<ReturnType<typeof opened>>

/** The rights of somebody: whether a file can be sent to them by it, each time that it is asked. */
type Gives = () => Entitlement | undefined

const worldOf = ({ ctx }: TestServer, slug: string) => {
  const world = worldBySlug(ctx, slug)
  if (!world) throw new Error('There is no such casset.')
  return world
}

const ofViewer =
  (svc: TestServer, { sessionId }: Person, slug: string): Gives =>
  () => {
    const viewer = viewerOfSession(svc.ctx, sessionId)
    return viewer ? entitlementTo(svc.ctx, worldOf(svc, slug), viewer) : undefined
  }

function isSent({ ctx }: TestServer, gives: Gives, sha256: string): boolean {
  try {
    return gives()?.masterForChild(ctx, sha256).path === ctx.blobs.path(sha256)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const refund = async (svc: TestServer, { paymentIntentId }: { paymentIntentId: string }) => {
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
}

/** Uses a grant of a release as it is now. */
function used({ ctx }: TestServer, releaseId: string, more: Partial<Granted> = {}) {
  const { version } = visibleRelease(ctx, releaseId)
  const granted = { releaseId, releaseVersionId: version.id, resource: 'download', licenseId: null, ...more } as const
  const { token } = issueGrant(ctx, granted)
  return { token, grant: useGrant(ctx, releaseId, token) }
}

const byGrant =
  ({ ctx }: TestServer, { tokenHash }: { tokenHash: string }): Gives =>
  () =>
    entitlementByGrant(ctx, tokenHash)

const plainFile = { contentType: 'application/zip', bytes: 1, createdAt: 1 } as const

/** Each way to get the master of Dawn (or of the track it names), and what ends it. */
const ways: Record<
  string,
  (stage: Stage) => Promise<{ gives: Gives; end: () => unknown; sha256?: string | undefined }>
> = {
  'a purchase that is refunded': async ({ svc, ada }) => {
    const started = await collect(svc, ada)
    return { gives: ofViewer(svc, ada, 'nova'), end: () => refund(svc, started) }
  },
  'a purchase of a payment mode that is not the present one': async ({ svc, ada }) => {
    await collect(svc, ada)
    const end = () => svc.ctx.db.$client.run("UPDATE purchases SET mode = 'live' WHERE user_id = ?", [ada.userId])
    return { gives: ofViewer(svc, ada, 'nova'), end }
  },
  'a casset of several artists for a member who leaves': async ({ svc, nova, ada }) => {
    const { trackId } = await makeCoCasset(svc, nova, 'duo', [ada])
    const track = svc.ctx.db.select().from(tracks).where(eq(tracks.id, trackId)).get()
    return { gives: ofViewer(svc, ada, 'duo'), end: () => postTogether(svc, ada, '/duo/leave'), sha256: track?.sha256 }
  },
  'a track of one’s own that is deleted while others hold it': async ({ svc, nova, ada, dawn }) => {
    await collect(svc, ada)
    const end = () => svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })
    return { gives: ofViewer(svc, nova, 'nova'), end }
  },
  'what a guest collected and is given back for': async ({ svc }) => {
    const started = await collectAsGuest(svc)
    return { gives: () => guestHolding(svc.ctx, started.orderId).entitlement, end: () => refund(svc, started) }
  },
  'what a guest collected, by the link, once an account has claimed it': async ({ svc, ada }) => {
    const { orderId } = await collectAsGuest(svc)
    const end = () => claimBy(svc, issueLink(svc.ctx, orderId, 'claim'), ada)
    return { gives: () => guestHolding(svc.ctx, orderId).entitlement, end }
  },
  'a grant of a license that is refunded': async ({ svc, nova, dawn }) => {
    const id = await publishedRelease(svc, nova, [dawn.id])
    const price = { amount: 700, currency: 'usd' }
    await decide(svc, nova, id, { scope: 'download', decision: 'REQUIRE_LICENSE', price })
    const { token: licenseToken, ...started } = await licensed(svc, id)
    const { json } = await access(svc, id, { licenseToken })
    const grant = useGrant(svc.ctx, id, Object(json).grant.token)
    return { gives: byGrant(svc, grant), end: () => refund(svc, started) }
  },
  'a grant of a release that is hidden': async ({ svc, nova, dawn }) => {
    const { grant } = used(svc, await publishedRelease(svc, nova, [dawn.id]))
    const end = () => svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
    return { gives: byGrant(svc, grant), end }
  },
  'a grant that is given back': async ({ svc, nova, dawn }) => {
    const { token, grant } = used(svc, await publishedRelease(svc, nova, [dawn.id]))
    return { gives: byGrant(svc, grant), end: () => giveGrantBack(svc.ctx, token) }
  },
  'a grant of a track that is erased because the law demands it': async ({ svc, nova, ada, dawn }) => {
    const { grant } = used(svc, await publishedRelease(svc, nova, [dawn.id]))
    // The same file of somebody else keeps its bytes on the disk.
    await addReadyTrack(svc.ctx, ada.cassetId, 'Dawn')
    return { gives: byGrant(svc, grant), end: () => eraseForCause(svc.ctx, dawn.id, 'A court has said so.') }
  },
  'a grant of stems that are taken off their track': async ({ svc, nova, dawn }) => {
    const id = await publishedRelease(svc, nova, [dawn.id])
    const { ctx } = svc
    const { sha256 } = await addReadyTrack(ctx, nova.cassetId, 'Stems', { position: 9 })
    const { id: assetId } = ctx.db
      .insert(assets)
      .values({ id: ctx.uuid(), userId: nova.userId, kind: 'stems', name: 'stems.zip', sha256, ...plainFile })
      .returning()
      .get()
    const attach = (stemsAssetId: string | null) =>
      ctx.db.update(tracks).set({ stemsAssetId }).where(eq(tracks.id, dawn.id)).run()
    attach(assetId)
    const { grant } = used(svc, id, { resource: 'stems' })
    expect(isSent(svc, byGrant(svc, grant), dawn.sha256)).toBe(false)
    return { gives: byGrant(svc, grant), end: () => attach(null), sha256 }
  },
}

test.each(Object.keys(ways))('%s is had until then, and not a moment longer', async (name) => {
  const stage = await opened()
  const { svc, dawn, secret } = stage
  const way = await ways[name]?.(stage)
  if (!way) throw new Error('There is no such way.')
  const { gives, end, sha256 = dawn.sha256 } = way
  expect(isSent(svc, gives, sha256)).toBe(true)
  for (const other of [secret.sha256, dawn.hookSha256 ?? '', '']) expect(isSent(svc, gives, other)).toBe(false)
  await end()
  expect(isSent(svc, gives, sha256)).toBe(false)
})

test('nobody else has anything: no stranger, no guest who has not paid, no grant that nobody used, none of a manifest', async () => {
  const { svc, nova, ada, hidden, dawn } = await opened()
  const { ctx } = svc
  const unpaid = await beginAsGuest(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { version } = visibleRelease(ctx, id)
  const granted = { releaseId: id, releaseVersionId: version.id, resource: 'download', licenseId: null } as const
  const unused = new Bun.CryptoHasher('sha256').update(issueGrant(ctx, granted).token).digest('hex')
  const ways: Gives[] = [
    ofViewer(svc, ada, 'nova'),
    ofViewer(svc, hidden, 'nova'),
    ofViewer(svc, hidden, 'hidden'),
    () => guestHolding(ctx, unpaid.orderId).entitlement,
    () => guestHolding(ctx, ctx.uuid()).entitlement,
    byGrant(svc, { tokenHash: unused }),
    byGrant(svc, { tokenHash: '' }),
    byGrant(svc, used(svc, id, { resource: 'stems' }).grant),
  ]
  expect(ways.map((gives) => isSent(svc, gives, dawn.sha256))).toEqual(ways.map(() => false))
  expect(isSent(svc, ofViewer(svc, nova, 'nova'), dawn.sha256)).toBe(true)
})

test('an export has the masters that its owner uploaded, also on a casset of others, and none of anybody else', async () => {
  const { svc, nova, ada, dawn } = await opened()
  const { id, trackId } = await makeCoCasset(svc, nova, 'pair', [ada])
  const song = await addReadyTrack(svc.ctx, id, 'Song of Ada', { contributorId: ada.artistId, position: 2 })
  const ids = [dawn.id, trackId, song.id]
  const uploaded = (who: Person) => () => entitlementToUploads(svc.ctx, who, ids)
  expect(isSent(svc, uploaded(nova), dawn.sha256)).toBe(true)
  expect(isSent(svc, uploaded(ada), song.sha256)).toBe(true)
  expect([isSent(svc, uploaded(nova), song.sha256), isSent(svc, uploaded(ada), dawn.sha256)]).toEqual([false, false])
})

test('a zip with one master too many is neither sent nor made, and the log says by what it was asked for', async () => {
  const { svc, nova, ada } = await opened()
  const { ctx } = svc
  const theirs = ofViewer(svc, ada, 'ada')()
  if (!theirs) throw new Error('Nobody has their own casset.')
  const plan = planPack(ctx, worldOf(svc, 'nova'), 'original', { since: null })
  const build = () => ctx.jobs.add(buildPackJob, { cassetId: nova.cassetId, format: 'original', since: null })
  const sent = awaitPack(ctx, AbortSignal.timeout(waitLimitMs), () => {
    return { entitlement: theirs, plan, job: buildPackJob, key: 'one too many', build }
  })
  expect(await sent.catch(({ message }) => message)).toBe('This file cannot be sent.')
  expect(ctx.db.$client.query("SELECT * FROM jobs WHERE kind = 'build-pack'").all()).toEqual([])
  const logged = svc.logged.findLast((line) => line.includes('a file was asked for that is not theirs'))
  expect(JSON.parse(logged ?? '{}')).toMatchObject({ by: 'owner', holder: ada.userId })
})

test('a license that ends while its zip is made ends the download', async () => {
  const { svc, nova, dawn, kettle } = await opened()
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  const { grant } = used(svc, id)
  const sent = openFiles(svc.ctx, grant, 'download', AbortSignal.timeout(waitLimitMs))
  svc.ctx.db.$client.run("UPDATE access_grants SET license_id = 'ended' WHERE token_hash = ?", [grant.tokenHash])
  expect(await sent.catch(({ code }) => code)).toBe('FORBIDDEN')
})
