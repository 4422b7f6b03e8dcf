import { expect, test } from 'bun:test'
import Ajv from 'ajv'
import { eq } from 'drizzle-orm'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { cassets } from '../../db/schema/casset/casset.ts'
import { playDays } from '../../db/schema/casset/play.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import answers from '../fixtures/opensubsonic/answers.json'
import { makeList } from '../support/casset/playlist.ts'
import { addTape } from '../support/casset/tape.ts'
import { makeKey, openPlayer, play, queryOf } from '../support/machine/player.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'
import { square, uploadPicture } from '../support/shop/emoji.ts'
import { addReadyTrack, masterBytes } from '../support/world.ts'

test('an app key opens the library: what its person has, and nothing else of the site', async () => {
  const { svc, nova, draft, dawn, kettle, key, call } = await openPlayer()
  await using _ = svc
  const tide = addTape(svc, nova, 'tide')
  const ebb = await addReadyTrack(svc.ctx, tide, 'Ebb')
  expect((await call('ping')).body).toEqual({
    status: 'ok',
    version: '1.16.1',
    type: 'tapedeck',
    serverVersion: expect.any(String),
    openSubsonic: true,
  })
  const { albumList2 } = (await call('getAlbumList2', { type: 'newest' })).body
  expect(albumList2.album).toMatchObject([
    { id: nova.cassetId, name: 'First Light', artist: 'Nova', songCount: 2, duration: 242, year: 2024, genre: 'folk' },
  ])
  const { album } = (await call('getAlbum', { id: nova.cassetId })).body
  expect(album.song).toMatchObject([
    { id: dawn.id, title: 'Dawn', artist: 'Nova', track: 1, suffix: 'mp3', contentType: 'audio/mpeg', duration: 181 },
    { id: kettle.id, title: 'Kettle', track: 2 },
  ])
  // Of another tape of the same artist, which everybody sees, a player learns nothing.
  for (const [method, id] of [
    ['getAlbum', tide],
    ['getSong', ebb.id],
    ['stream', ebb.id],
    ['download', ebb.id],
    ['getCoverArt', tide],
    ['getLyricsBySongId', ebb.id],
    ['getArtist', draft.artistId],
    ['getAlbum', 'nothing'],
  ] as const) {
    const { status, error, body } = await call(method, { id })
    expect([method, status, error, body.error?.message]).toEqual([
      method,
      200,
      70,
      'There is nothing like that in this library.',
    ])
  }
  const all = JSON.stringify([(await call('search3', { query: '' })).body, (await call('getArtists')).body])
  expect(all).not.toMatch(/Ebb|tide|Secret|hidden/i)
  // The key is no session.
  for (const path of ['/api/auth/app-keys', '/library', '/api/studio/plays']) {
    const { status } = await svc.call('GET', `${path}?apiKey=${key}`)
    expect([path, [302, 303, 401].includes(status)]).toEqual([path, true])
  }
})

test('a player hears all of a track in ranges, and never its hook', async () => {
  const { svc, ada, dawn, kettle, key, bought, call } = await openPlayer()
  await using _ = svc
  const whole = await svc.fetch(`/rest/stream?${queryOf({ apiKey: key, id: dawn.id })}`)
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
    200,
    'audio/mpeg',
    'private, no-store',
  ])
  expect(Buffer.from(await whole.arrayBuffer()).equals(masterBytes('Dawn'))).toBe(true)
  const part = await svc.fetch(`/rest/stream.view?${queryOf({ apiKey: key, id: kettle.id })}`, {
    headers: { range: 'bytes=10-19' },
  })
  expect([part.status, await part.text()]).toEqual([206, masterBytes('Kettle').subarray(10, 20).toString()])
  // Money back takes the music away at once.
  await shopOf(svc).stripe.refunds.create({ payment_intent: bought.paymentIntentId })
  await settled(svc)
  expect((await call('stream', { id: dawn.id })).error).toBe(70)
  expect((await call('getAlbumList2', { type: 'newest' })).body.albumList2.album).toEqual([])
  // Their library does not have a tape because everybody hears it whole.
  svc.ctx.db.update(cassets).set({ wholeForAll: true }).run()
  expect((await svc.call('GET', `/api/audio/${dawn.id}`)).json).toMatchObject({ access: 'full' })
  expect((await call('stream', { id: dawn.id })).error).toBe(70)
  expect(ada.handle).toBe('ada')
})

test('every answer fits the published schema, in JSON, and says the same in XML', async () => {
  const { svc, nova, ada, dawn, kettle, key, call } = await openPlayer()
  await using _ = svc
  const playlist = await makeList(svc, ada, 'Evening', [kettle.id, dawn.id])
  const made = (await call('createPlaylist', { name: 'Late', songId: [dawn.id, kettle.id] })).body.playlist.id
  const ajv = new Ajv({ strict: false, allErrors: true })
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
  const calls: Record<string, Record<string, string>> = {
    ping: {},
    getLicense: {},
    tokenInfo: {},
    getUser: { username: 'ada' },
    getMusicFolders: {},
    getScanStatus: {},
    getArtistInfo2: { id: nova.artistId },
    getAlbumInfo2: { id: nova.cassetId },
    getStarred2: {},
    getArtists: {},
    getArtist: { id: nova.artistId },
    getAlbum: { id: nova.cassetId },
    getSong: { id: dawn.id },
    getGenres: {},
    getAlbumList2: { type: 'alphabeticalByName', size: '500' },
    getRandomSongs: {},
    search3: { query: 'kettle' },
    scrobble: { id: dawn.id },
    getLyricsBySongId: { id: dawn.id },
    getPlaylists: {},
    getPlaylist: { id: playlist },
    updatePlaylist: { playlistId: made, songIndexToRemove: '0', name: 'Later' },
    deletePlaylist: { id: made },
    getOpenSubsonicExtensions: {},
  }
  const { methods, $defs } = answers
  for (const [method, schema] of Object.entries(methods)) {
    const parameters =
      calls[method] ?? (method === 'createPlaylist' ? { playlistId: playlist, name: 'Dusk' } : undefined)
    if (!parameters) throw new Error(`${method} is not called.`)
    const xml = await svc.call('GET', `/rest/${method}?${queryOf({ apiKey: key, ...parameters })}`)
    expect([method, xml.headers.get('content-type'), XMLValidator.validate(xml.text)]).toEqual([
      method,
      'text/xml; charset=utf-8',
      true,
    ])
    const { 'subsonic-response': said } = parser.parse(xml.text)
    if (method.startsWith('delete')) continue
    const { json } = await call(method, parameters)
    const validate = ajv.compile({ ...schema, $defs })
    expect([method, validate(json), validate.errors]).toEqual([method, true, null])
    const { 'subsonic-response': told } = Object(json)
    expect([method, Object.keys(said).toSorted()]).toEqual([method, ['xmlns', ...Object.keys(told)].toSorted()])
    expect([method, said.status, told.status]).toEqual([method, 'ok', 'ok'])
  }
  const { lyricsList } = (await call('getLyricsBySongId', { id: dawn.id })).body
  expect(lyricsList.structuredLyrics).toMatchObject([
    {
      synced: true,
      line: [
        { start: 12_500, value: 'Dawn, dawn' },
        { start: 15_000, value: 'Kettle on' },
      ],
    },
  ])
})

test('a play of a player counts once, and a list keeps the tracks that it was told', async () => {
  const { svc, nova, ada, draft, dawn, kettle, call } = await openPlayer()
  await using _ = svc
  await call('scrobble', { id: dawn.id, submission: 'false' })
  await call('scrobble', { id: [dawn.id, kettle.id] })
  const plays = svc.ctx.db.select().from(playDays).all()
  const whole = plays.filter(({ counted }) => counted === 'whole')
  expect(whole.map(({ name, plays: count }) => [name, count]).toSorted()).toEqual(
    [dawn.id, kettle.id].toSorted().map((id) => [id, 1]),
  )
  const { playlist } = (await call('createPlaylist', { name: 'Late', songId: [kettle.id, dawn.id] })).body
  expect(playlist).toMatchObject({
    name: 'Late',
    owner: 'ada',
    songCount: 2,
    entry: [{ id: kettle.id }, { id: dawn.id }],
  })
  await call('updatePlaylist', { playlistId: playlist.id, songIndexToRemove: '0' })
  expect((await call('getPlaylist', { id: playlist.id })).body.playlist.entry).toMatchObject([{ id: dawn.id }])
  expect((await call('updatePlaylist', { playlistId: playlist.id, songIndexToRemove: '7' })).error).toBe(70)
  // A hook is on a list of the site, and not for a player; another's list is as absent as none.
  const hooks = await makeList(svc, draft, 'Hooks', [dawn.id])
  const other = await makeKey(svc, draft)
  expect((await play(svc, other.key, 'getPlaylist', { id: hooks })).body.playlist.songCount).toBe(0)
  expect((await play(svc, other.key, 'createPlaylist', { name: 'x', songId: dawn.id })).error).toBe(70)
  expect((await call('getPlaylist', { id: hooks })).error).toBe(70)
  expect((await call('deletePlaylist', { id: hooks })).error).toBe(70)
  expect([nova.handle, ada.handle]).toEqual(['nova', 'ada'])
})

test('a track says of itself the file that is played, and its cover is there however small it is', async () => {
  const { svc, nova, dawn, kettle, key, call } = await openPlayer()
  await using _ = svc
  // As of a master that players do not play.
  const copy = { playSha256: kettle.sha256, playBytes: kettle.bytes, playFormat: 'flac' }
  svc.ctx.db
    .update(tracks)
    .set({ format: 'aiff', ...copy })
    .where(eq(tracks.id, dawn.id))
    .run()
  const { song } = (await call('getSong', { id: dawn.id })).body
  expect(song).toMatchObject({ suffix: 'flac', contentType: 'audio/flac', size: kettle.bytes })
  const heard = await svc.fetch(`/rest/stream?${queryOf({ apiKey: key, id: dawn.id, format: 'raw' })}`)
  expect([heard.headers.get('content-type'), (await heard.arrayBuffer()).byteLength]).toEqual([
    'audio/flac',
    kettle.bytes,
  ])
  expect((await call('getCoverArt', { id: nova.cassetId })).error).toBe(70)
  const coverAssetId = await uploadPicture(svc, nova, square)
  svc.ctx.db.update(cassets).set({ coverAssetId }).where(eq(cassets.id, nova.cassetId)).run()
  for (const more of [{}, { size: '64' }, { size: '1000' }]) {
    for (const id of [nova.cassetId, dawn.id, nova.artistId]) {
      const picture = await svc.fetch(`/rest/getCoverArt?${queryOf({ apiKey: key, id, ...more })}`)
      expect([more, picture.headers.get('content-type')]).toEqual([more, 'image/webp'])
    }
  }
})
