import { expect, test } from 'bun:test'
import { TagLib } from 'taglib-wasm'
import { addMaster, askDownload, downloadPath, keptPacks, packedFiles } from '../support/casset/download.ts'
import { begin, collect, confirm, openShop, settled } from '../support/money/checkout.ts'
import { collectAsGuest, downloadAsGuest } from '../support/money/guest.ts'
import { sellTracks } from '../support/money/single-track.ts'
import { startServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

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

const filesIn = async (zip: Response) => packedFiles(Buffer.from(await zip.arrayBuffer()))
const namesIn = async (zip: Response) => [...(await filesIn(zip)).keys()].sort()

test('one track of a tape is a download of its own, by its name and number on the tape, and holds nothing else', async () => {
  const { svc, ada, noon, dusk, other, one } = await openRack()
  await using _ = svc
  await collect(svc, ada)
  const answer = await one(ada, dusk.id)
  expect(answer.headers.get('content-disposition')).toContain('Nova - Dusk (original).zip')
  expect(await namesIn(answer)).toEqual(['04 Dusk.flac', 'SHA256SUMS'])
  const tagged = await filesIn(await one(ada, noon.id, 'tagged'))
  expect([...tagged.keys()].sort()).toEqual(['03 Noon.mp3', 'SHA256SUMS'])
  const taglib = await TagLib.initialize()
  using file = await taglib.open(tagged.get('03 Noon.mp3') ?? Buffer.of())
  expect(file.properties()).toMatchObject({ title: ['Noon'], trackNumber: ['3'], totalTracks: ['4'] })
  for (const track of [other.id, 'nothing']) {
    const { status, json } = await svc.call('GET', `/api/casset/nova/download?track=${track}`, { cookie: ada.cookie })
    expect([track, status, Object(json).code]).toEqual([track, 404, 'NOT_FOUND'])
  }
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
