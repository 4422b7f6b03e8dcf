import { expect, test } from 'bun:test'
import { playlists, playlistTracks } from '../../db/schema/casset/playlist.ts'
import { packedFor } from '../support/casset/download.ts'
import { hasFfmpeg, hostFfmpeg } from '../support/casset/media.ts'
import { exportOf } from '../support/operate/export.ts'
import { makeRelease, publishedRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { collect } from '../support/shop/checkout.ts'
import { collectAsGuest, refusalOf } from '../support/shop/guest.ts'
import { inMs, openPreorder, setOpening } from '../support/shop/preorder.ts'
import { type Person, world } from '../support/world.ts'

const hourMs = 3_600_000

/** A drop as its artist describes it. */
const dropOf = (hookId: string, endsAt: string) => ({
  title: 'Move',
  brief: 'A clip.',
  hookId,
  endsAt,
  winners: 1,
  split: [100],
})

test('nothing closed comes home with a buyer before the hour: export, formats, playlists, library', async () => {
  await using shop = await openPreorder({ ffmpeg: hasFfmpeg ? hostFfmpeg : null })
  const { svc, nova, ada, dawn, kettle } = shop
  const listId = svc.ctx.uuid()
  svc.ctx.db.insert(playlists).values({ id: listId, userId: ada.userId, name: 'Evening', createdAt: 1 }).run()
  // Put there before the tape became a preorder.
  const listed = { playlistId: listId, trackId: kettle.id, position: 1, addedAt: 1 }
  svc.ctx.db.insert(playlistTracks).values(listed).run()
  await collect(svc, ada)
  await collectAsGuest(svc)
  const words = ['MASTER of Kettle', kettle.hookId, kettle.sha256]
  const leaks = (text: string | Buffer) => words.filter((word) => text.includes(word))
  const { files } = await exportOf(svc, ada)
  expect([...files].flatMap(([name, bytes]) => leaks(bytes).map((word) => [name, word]))).toEqual([])
  expect(files.get('playlist-tracks.json')?.toString()).not.toContain('Kettle')
  const zips = ['', '?format=original', ...(hasFfmpeg ? ['?format=flac', '?format=mp3', '?format=opus'] : [])]
  for (const query of zips) {
    for (const who of [ada, nova]) {
      const zip = await packedFor(svc, who, `/api/casset/nova/download${query}`)
      const found = [...zip].filter(([name, bytes]) => name.includes('Kettle') || leaks(bytes).length > 0)
      expect([query, who.handle, found.map(([name]) => name)]).toEqual([query, who.handle, []])
    }
  }
  const put = await svc.call('POST', `/api/playlists/${listId}/tracks`, {
    cookie: ada.cookie,
    body: { trackIds: [kettle.id] },
  })
  expect(put.status).toBe(404)
  const list = await svc.call('GET', `/api/playlists/${listId}`, { cookie: ada.cookie })
  expect(Object(list.json).tracks).toEqual([{ id: kettle.id, heard: null }])
  for (const path of [`/library/playlists/${listId}`, '/library', '/api/purchases/tracks', `/api/purchases/mine`]) {
    const { text } = await svc.call('GET', path, { cookie: ada.cookie })
    expect([path, leaks(text), text.includes('Kettle')]).toEqual([path, [], false])
  }
  expect((await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: ada.cookie })).status).toBe(200)
})

test('nobody finds what is closed, and no program reads of it: search, lists, pages of others, agents', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, dawn, kettle } = shop
  await publishedRelease(svc, nova, [dawn.id])
  const both = await makeRelease(svc, nova, [dawn.id, kettle.id], { title: 'Both' })
  const ids = [kettle.id, kettle.hookId, kettle.sha256, String(kettle.hookSha256)]
  const paths = [
    '/',
    '/search?q=kettle&type=tracks',
    '/search?q=kettle',
    '/api/cassets/search?limit=25&q=kettle',
    '/browse',
    '/@nova/tapes',
    '/@nova/sideb',
    '/@nova/clip',
    '/@nova/jcard',
    '/checkout/nova',
    '/@nova/clip/video',
    `/@nova/clip/video?track=${kettle.id}`,
    '/@nova/embed',
    '/api/casset/nova/media',
    '/drops',
    '/api/campaigns',
    '/api/agents/releases',
    `/api/agents/releases/${both}/dna`,
    `/@nova/releases/${both}`,
    '/api/v1/artists/nova/catalog',
    '/.well-known/did.json',
  ]
  for (const cookie of [undefined, ada.cookie, draft.cookie]) {
    for (const path of paths) {
      const { text, status } = await svc.call('GET', path, { cookie })
      const known = ids.filter((id) => text.includes(id) && !path.includes(id))
      expect([path, known, status < 500]).toEqual([path, [], true])
    }
  }
  // The page shows only the title, and no search finds it as a track.
  expect((await svc.call('GET', '/search?q=kettle&type=tracks')).text).toContain('Nothing found for')
})

test('not even its artist brings what is closed before others: room, drops, co-cassets', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn, kettle } = shop
  const made = await svc.call('POST', '/api/co-cassets', {
    cookie: nova.cookie,
    body: { name: 'Together', members: ['ada'] },
  })
  const { slug } = Object(Object(made.json).coCasset)
  const position = { trackId: kettle.id, atSec: 1, isPlaying: true }
  const drop = dropOf(kettle.hookId, inMs(svc, hourMs))
  const asked: [string, object][] = [
    ['/api/casset/nova/position', position],
    ['/api/casset/nova/activity', { type: 'play', trackId: kettle.id }],
    ['/api/casset/nova/activity', { type: 'like', trackId: kettle.id }],
    ['/api/campaigns', drop],
    [`/api/co-cassets/${slug}/tracks`, { trackId: kettle.id }],
  ]
  const post = (who: Person, path: string, body: object) => svc.call('POST', path, { cookie: who.cookie, body })
  for (const [path, body] of asked) {
    const own = refusalOf(await post(nova, path, body))
    expect([path, ...own]).toEqual([path, 409, 'BAD_STATE', 'This track is not open yet.'])
    expect([path, (await post(ada, path, body)).status]).toEqual([path, 404])
  }
  const clip = { hookId: kettle.hookId, clip: { url: 'https://clips.example/a' } }
  expect((await post(ada, '/api/hooks/submissions', clip)).status).toBe(404)
  expect((await post(nova, '/api/casset/nova/position', { ...position, trackId: dawn.id })).status).toBeLessThan(300)
  const room = await svc.call('GET', '/api/casset/nova/comments', { cookie: ada.cookie })
  expect(room.text).not.toContain(kettle.id)
})

test('a track that a drop is about is not closed under those who make clips of it', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const { status, json } = await svc.call('POST', '/api/campaigns', {
    cookie: nova.cookie,
    body: dropOf(dawn.hookId, inMs(svc, hourMs)),
  })
  expect(status).toBe(201)
  const id = String(Object(json).campaign.id)
  const opensAt = inMs(svc, 48 * hourMs)
  // A draft keeps nothing open, and cannot begin then.
  expect((await setOpening(svc, nova, { opensAt })).status).toBe(200)
  const launched = await svc.call('POST', `/api/campaign/${id}/launch`, { cookie: nova.cookie, body: {} })
  expect(refusalOf(launched)[2]).toBe('This track is not open yet.')
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  svc.ctx.db.$client.run("UPDATE campaigns SET state = 'OPEN' WHERE id = ?", [id])
  expect(refusalOf(await setOpening(svc, nova, { opensAt })).slice(0, 2)).toEqual([409, 'BAD_STATE'])
  expect((await setOpening(svc, nova, { opensAt, openTrackIds: [dawn.id] })).status).toBe(200)
  expect(refusalOf(await setOpening(svc, nova, { openTrackIds: [] })).slice(0, 2)).toEqual([409, 'BAD_STATE'])
})
