import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { revisionOf } from '../../db/revision.ts'
import { users } from '../../db/schema/account/account.ts'
import { appKeys } from '../../db/schema/account/session.ts'
import { streamPasses } from '../../db/schema/casset/access.ts'
import { dayMs } from '../../src/lib/time/calendar.ts'
import { setMaintenance } from '../../src/platform/http/site/maintenance.ts'
import { makeList } from '../support/casset/playlist.ts'
import { makeKey, openPlayer, play, queryOf } from '../support/machine/player.ts'
import { openShop, settled } from '../support/shop/checkout.ts'
import { live, offerLevel, startSupporting } from '../support/shop/support.ts'
import { masterBytes } from '../support/world.ts'

const md5 = (text: string) => new Bun.CryptoHasher('md5').update(text).digest('hex')

test('older players prove the key as a password, by its hash with a salt; what is wrong has its code', async () => {
  const { svc, key, keyId, ada } = await openPlayer()
  await using _ = svc
  const asked = (parameters: Record<string, string>) => play(svc, '', 'ping', parameters)
  const salted = { u: 'Ada', s: 'c19b2d', t: md5(`${key}c19b2d`) }
  for (const way of [salted, { u: 'ada', p: key }, { u: 'ada', p: `enc:${Buffer.from(key).toString('hex')}` }]) {
    expect((await asked(way)).body.status).toBe('ok')
  }
  const stored = JSON.stringify(svc.ctx.db.select().from(appKeys).all())
  expect(stored).not.toContain(key.slice(9))
  const refused: [Record<string, string>, number][] = [
    [{}, 10],
    [{ u: 'ada' }, 10],
    [{ u: 'ada', t: salted.t }, 10],
    [{ u: 'nova', s: salted.s, t: salted.t }, 40],
    [{ u: 'ada', s: 'other', t: salted.t }, 40],
    [{ u: 'ada', p: 'svc_session' }, 40],
    [{ u: 'nobody', p: key }, 40],
    [{ apiKey: `${key}a` }, 44],
    [{ apiKey: key.slice(0, -1) }, 44],
    [{ apiKey: 'x' }, 44],
    [{ apiKey: key, u: 'ada' }, 43],
  ]
  for (const [parameters, code] of refused)
    expect([parameters, (await asked(parameters)).error]).toEqual([parameters, code])
  // A form is as good as an address, and neither a session nor a page of another site is needed.
  const form = await svc.fetch('/rest/ping.view', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://player.example' },
    body: queryOf({ apiKey: key, f: 'json' }),
  })
  expect([form.status, form.headers.get('access-control-allow-origin'), await form.text()]).toEqual([
    200,
    '*',
    expect.stringContaining('"status":"ok"'),
  ])
  const removed = await svc.call('DELETE', `/api/auth/app-keys/${keyId}`, { cookie: ada.cookie })
  expect([removed.status, (await asked({ apiKey: key })).error, (await asked(salted)).error]).toEqual([204, 44, 40])
})

test('an address that guesses keys waits, and a method that nobody has is an error of the protocol', async () => {
  const { svc, key, call } = await openPlayer()
  await using _ = svc
  expect([(await call('startScan')).error, (await call('x'.repeat(3_000))).error]).toEqual([0, 0])
  const statuses: number[] = []
  for (let count = 0; count < 32; count += 1) statuses.push((await play(svc, `${key}x`, 'ping')).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('a new password, signing out everywhere and deletion end the keys of an account', async () => {
  const { svc, ada, key } = await openPlayer()
  await using _ = svc
  expect((await play(svc, key, 'ping')).body.status).toBe('ok')
  const { status } = await svc.call('DELETE', '/api/auth/sessions', { cookie: ada.cookie })
  expect([status, (await play(svc, key, 'ping')).error]).toEqual([204, 44])
})

test('a supporter hears in a player what their level lets them hear, saves none of it, and loses it at its end', async () => {
  const { svc, nova, ada, hidden, dawn } = await openShop({ clock: 'stands' })
  await using _ = svc
  const { key } = await makeKey(svc, ada)
  const levelId = await offerLevel(svc, nova, { hasTapes: false })
  const names = async () =>
    (await play(svc, key, 'getAlbumList2', { type: 'newest' })).body.albumList2.album.map((each: object) =>
      Reflect.get(each, 'name'),
    )
  expect(await names()).toEqual([])
  const { supportId } = await startSupporting(svc, ada, { levelId })
  expect(await names()).toEqual(['First Light'])
  expect(hidden.cassetId).not.toBe(nova.cassetId)
  const heard = await svc.fetch(`/rest/stream?${queryOf({ apiKey: key, id: dawn.id })}`)
  expect(Buffer.from(await heard.arrayBuffer()).equals(masterBytes('Dawn'))).toBe(true)
  expect((await play(svc, key, 'download', { id: dawn.id })).error).toBe(70)
  await svc.call('DELETE', `/api/supports/${supportId}`, { cookie: ada.cookie })
  await live(svc, 40 * dayMs)
  expect(await names()).toEqual([])
  expect((await play(svc, key, 'stream', { id: dawn.id })).error).toBe(70)
})

test('the tapes of a supporter leave a player at their end, also where nothing was written since', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  const { key } = await makeKey(svc, ada)
  const until = svc.ctx.now() + 1_000
  svc.ctx.db
    .insert(streamPasses)
    .values({ userId: ada.userId, artistId: nova.artistId, mode: svc.ctx.config.paymentMode, until })
    .run()
  const found = async () => (await play(svc, key, 'search3', { query: '' })).body.searchResult3.album.length
  // Jobs that are due have run.
  svc.tick(999)
  await settled(svc)
  const revision = revisionOf(svc.ctx.db)
  await found()
  const before = revision()
  expect(await found()).toBe(1)
  svc.tick(1)
  expect([await found(), revision()]).toEqual([0, before])
})

test('an account that is suspended goes on hearing and writes nothing, nor does anybody while the site is closed', async () => {
  const { svc, ada, dawn, call } = await openPlayer()
  await using _ = svc
  const list = await makeList(svc, ada, 'Evening', [dawn.id])
  const suspend = (suspended: 'terms' | null) =>
    svc.ctx.db.update(users).set({ suspended }).where(eq(users.id, ada.userId)).run()
  suspend('terms')
  expect((await call('createPlaylist', { name: 'x', songId: dawn.id })).body.error).toMatchObject({
    code: 0,
    message: expect.stringContaining('suspended'),
  })
  expect((await call('updatePlaylist', { playlistId: list, name: 'y' })).error).toBe(0)
  expect((await call('scrobble', { id: dawn.id })).body.status).toBe('ok')
  expect((await call('getSong', { id: dawn.id })).body.status).toBe('ok')
  suspend(null)
  setMaintenance(svc.ctx, { since: svc.ctx.now(), text: '' })
  for (const [method, parameters] of [
    ['createPlaylist', { name: 'x' }],
    ['deletePlaylist', { id: list }],
    ['scrobble', { id: dawn.id }],
  ] as const) {
    expect([method, (await call(method, parameters)).error]).toEqual([method, 0])
  }
  expect((await call('getPlaylists')).body.playlists.playlist).toMatchObject([{ name: 'Evening' }])
})
