import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { rowsOf } from '../../support/account/account.ts'
import { until } from '../../support/casset/upload.ts'
import { addSubmittedClip } from '../../support/drop/clip.ts'
import { addDrop } from '../../support/drop/drop-row.ts'
import { addSale } from '../../support/earnings/sale.ts'
import { giveBack, statusOf, takeDown, takenDown, withOwner } from '../../support/operate/decision.ts'
import { publishedRelease } from '../../support/release/release.ts'
import { makeCoCasset } from '../../support/room/co-casset.ts'
import { addComment, listen } from '../../support/room/room.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

/** Gives a casset of somebody's to somebody, as a sale does. */
function collect(svc: TestServer, buyer: Person, artist: Person): void {
  const { id: orderId, mode } = addSale(svc, buyer, artist)
  const held = { id: svc.ctx.uuid(), userId: buyer.userId, cassetId: artist.cassetId, orderId, mode }
  svc.ctx.db
    .insert(purchases)
    .values({ ...held, status: 'PAID', purchasedAt: svc.ctx.now() })
    .run()
}

const answersTo = (svc: TestServer, paths: readonly string[], person?: Person) =>
  Promise.all(paths.map(async (path) => [path, await statusOf(svc, path, person)] as const))

test('a page that is taken down is behind no door, its buyers keep it, and giving it back opens all of them again', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, dawn } = await withOwner(svc)
  const releaseId = await publishedRelease(svc, nova, [dawn.id])
  const clip = addSubmittedClip(svc, ada, dawn)
  svc.ctx.db.$client.run("UPDATE submissions SET status = 'ACCEPTED'")
  const dropId = addDrop(svc, nova, dawn)
  addComment(svc, nova, nova, 'Welcome')
  collect(svc, ada, nova)
  const doors = [
    '/@nova',
    '/@nova/sideb',
    '/@nova/embed',
    '/@nova/jcard',
    '/@nova/feed.xml',
    '/@nova/canimus.json',
    '/@nova/license.xml',
    `/@nova/releases/${releaseId}`,
    `/drops/${dropId}`,
    '/share/casset/nova.png',
    `/share/drop/${dropId}.png`,
    `/oembed?url=${svc.ctx.site.origin}/@nova`,
    '/checkout/nova',
    '/checkout/nova/tip',
    '/api/casset/nova/media',
    '/api/casset/nova/listeners',
    `/api/audio/${dawn.id}`,
    `/api/audio/${dawn.id}/hook`,
    `/api/audio/waveform/${dawn.id}`,
    `/api/tracks/${dawn.id}/lyrics`,
    `/api/hooks/${dawn.hookId}/comments`,
    `/api/hooks/${dawn.hookId}/submissions`,
    `/api/hooks/clips/${clip.assetId}`,
    `/api/campaign/${dropId}`,
    `/api/releases/${releaseId}/dossier`,
    `/api/agents/releases/${releaseId}/manifest`,
    `/api/agents/releases/${releaseId}/dna`,
    `/api/agents/releases/${releaseId}/provenance`,
    `/api/agents/releases/${releaseId}/lineage`,
    `/releases/${releaseId}/license.xml`,
    `/tracks/${dawn.id}/license.xml`,
    '/api/v1/artists/nova',
    '/api/v1/artists/nova/catalog',
  ]
  const lists = [
    '/',
    '/search?q=first',
    '/search?q=nov&type=artists',
    '/search?q=dawn&type=tracks',
    '/api/cassets/recent?limit=25',
    '/api/campaigns',
    '/drops',
    '/api/agents/releases',
    '/sitemap.xml',
    '/sitemap/1.xml',
    '/llms.txt',
  ]
  const telling = async () => {
    const texts = await Promise.all(lists.map(async (path) => [path, await (await svc.fetch(path)).text()] as const))
    return texts.filter(([, text]) => /First Light|@nova|"nova"|Make it move/.test(text)).map(([path]) => path)
  }
  const open = await answersTo(svc, doors, draft)
  expect(open.filter(([, status]) => status >= 400)).toEqual([])
  const told = await telling()
  expect(told).toEqual(expect.arrayContaining(['/', '/api/cassets/recent?limit=25', '/api/campaigns']))
  await using guest = await listen(svc)
  const id = await takenDown(svc, owner, { kind: 'page', id: nova.cassetId })
  while (await guest.next());
  expect((await answersTo(svc, doors, draft)).filter(([, status]) => status !== 404)).toEqual([])
  expect(await telling()).toEqual([])
  // Its maker sees it and the reasons, and cannot show it again.
  expect(await statusOf(svc, '/@nova', nova)).toBe(200)
  const patch = { cookie: nova.cookie, body: { published: true } }
  const again = await svc.call('PATCH', `/api/studio/casset/${nova.cassetId}`, patch)
  expect([again.status, again.json]).toMatchObject([409, { error: 'This was taken down by the site.' }])
  expect(await (await svc.fetch(`/account/decisions/${id}`, { headers: { cookie: nova.cookie } })).text()).toContain(
    'Terms, 4: be kind',
  )
  for (const stranger of [ada, owner]) expect(await statusOf(svc, `/account/decisions/${id}`, stranger)).toBe(404)
  // Its buyers hear all of it, and nothing of it is sold, not even to them.
  const heard = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: ada.cookie })
  expect(JSON.stringify(heard.json)).toContain('token=f.')
  const gift = { cassetSlug: 'nova', email: 'eve@example.com', amount: 700 }
  const given = await svc.call('POST', '/api/checkout/gift', { cookie: ada.cookie, body: gift })
  expect(given.status).toBeGreaterThanOrEqual(400)
  const tip = await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } })
  expect([tip.status, tip.json]).toMatchObject([409, { error: 'This was taken down, so nothing of it is sold.' }])
  expect((await giveBack(svc, owner, id)).status).toBe(200)
  expect(await answersTo(svc, doors, draft)).toEqual(open)
  expect(await telling()).toEqual(told)
})

test('a page that a law took down is lost to its buyers and guests too, but not to its maker', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, dawn } = await withOwner(svc)
  collect(svc, ada, nova)
  const doors = [
    '/@nova',
    '/@nova/sideb',
    '/api/casset/nova/media',
    `/api/audio/${dawn.id}`,
    '/api/casset/nova/download',
  ]
  const before = await answersTo(svc, doors, ada)
  expect(before.filter(([, status]) => status >= 400)).toEqual([])
  await (await svc.fetch('/api/casset/nova/download', { headers: { cookie: ada.cookie } })).bytes()
  const packed = () => readdirSync(svc.ctx.blobs.made('.')).filter((name) => name.startsWith(nova.cassetId))
  await until(
    () => packed().length,
    (length) => length > 0,
  )
  const { status, json } = await takeDown(svc, owner, { kind: 'page', id: nova.cassetId, ground: 'law' })
  expect([status, json]).toMatchObject([
    201,
    { decision: { ground: 'law', foundBy: 'site', maker: { handle: 'nova' } } },
  ])
  expect((await answersTo(svc, doors, ada)).filter(([, status]) => status !== 404)).toEqual([])
  await svc.ctx.jobs.idle()
  expect(packed()).toEqual([])
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(mine.json).toMatchObject({ purchases: [{ entitles: false }] })
  const library = await (await svc.fetch('/library', { headers: { cookie: ada.cookie } })).text()
  expect(library).toContain('Taken down because of a law')
  expect(library).not.toContain('/api/casset/nova/download')
  const own = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie })
  expect(JSON.stringify(own.json)).toContain('token=f.')
})

test('a track that is taken down is gone with its copies, and back where it was', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, dawn, kettle } = await withOwner(svc)
  await makeCoCasset(svc, nova, 'duo', [ada], { accepting: [ada] })
  const shared = await svc.call('POST', '/api/co-cassets/duo/tracks', {
    cookie: nova.cookie,
    body: { trackId: kettle.id },
  })
  const copyId = String(Object(Object(shared.json).track).id)
  const releaseId = await publishedRelease(svc, nova, [kettle.id])
  collect(svc, ada, nova)
  const doors = [
    `/api/audio/${kettle.id}`,
    `/api/audio/${kettle.id}/hook`,
    `/api/audio/waveform/${kettle.id}`,
    `/api/hooks/${kettle.hookId}/comments`,
    `/tracks/${kettle.id}/license.xml`,
  ]
  const open = await answersTo(svc, doors, draft)
  expect(open.filter(([, status]) => status >= 400)).toEqual([])
  const telling = async () => {
    const paths = ['/@nova', '/api/casset/nova/media', '/api/v1/artists/nova/catalog', '/@nova/feed.xml']
    const texts = await Promise.all(paths.map(async (path) => [path, await (await svc.fetch(path)).text()] as const))
    return texts.filter(([, text]) => text.includes('Kettle')).map(([path]) => path)
  }
  const told = await telling()
  expect(told).toContain('/api/v1/artists/nova/catalog')
  const id = await takenDown(svc, owner, { kind: 'track', id: kettle.id, ground: 'law' })
  expect((await answersTo(svc, doors, draft)).filter(([, status]) => status !== 404)).toEqual([])
  expect(await telling()).toEqual([])
  // Its buyer and the other members lost it, and its maker hears it.
  expect(await statusOf(svc, `/api/audio/${kettle.id}`, ada)).toBe(404)
  expect(await statusOf(svc, `/api/audio/${copyId}`, ada)).toBe(404)
  expect(await statusOf(svc, `/api/audio/${kettle.id}`, nova)).toBe(200)
  expect(await statusOf(svc, `/api/audio/${dawn.id}`, ada)).toBe(200)
  const show = { cookie: nova.cookie, body: { active: true } }
  expect((await svc.call('PATCH', `/api/studio/tracks/${kettle.id}`, show)).status).toBe(409)
  // A release names the track, but neither its page nor programs get its file.
  const dossier = await svc.call('GET', `/api/releases/${releaseId}/dossier`)
  expect(dossier.text).not.toContain(`/api/audio/${kettle.id}`)
  expect((await giveBack(svc, owner, id)).status).toBe(200)
  expect(await answersTo(svc, doors, draft)).toEqual(open)
  expect(await telling()).toEqual(told)
  // Given back after its maker has deleted it, it stays away.
  const second = await takenDown(svc, owner, { kind: 'track', id: kettle.id })
  expect((await svc.call('DELETE', `/api/studio/tracks/${kettle.id}`, { cookie: nova.cookie })).status).toBe(204)
  const whileDeleted = rowsOf(svc, 'tracks').filter((row) => Object(row).id === kettle.id)
  expect((await giveBack(svc, owner, second)).status).toBe(200)
  expect(whileDeleted).toMatchObject([{ active: 0 }])
  expect(rowsOf(svc, 'tracks').filter((row) => Object(row).id === kettle.id)).toMatchObject([{ active: 0 }])
  expect((await answersTo(svc, doors, draft)).filter(([, status]) => status !== 404)).toEqual([])
})
