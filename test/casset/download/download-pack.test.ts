import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { fileName } from '../../../src/lib/file/file-name.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { addMaster, askDownload, downloadPath, hasUnzip, unpack } from '../../support/casset/download.ts'
import { ffprobe, fixture as fixturePath, hasFfmpeg, soundSums } from '../../support/casset/media.ts'
import { fixture, formBytes, sendForm } from '../../support/casset/upload.ts'
import { png } from '../../support/platform/picture.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, type Person } from '../../support/world.ts'

const masters = [
  'flac-24.flac',
  'wav-24.wav',
  'mp3-cover.mp3',
  'm4a-faststart.m4a',
  'vorbis-surround.ogg',
  'opus-surround.opus',
  'adts.aac',
] as const

/** One track of every format, with all that can be written into it. */
async function fillCasset(svc: TestServer, nova: Person) {
  for (const [index, file] of masters.entries()) {
    const values = { title: `Ding: ${file} ü`, position: index + 1, lyrics: 'la\nlá', isrc: 'QZABC2600001' }
    await addMaster(svc.ctx, nova.cassetId, file, values)
  }
}

async function giveCover(svc: TestServer, nova: Person): Promise<void> {
  const picture = png(300, 200, (x) => [x % 255, 90, 200])
  const form = formBytes([{ name: 'file', value: picture, fileName: 'cover.png' }])
  const { json } = await sendForm(svc, '/api/studio/assets', nova.cookie, form)
  const coverAssetId = String(Reflect.get(Object(Reflect.get(Object(json), 'asset')), 'id'))
  svc.ctx.db.update(cassets).set({ coverAssetId }).where(eq(cassets.id, nova.cassetId)).run()
}

/**
 * The report of ffprobe on a file, in one object: tags of container and stream by their lower-case
 * names, and pictures.
 */
async function probe(path: string) {
  const child = Bun.spawn([ffprobe, '-v', 'error', '-show_format', '-show_streams', '-of', 'json', path])
  const { format, streams } = await new Response(child.stdout).json()
  const tags = Object.entries({ ...streams[0].tags, ...format.tags })
  return {
    ...Object.fromEntries(tags.map(([name, value]) => [name.toLowerCase(), value])),
    pictures: streams.filter((each: { codec_type: string }) => each.codec_type === 'video').length,
  }
}

test.skipIf(!hasUnzip || !hasFfmpeg)(
  'the tagged files say what they are and show the cover, and sound exactly as the masters do',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: Date.UTC(2024, 4, 1) })
    await fillCasset(svc, nova)
    await giveCover(svc, nova)
    using unpacked = await unpack(await askDownload(svc, nova, downloadPath('nova')))
    const folder = 'Nova - First Light'
    const names = masters.map((file, index) => `${folder}/0${index + 1} Ding- ${file} ü.${file.split('.')[1]}`)
    expect(unpacked.files).toEqual([...names, `${folder}/SHA256SUMS`, `${folder}/cover.jpg`])
    expect(await unpacked.run('sh', '-c', `cd "${folder}" && sha256sum --strict --quiet -c SHA256SUMS`)).toEqual({
      code: 0,
      out: '',
    })
    expect(svc.logged.filter((line) => line.includes('took no tags'))).toEqual([])
    const paths = names.map((name) => join(unpacked.path, name))
    const sums = await soundSums([...paths, ...masters.map(fixturePath)], join(unpacked.path, 'sum'))
    const probes = await Promise.all(paths.map(probe))
    for (const [index, file] of masters.entries()) {
      expect([file, sums[index]]).toEqual([file, sums[masters.length + index]])
      expect(probes[index]).toMatchObject({
        title: `Ding: ${file} ü`,
        artist: 'Nova',
        album: 'First Light',
        date: '2024',
        track: expect.stringMatching(new RegExp(`^${index + 1}(/7)?$`)),
        comment: `${svc.ctx.site.origin}/@nova`,
        pictures: 1,
      })
    }
    const [flac, , mp3, m4a] = probes
    expect(mp3).toMatchObject({ track: '3/7', tsrc: 'QZABC2600001', album_artist: 'Nova' })
    expect(m4a).toMatchObject({ track: '4/7', isrc: 'QZABC2600001', album_artist: 'Nova', lyrics: 'la\nlá' })
    expect(flac).toMatchObject({ track: '1', tracktotal: '7', isrc: 'QZABC2600001', lyrics: 'la\nlá' })
  },
)

test.skipIf(!hasUnzip)('the original files are the masters byte for byte, and the sums are theirs', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  await fillCasset(svc, nova)
  const answer = await askDownload(svc, nova, downloadPath('nova', 'original'))
  expect(answer.headers.get('content-disposition')).toContain('filename="Nova - First Light (original).zip"')
  using unpacked = await unpack(answer)
  const sums = await Bun.file(join(unpacked.path, 'Nova - First Light/SHA256SUMS')).text()
  for (const [index, file] of masters.entries()) {
    const bytes = await fixture(file)
    expect(await Bun.file(join(unpacked.path, unpacked.files[index] ?? '')).bytes()).toEqual(bytes)
    expect(sums.split('\n')[index]).toStartWith(`${sha256Hex(bytes)}  0${index + 1} Ding- `)
  }
  expect(unpacked.files).toHaveLength(masters.length + 1)
})

test.skipIf(!hasUnzip)('a file that takes no tags goes in as it is, and the rest of the casset with it', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const odd = await addMaster(svc.ctx, nova.cassetId, 'refused-webm.webm', { title: 'Odd', format: 'flac' })
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Even', position: 2 })
  using unpacked = await unpack(await askDownload(svc, nova, downloadPath('nova')))
  expect(unpacked.files).toEqual(['Nova - Nova/01 Odd.flac', 'Nova - Nova/02 Even.mp3', 'Nova - Nova/SHA256SUMS'])
  expect(sha256Hex(await Bun.file(join(unpacked.path, unpacked.files[0] ?? '')).bytes())).toBe(odd.sha256)
  expect(svc.logged.filter((line) => line.includes('took no tags'))).toHaveLength(1)
})

test.skipIf(!hasUnzip)('hostile titles stay inside their folder and unpack on every system', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { displayName: '../..', name: '..\\..\\etc: "<|>?*' })
  const titles = ['../../evil', 'same', 'same', '\u202Egpj.exe', 'a'.repeat(240), '?'.repeat(9), 'é'.normalize('NFD')]
  for (const [index, title] of titles.entries()) {
    await addMaster(svc.ctx, nova.cassetId, 'wav-8.wav', { title, position: index + 1 })
  }
  const answer = await askDownload(svc, nova, downloadPath('nova', 'original'))
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="-.. - ..-..-etc- '- (original).zip"; filename*=UTF-8''-..%20-%20..-..-etc-%20%27-%20%28original%29.zip`,
  )
  using unpacked = await unpack(answer)
  const folder = "-.. - ..-..-etc- '-"
  expect(unpacked.files).toEqual(
    [
      '01 -..-evil.wav',
      '02 same.wav',
      '03 same.wav',
      '04 gpj.exe.wav',
      `05 ${'a'.repeat(100)}.wav`,
      '06 Untitled.wav',
      '07 é.wav',
      'SHA256SUMS',
    ].map((name) => `${folder}/${name}`),
  )
})

test('a name holds nothing that a file system refuses', () => {
  const names: [string, string][] = [
    ['AC/DC: Live', 'AC-DC- Live'],
    ['con', '_con'],
    ['LPT1.txt', '_LPT1.txt'],
    ['COM²', '_COM²'],
    ['concert', 'concert'],
    ['...and more. . .', 'and more'],
    ['tab\tand\nline', 'tab and line'],
    ['nul\0byte\u{7F}\u{85}', 'nulbyte'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['👩\u200D🚀', '👩\u200D🚀'],
    ['\uD800lone', 'lone'],
    ['"quoted" <tag> *?|', "'quoted' tag -"],
    ['   ', ''],
    ['???', ''],
  ]
  expect(names.map(([text]) => [text, fileName(text, 100)])).toEqual(names)
  expect(fileName('é'.normalize('NFD'), 100)).toBe('é'.normalize('NFC'))
  expect(fileName('ü'.repeat(100), 101)).toBe('ü'.repeat(50))
  expect(fileName(`${'a'.repeat(9)}👩\u200D🚀`, 12)).toBe('a'.repeat(9))
  expect(fileName(`${'a'.repeat(9)} .b`, 11)).toBe('a'.repeat(9))
})
