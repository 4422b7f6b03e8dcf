import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { TagLib } from 'taglib-wasm'
import { tracks } from '../../db/schema/casset/track.ts'
import { creditsOfLines, linesOfCredits } from '../../src/lib/music/credits.ts'
import { downloadPath, packedFor } from '../support/casset/download.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openPreorder } from '../support/shop/preorder.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const creditsOf = ({ ctx }: TestServer, id: string) =>
  ctx.db.select({ credits: tracks.credits }).from(tracks).where(eq(tracks.id, id)).get()?.credits

const change = (svc: TestServer, { cookie }: Person, id: string, credits: unknown) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body: { credits } })

test('the tags of MP3, FLAC and M4A name the same people, who are offered, taken, and go out with a download', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const taglib = await TagLib.initialize()
  const said = {
    composer: ['Ada Reed'],
    lyricist: ['Ada \u202eReed'],
    WRITER: ['Ada Reed'],
    producer: ['Tom Hale'],
    label: ['Sill Records'],
    copyright: ['2019 Nova'],
  }
  const files: [string, Record<string, string[]>][] = [
    ['mp3-no-tag.mp3', { 'PERFORMER:BASS': ['Tom Hale'] }],
    ['flac-16.flac', { PERFORMER: ['Tom Hale (bass: )', ' '] }],
    ['m4a-plain.m4a', { PERFORMER: ['Tom Hale (bass)'] }],
  ]
  for (const [name, performers] of files) {
    using file = await taglib.open(await fixture(name))
    file.setProperties({ title: [name], ...said, ...performers })
    file.save()
    expect((await uploadTrack(svc, nova, file.getFileBuffer(), name)).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  const rows = () => svc.ctx.db.select().from(tracks).orderBy(tracks.position).all()
  expect(rows().map(({ credits }) => credits)).toEqual([null, null, null])
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({ credits: 3 })
  const mine = [{ role: 'Kazoo', name: 'Nova' }]
  expect((await change(svc, nova, rows()[2]?.id ?? '', mine)).status).toBe(200)
  expect((await svc.call('POST', path, { cookie: nova.cookie })).status).toBe(204)
  const named = [
    { role: 'writer', name: 'Ada Reed' },
    { role: 'composer', name: 'Ada Reed' },
    { role: 'lyricist', name: 'Ada Reed' },
    { role: 'bass', name: 'Tom Hale' },
    { role: 'producer', name: 'Tom Hale' },
    { role: 'label', name: 'Sill Records' },
    { role: 'copyright', name: '2019 Nova' },
  ]
  expect(rows().map(({ credits }) => credits)).toEqual([named, named, mine])
  expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({ credits: 0 })
  const zip = await packedFor(svc, nova, downloadPath('nova'))
  for (const [name, bytes] of zip) {
    if (!/\.(?:mp3|flac|m4a)$/.test(name)) continue
    using file = await taglib.open(bytes)
    const found: Record<string, readonly string[] | undefined> = file.properties()
    const { composer, WRITER: writer, PERFORMER: performer, label } = found
    expect([name, composer, writer, performer, label]).toEqual(
      name.endsWith('.m4a')
        ? [name, undefined, undefined, ['Nova (Kazoo)'], undefined]
        : [name, ['Ada Reed'], ['Ada Reed'], ['Tom Hale (bass)'], ['Sill Records']],
    )
  }
})

test('an artist names up to thirty, on a line each; others’ tracks and lines without a word are refused', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn } = await world(svc)
  const kept = [
    { role: 'Bass', name: '<b>Tom</b>' },
    { role: 'composer', name: 'Ada' },
  ]
  const given = [{ role: ' Bass\n', name: '<b>Tom</b>' }, ...kept]
  expect((await change(svc, nova, dawn.id, given)).status).toBe(200)
  expect(creditsOf(svc, dawn.id)).toEqual(kept)
  const refused: unknown[] = [
    [{ role: ' ', name: 'Ada' }],
    [{ role: 'Bass', name: '\u200b' }],
    [{ role: 'x'.repeat(61), name: 'Ada' }],
    [{ role: 'Bass', name: 'Ada', share: 1 }],
    Array.from({ length: 31 }, (_, n) => ({ role: 'Bass', name: `${n}` })),
    'Bass: Ada',
  ]
  for (const credits of refused) {
    expect([credits, (await change(svc, nova, dawn.id, credits)).status]).toEqual([credits, 400])
  }
  expect((await change(svc, ada, dawn.id, [])).status).toBe(403)
  // Lines are edited as "role: name", so that a role with a colon would be another one there.
  const withColon = [{ role: 'Guitar: lead', name: 'Ada: Reed' }]
  const asLine = [{ role: 'Guitar lead', name: 'Ada: Reed' }]
  expect((await change(svc, nova, dawn.id, withColon)).status).toBe(200)
  expect(creditsOf(svc, dawn.id)).toEqual(asLine)
  expect(creditsOfLines(linesOfCredits(asLine)).credits).toEqual(asLine)
  expect((await change(svc, nova, dawn.id, [{ role: ' : ', name: 'Ada' }])).status).toBe(400)
  expect((await change(svc, nova, dawn.id, kept)).status).toBe(200)
  expect(creditsOf(svc, dawn.id)).toEqual(kept)

  const v1 = (await svc.call('GET', '/api/v1/artists/nova/catalog')).text
  expect(v1).not.toContain('composer')
  const page = (await svc.call('GET', '/@nova')).text
  expect(page).toContain('Composer</bdi> <b><bdi>Ada</bdi></b>')
  expect(page).toContain('&lt;b>Tom&lt;/b>')
  const media = Object((await svc.call('GET', '/api/casset/nova/media')).json)
  expect(media.tracks.map((track: object) => Object(track).credits)).toContainEqual(kept)
  expect((await change(svc, nova, dawn.id, [])).status).toBe(200)
  expect(creditsOf(svc, dawn.id)).toBeNull()
  const bare = await svc.call('GET', '/api/casset/nova/media')
  expect(bare.text).not.toContain('credits')
  expect((await svc.call('GET', '/@nova')).text).not.toContain('id="credits"')
})

test('people of a track that nobody hears yet, or that is switched off, are told to nobody but its artist', async () => {
  await using shop = await openPreorder()
  const { svc, nova, kettle } = shop
  const off = await addReadyTrack(svc.ctx, nova.cassetId, 'Off', { active: false, inactiveAt: 1 })
  for (const id of [kettle.id, off.id]) await change(svc, nova, id, [{ role: 'Bass', name: 'Secret Guest' }])
  for (const path of ['/@nova', '/api/casset/nova/media', '/search?q=secret&type=tracks', '/@nova/feed.xml']) {
    expect([path, (await svc.call('GET', path)).text.includes('Secret Guest')]).toEqual([path, false])
  }
  const own = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(own.text).toContain('Secret Guest')
})
