import { expect, test } from 'bun:test'
import { makeCoCasset, postTogether } from '../../support/room/co-casset.ts'
import type { TestServer } from '../../support/server.ts'
import { shareNames } from '../../support/shared.ts'
import { hookBytes, masterBytes, world } from '../../support/world.ts'

const shared = shareNames()

type Person = { cookie: string }

async function stage() {
  const svc = await shared()
  const { nova, ada, dawn, kettle } = await world(svc)
  const change = (path: string, body: object, { cookie }: Person = nova) => svc.call('PATCH', path, { cookie, body })
  const open = (wholeForAll: boolean, id = dawn.id) => change(`/api/studio/tracks/${id}`, { wholeForAll })
  const openAll = (wholeForAll: boolean, id = nova.cassetId) => change(`/api/studio/casset/${id}`, { wholeForAll })
  return { svc, nova, ada, dawn, kettle, change, open, openAll }
}

/** The start of the bytes that somebody is sent by each way to hear a track. */
async function heardBy(svc: TestServer, id: string, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie }
  const read = async (path: string, more: Record<string, string> = {}) => {
    const response = await svc.fetch(path, { headers: { ...headers, ...more } })
    const text = await response.text()
    return response.ok ? text : response.status
  }
  const signed = await svc.call('GET', `/api/audio/${id}`, cookie === undefined ? {} : { cookie })
  const { url, access } = Object(signed.json)
  return {
    access: access ?? signed.status,
    signed: url === undefined ? signed.status : await read(url),
    range: await read(`/api/audio/${id}`, { range: 'bytes=0-' }),
    whole: await read(`/api/audio/${id}/whole`),
    hook: await read(`/api/audio/${id}/hook`),
  }
}

const hookOf = (title: string) => String(hookBytes(title))
const hooked = (title: string) => {
  const hook = hookOf(title)
  return { access: 'hook', signed: hook, range: hook, whole: 404, hook }
}
const opened = (title: string) => {
  const master = String(masterBytes(title))
  return { access: 'full', signed: master, range: master, whole: master, hook: hookOf(title) }
}
const absent = { access: 404, signed: 404, range: 404, whole: 404, hook: 404 }

test('a track is whole for everybody once its artist says so, and for nobody from the moment it ends', async () => {
  const { svc, ada, dawn, kettle, open } = await stage()
  for (const cookie of [undefined, ada.cookie]) expect(await heardBy(svc, dawn.id, cookie)).toEqual(hooked('Dawn'))
  expect((await open(true)).status).toBe(200)
  for (const cookie of [undefined, ada.cookie]) expect(await heardBy(svc, dawn.id, cookie)).toEqual(opened('Dawn'))
  expect(await heardBy(svc, kettle.id)).toEqual(hooked('Kettle'))
  const media = Object((await svc.call('GET', '/api/casset/nova/media')).json)
  expect(media.tracks.map(({ title, wholeForAll }: Record<string, unknown>) => [title, wholeForAll])).toEqual([
    ['Dawn', true],
    ['Kettle', undefined],
  ])
  expect(media.viewer.entitled).toBe(false)

  // To hear it is all that it gives.
  const token = await svc.call('POST', '/api/audio/token', { cookie: ada.cookie, body: { trackId: dawn.id } })
  const before = [(await svc.call('GET', `/api/audio/${dawn.id}`)).json, token.json]
  for (const cookie of [undefined, ada.cookie]) {
    const got = await svc.call('GET', '/api/casset/nova/download', cookie === undefined ? {} : { cookie })
    expect([401, 403, 404]).toContain(got.status)
    expect(got.text).not.toContain('MASTER')
  }
  await open(false)
  for (const cookie of [undefined, ada.cookie]) expect(await heardBy(svc, dawn.id, cookie)).toEqual(hooked('Dawn'))
  for (const { url } of before.map(Object)) {
    const late = await svc.fetch(url)
    expect([late.status, (await late.text()).includes('MASTER')]).toEqual([403, false])
  }
})

test('feeds, page and payload say what everybody hears, and a playlist plays it whole', async () => {
  const { svc, ada, dawn, kettle, openAll } = await stage()
  const page = async () => (await svc.call('GET', '/@nova')).text
  const sounds = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
  const playlist = Object(
    (await svc.call('POST', '/api/playlists', { cookie: ada.cookie, body: { name: 'Mine' } })).json,
  )
  const at = `/api/playlists/${playlist.id}`
  await svc.call('POST', `${at}/tracks`, { cookie: ada.cookie, body: { trackIds: [dawn.id] } })
  const played = async () => (await svc.call('GET', at, { cookie: ada.cookie })).text
  expect(await page()).toContain('Hear up to 30 seconds of each track.')
  expect(await played()).toContain('"access":"hook"')

  expect((await openAll(true)).status).toBe(200)
  const html = await page()
  expect(html).toContain('Hear all of it here.')
  expect(html).not.toContain('30 seconds')
  const wholes = [dawn, kettle].map(({ id }) => `/api/audio/${id}/whole`)
  expect(sounds(html, /<audio[^>]* src="([^"]+)"/g)).toEqual(wholes)
  expect(sounds(html, /<meta property="og:audio" content="([^"]+)"/g)).toEqual([`${svc.ctx.site.origin}${wholes[0]}`])
  const feed = (await svc.call('GET', '/@nova/feed.xml')).text
  expect(sounds(feed, /<enclosure url="([^"]+)"/g).toSorted()).toEqual(
    wholes.map((path) => svc.ctx.site.origin + path).toSorted(),
  )
  expect(feed).not.toContain('The hook of')
  const canimus = (await svc.call('GET', '/@nova/canimus.json')).text
  expect(sounds(canimus, /"label":"(\w+)"/g)).toEqual(['whole', 'whole'])
  expect(await played()).toContain('"access":"full"')
  await openAll(false)
  expect(await page()).toContain('Hear up to 30 seconds of each track.')
  expect(await played()).toContain('"access":"hook"')
})

test('a track that is not open yet, hidden or taken down stays so, whatever its artist opened', async () => {
  const { svc, dawn, kettle, nova, open, openAll } = await stage()
  await openAll(true)
  await open(true)
  const set = (what: string, id: string) => svc.ctx.db.$client.run(`UPDATE tracks SET ${what} WHERE id = ?`, [id])
  set('closed = 1', dawn.id)
  expect(await heardBy(svc, dawn.id)).toEqual(absent)
  expect(await heardBy(svc, kettle.id)).toEqual(opened('Kettle'))
  set('closed = 0, active = 0', dawn.id)
  expect(await heardBy(svc, dawn.id)).toEqual(absent)
  set("active = 1, taken_down = 'law'", dawn.id)
  expect((await heardBy(svc, dawn.id)).whole).toBe(404)
  set('taken_down = NULL', dawn.id)
  const casset = (what: string) => svc.ctx.db.$client.run(`UPDATE cassets SET ${what} WHERE id = ?`, [nova.cassetId])
  casset("privacy = 'private'")
  expect(await heardBy(svc, dawn.id)).toEqual(absent)
  casset("privacy = 'public', published = 0")
  expect(await heardBy(svc, dawn.id)).toEqual(absent)
})

test('of a casset of several artists each opens their own tracks, and a copy is not opened by where it comes from', async () => {
  const { svc, nova, ada, dawn, open, openAll, change } = await stage()
  const duo = await makeCoCasset(svc, nova, 'duo', [ada], { accepting: [ada] })
  await open(true)
  await postTogether(svc, nova, '/duo/tracks', { trackId: dawn.id })
  const { $client } = svc.ctx.db
  $client.run("UPDATE cassets SET published = 1 WHERE slug = 'duo'")
  const copy = Object($client.query('SELECT id FROM tracks WHERE source_id = ?').get(dawn.id))
  expect(await heardBy(svc, copy.id)).toEqual(hooked('Dawn'))
  const { id } = Object($client.query("SELECT id FROM cassets WHERE slug = 'duo'").get())
  expect(duo).toBeDefined()
  expect((await openAll(true, id)).json).toMatchObject({ code: 'BAD_STATE' })
  expect((await change(`/api/studio/tracks/${copy.id}`, { wholeForAll: true }, ada)).status).toBe(403)
  expect((await open(true, copy.id)).status).toBe(200)
  expect(await heardBy(svc, copy.id)).toEqual(opened('Dawn'))
  expect((await change(`/api/studio/tracks/${dawn.id}`, { wholeForAll: 'yes' })).json).toMatchObject({
    code: 'VALIDATION',
    field: 'wholeForAll',
  })
})
