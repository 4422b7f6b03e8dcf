import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { worldBySlug } from '../../../src/casset/access/visible-casset.ts'
import type { PackFormat } from '../../../src/casset/download/pack/pack-format.ts'
import { packName, planPack } from '../../../src/casset/download/pack/plan-pack.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { addPicture } from '../../support/casset/casset.ts'
import {
  addMaster,
  askDownload,
  downloadPath,
  keptPacks,
  packedFiles,
  packedFor,
} from '../../support/casset/download.ts'
import { fixture } from '../../support/casset/upload.ts'
import { png, withExif } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { uploadPicture } from '../../support/shop/emoji.ts'
import { inTree } from '../../support/tree.ts'
import { addReadyTrack, cast, masterBytes, type Person } from '../../support/world.ts'

const [tagged, original] = [downloadPath('nova'), downloadPath('nova', 'original')]
const hour = 3_600_000

const collectFree = async (svc: TestServer, { cookie }: Person) =>
  expect(
    (await svc.call('POST', '/api/checkout/payment-intent', { cookie, body: { slug: 'nova' } })).json,
  ).toMatchObject({ entitled: true })

test('a download holds the tracks that are ready and switched on, by their position, and of the others not a byte', async () => {
  await using svc = await startServer()
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const titles = ['Last', 'Off', 'Waiting', 'Broken', 'First'] as const
  const values = {
    Last: { position: 9 },
    Off: { position: 2, active: false },
    Waiting: { position: 3, status: 'PROCESSING' },
    Broken: { position: 4, status: 'FAILED' },
    First: { position: 1 },
  } as const
  for (const title of titles) await addReadyTrack(svc.ctx, nova.cassetId, title, values[title])
  // People who collect now never had the track that is switched off.
  await collectFree(svc, ada)
  for (const person of [ada, nova]) {
    const files = await packedFor(svc, person, original)
    expect([...files.keys()]).toEqual(['01 First.mp3', '02 Last.mp3', 'SHA256SUMS'])
    expect(files.get('01 First.mp3')).toEqual(masterBytes('First'))
    const zip = Buffer.from(await (await askDownload(svc, person, tagged)).arrayBuffer())
    expect([...packedFiles(zip).keys()]).toEqual([...files.keys()])
    for (const title of ['Off', 'Waiting', 'Broken']) expect(zip.includes(`MASTER of ${title}`)).toBe(false)
  }
})

test('of a hundred tracks every file has three digits, so that programs that sort by name keep the order', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const first = await addReadyTrack(svc.ctx, nova.cassetId, 'Track 1')
  svc.ctx.db.transaction((tx) => {
    for (let n = 2; n <= 100; n += 1) {
      const own = { id: svc.ctx.uuid(), hookId: svc.ctx.uuid(), title: `Track ${n}`, position: n }
      tx.insert(tracks)
        .values({ ...first, ...own })
        .run()
    }
  })
  const expected = (count: number, digits: number) => [
    ...Array.from({ length: count }, (_, n) => `${String(n + 1).padStart(digits, '0')} Track ${n + 1}.mp3`),
    'SHA256SUMS',
  ]
  expect([...(await packedFor(svc, nova, original)).keys()]).toEqual(expected(100, 3))
  expect(expected(100, 3).toSorted()).toEqual(expected(100, 3))
  svc.ctx.db.delete(tracks).where(eq(tracks.position, 100)).run()
  expect([...(await packedFor(svc, nova, original)).keys()]).toEqual(expected(99, 2))
})

test('the cover in a download is a picture made anew: nothing of where or with what it was taken', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const masters = ['mp3-no-tag.mp3', 'flac-16.flac', 'm4a-plain.m4a']
  for (const [index, file] of masters.entries()) {
    await addMaster(svc.ctx, nova.cassetId, file, { title: `T${index}`, position: index + 1 })
  }
  const secret = 'GPS 48.2082 N 16.3738 E'
  const jpeg = async (width: number, height: number) =>
    new Bun.Image(png(width, height, (x) => [x % 256, 90, 40])).jpeg({ quality: 90 }).bytes()
  for (const [width, height, shown] of [
    [400, 200, { width: 200, height: 400 }],
    [30, 3_000, { width: 1_400, height: 14 }],
  ] as const) {
    const coverAssetId = await uploadPicture(svc, nova, withExif(await jpeg(width, height), 6, secret))
    svc.ctx.db.update(cassets).set({ coverAssetId }).where(eq(cassets.id, nova.cassetId)).run()
    for (const path of [tagged, original]) {
      const zip = Buffer.from(await (await askDownload(svc, nova, path)).arrayBuffer())
      for (const hidden of [secret, 'GPS', 'Exif'])
        expect([path, hidden, zip.includes(hidden)]).toEqual([path, hidden, false])
      const files = packedFiles(zip)
      const cover = files.get('cover.jpg') ?? Buffer.alloc(0)
      expect(await new Bun.Image(cover).metadata()).toEqual({ ...shown, format: 'jpeg' })
      const shows = [...files].filter(([name, bytes]) => /^\d/.test(name) && bytes.includes(cover))
      expect([path, shows.length]).toEqual([path, path === tagged ? masters.length : 0])
      const sums = [...files].slice(0, -1).map(([name, bytes]) => `${sha256Hex(bytes)}  ${name}\n`)
      expect(String(files.get('SHA256SUMS'))).toBe(sums.join(''))
    }
  }
})

test('the tags of every format say what the casset says', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: Date.UTC(2024, 4, 1) })
  const masters = ['mp3-no-tag.mp3', 'flac-16.flac', 'm4a-plain.m4a', 'vorbis.ogg', 'opus.opus']
  for (const [index, file] of masters.entries()) {
    const values = { title: `Ding ${index} ü`, position: index + 1, lyrics: `la ${index}` }
    await addMaster(svc.ctx, nova.cassetId, file, values)
  }
  const files = [...(await packedFor(svc, nova, tagged)).values()].slice(0, masters.length)
  for (const [index, bytes] of files.entries()) {
    const input = new Input({ source: new BlobSource(new Blob([Uint8Array.from(bytes)])), formats: ALL_FORMATS })
    expect([masters[index], await input.getMetadataTags()]).toMatchObject([
      masters[index],
      {
        title: `Ding ${index} ü`,
        artist: 'Nova',
        album: 'First Light',
        albumArtist: 'Nova',
        trackNumber: index + 1,
        tracksTotal: 5,
        date: new Date(Date.UTC(2024, 0, 1)),
        comment: `${svc.ctx.site.origin}/@nova`,
        lyrics: `la ${index}`,
      },
    ])
  }
})

test('whatever changes in a download gives it another name, and nothing else does', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { publishedAt: Date.UTC(2024, 4, 1) })
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Noon', { position: 2 })
  const name = (format: PackFormat = 'tagged') => {
    const world = worldBySlug(svc.ctx, 'nova')
    if (!world) throw new Error('no casset')
    return packName(planPack(svc.ctx, world, format, { since: null }))
  }
  const seen = new Set([name(), name('original')])
  expect(seen.size).toBe(2)
  const changes = [
    `UPDATE tracks SET title = 'Dusk' WHERE id = '${dawn.id}'`,
    `UPDATE tracks SET lyrics = 'la' WHERE id = '${dawn.id}'`,
    `UPDATE tracks SET isrc = 'QZABC2600001' WHERE id = '${dawn.id}'`,
    `UPDATE tracks SET position = 3 WHERE id = '${dawn.id}'`,
    `UPDATE tracks SET sha256 = '${'b'.repeat(64)}' WHERE id = '${dawn.id}'`,
    `UPDATE tracks SET active = 0 WHERE id = '${dawn.id}'`,
    `UPDATE cassets SET name = 'Second Light' WHERE id = '${nova.cassetId}'`,
    `UPDATE cassets SET published_at = ${Date.UTC(2025, 4, 1)} WHERE id = '${nova.cassetId}'`,
    `UPDATE cassets SET cover_asset_id = '${addPicture(svc, nova).id}' WHERE id = '${nova.cassetId}'`,
    `UPDATE assets SET sha256 = '${'c'.repeat(64)}'`,
    `UPDATE artists SET display_name = 'Nova B' WHERE id = '${nova.artistId}'`,
  ]
  for (const [index, change] of changes.entries()) {
    svc.ctx.db.$client.run(change)
    expect([change, seen.add(name()).size]).toEqual([change, index + 3])
    svc.tick(hour)
    expect([change, seen.add(name()).size]).toEqual([change, index + 3])
  }
})

test('a download that was replaced stays an hour for a buyer who is being sent it, and others stay as they are', async () => {
  await using svc = await startServer()
  const [nova, bob] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'bob')]
  // Far from the machine's clock: the server's own counts.
  svc.tick(30 * hour)
  const { id } = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, bob.cassetId, 'Bob')
  const rename = async (title: string) => {
    await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: nova.cookie, body: { title } })
    return (await askDownload(svc, nova, original)).headers.get('etag')
  }
  await askDownload(svc, bob, downloadPath('bob', 'original'))
  await askDownload(svc, nova, tagged)
  const etags = [await rename('One'), await rename('Two')]
  expect([new Set(etags).size, keptPacks(svc).length]).toEqual([2, 4])
  svc.tick(hour - 60_000)
  etags.push(await rename('Three'))
  expect(keptPacks(svc)).toHaveLength(5)
  svc.tick(2 * 60_000)
  etags.push(await rename('Four'))
  const families = keptPacks(svc).map((name) => name.replace(/[0-9a-f]{64}[.]zip$/, ''))
  expect([new Set(etags).size, families.toSorted()]).toEqual([
    4,
    [
      `${nova.cassetId}-original-`,
      `${nova.cassetId}-original-`,
      `${nova.cassetId}-tagged-`,
      `${bob.cassetId}-original-`,
    ],
  ])
})

test('a download is on the disk before it is said to be made', async () => {
  using folder = temporaryFolder()
  const master = join(folder.path, 'master')
  await Bun.write(master, await fixture('wav-8.wav'))
  const scratch = join(folder.path, 'scratch')
  mkdirSync(scratch)
  const sha256 = sha256Hex(await fixture('wav-8.wav'))
  const file = { master: { path: master }, sha256, extension: 'wav', name: '01 Dawn.wav', tags: null }
  const request = { scratch, zip: join(scratch, 'pack.zip'), folder: 'Nova', stampMs: 0, cover: null, files: [file] }
  const script = `
    const { open } = await import('node:fs/promises')
    const handle = await open(process.execPath)
    const kind = Object.getPrototypeOf(handle)
    await handle.close()
    const done = []
    for (const name of ['write', 'sync', 'datasync', 'close']) {
      const call = kind[name]
      kind[name] = function (...given) { return (done.push(name), call.apply(this, given)) }
    }
    const { packChild } = await import(${JSON.stringify(inTree('src/casset/download/pack/pack-child.ts'))})
    const answer = JSON.parse(await packChild(${JSON.stringify(JSON.stringify(request))}))
    console.log(JSON.stringify({ answer, last: done.slice(-3) }))`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).json()).toEqual({
    answer: { ok: true, untagged: [], unconverted: [] },
    last: ['write', expect.stringMatching(/sync$/), 'close'],
  })
})
