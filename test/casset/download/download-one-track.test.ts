import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { TagLib } from 'taglib-wasm'
import { addMaster, askDownload, downloadPath, keptPacks, packedFiles } from '../../support/casset/download.ts'
import { fixture } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { begin, collect, confirm, openShop, settled } from '../../support/shop/checkout.ts'
import { collectAsGuest, downloadAsGuest } from '../../support/shop/guest.ts'
import { sellTracks } from '../../support/shop/single-track.ts'
import { cast, type Person } from '../../support/world.ts'

/** Nova's casset with two real tracks beside those of the world, and another artist's track. */
async function openRack() {
  const shop = await openShop()
  const { svc, nova, draft } = shop
  const noon = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Noon', position: 8 })
  const dusk = await addMaster(svc.ctx, nova.cassetId, 'flac-16.flac', { title: 'Dusk', position: 9 })
  const other = await addMaster(svc.ctx, draft.cassetId, 'mp3-vbr.mp3', { title: 'Elsewhere' })
  const one = (person: Person, track: string, format = 'original') =>
    askDownload(svc, person, `/api/casset/nova/download?format=${format}&track=${track}`)
  return { ...shop, noon, dusk, other, one }
}

/** The name of a download, its type, and its bytes. */
async function sent(answer: Response) {
  const { status, headers } = answer
  const [, name = ''] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { status, name, type: headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('one track of a tape is its own file, by its name and with its number on the tape, and no other is there', async () => {
  const { svc, ada, noon, dusk, other, one } = await openRack()
  await using _ = svc
  await collect(svc, ada)
  const uploaded = await sent(await one(ada, dusk.id))
  const bytes = Buffer.from(await fixture('flac-16.flac'))
  expect(uploaded).toEqual({ status: 200, name: 'Nova - Dusk (original).flac', type: 'audio/flac', bytes })
  const tagged = await sent(await one(ada, noon.id, 'tagged'))
  expect([tagged.name, tagged.type]).toEqual(['Nova - Noon.mp3', 'audio/mpeg'])
  const taglib = await TagLib.initialize()
  using file = await taglib.open(tagged.bytes)
  expect(file.properties()).toMatchObject({ title: ['Noon'], trackNumber: ['3'], totalTracks: ['4'] })
  for (const track of [other.id, 'nothing']) {
    const { status, json } = await svc.call('GET', `/api/casset/nova/download?track=${track}`, { cookie: ada.cookie })
    expect([track, status, Object(json).code]).toEqual([track, 404, 'NOT_FOUND'])
  }
  const whole = await one(ada, dusk.id)
  const part = await askDownload(svc, ada, `/api/casset/nova/download?format=original&track=${dusk.id}`, {
    range: 'bytes=4-7',
    'if-range': whole.headers.get('etag') ?? '',
  })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(4, 8)])
})

test('a track that was bought alone is a file too, without naming it, and two tracks are a zip', async () => {
  const { svc, nova, ada, noon, dusk } = await openRack()
  await using _ = svc
  sellTracks(svc, nova, 150)
  const buy = async (track: string) => {
    await confirm(svc, ada, await begin(svc, ada, { slug: 'nova', trackIds: [track] }))
    await settled(svc)
  }
  const download = async () => sent(await askDownload(svc, ada, downloadPath('nova', 'tagged')))
  await buy(dusk.id)
  expect((await download()).name).toBe('Nova - Dusk.flac')
  await buy(noon.id)
  const both = await download()
  expect([both.name, [...packedFiles(both.bytes).keys()]]).toEqual([
    'Nova - First Light.zip',
    ['01 Noon.mp3', '02 Dusk.flac', 'SHA256SUMS'],
  ])
})

test('a track whose master was changed on the disk is not handed out as its file', async () => {
  const { svc, ada, dusk, noon, one } = await openRack()
  await using _ = svc
  await collect(svc, ada)
  writeFileSync(svc.ctx.blobs.path(dusk.sha256), 'something else')
  const { status, headers } = await one(ada, dusk.id)
  expect([status, headers.get('content-disposition')]).toEqual([503, null])
  expect(keptPacks(svc)).toEqual([])
  expect((await one(ada, noon.id)).status).toBe(200)
})

test('a holder of a single track, or of none, gets no other by asking for it', async () => {
  const { svc, nova, ada, noon, dusk, draft, one } = await openRack()
  await using _ = svc
  sellTracks(svc, nova, 150)
  const started = await begin(svc, ada, { slug: 'nova', trackIds: [noon.id] })
  await confirm(svc, ada, started)
  await settled(svc)
  expect((await one(ada, noon.id)).status).toBe(200)
  expect((await one(ada, dusk.id)).status).toBe(404)
  expect((await one(draft, noon.id)).status).toBe(403)
  const guest = await collectAsGuest(svc, { trackIds: [dusk.id] })
  expect((await downloadAsGuest(svc, guest.secret, `?track=${dusk.id}`)).status).toBe(200)
  expect((await downloadAsGuest(svc, guest.secret, `?track=${noon.id}`)).status).toBe(404)
})

test('the download of a tape replaces its former one, and leaves those of its tracks where they are', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const { id } = await addMaster(svc.ctx, nova.cassetId, 'flac-16.flac', { title: 'Dusk', position: 1 })
  const whole = downloadPath('nova', 'original')
  for (const path of [`${whole}&track=${id}`, whole]) expect((await askDownload(svc, nova, path)).status).toBe(200)
  const [one] = keptPacks(svc).filter((name) => name.includes(id))
  expect(keptPacks(svc)).toHaveLength(2)
  svc.tick(2 * 3_600_000)
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Noon', position: 2 })
  expect((await askDownload(svc, nova, whole)).status).toBe(200)
  await svc.ctx.jobs.idle()
  expect([keptPacks(svc).length, keptPacks(svc).some((name) => name === one)]).toEqual([2, true])
})
