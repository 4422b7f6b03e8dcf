import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { readAlbumTags, readTags } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { menderOf } from '../../../src/lib/encoding/mend-text.ts'
import { rowsOf } from '../../support/account/account.ts'
import { fixture, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

// In hexadecimal, as programs of their time wrote them.
const written: readonly (readonly [encoding: string, bytes: string, text: string])[] = [
  ['UTF-8', '4a6520c48d6173206d6574617420', 'Je čas metat '],
  ['UTF-8', '426ac3b6726b', 'Björk'],
  ['windows-1251', 'd1e2b3f220f2e0eae8e9', 'Світ такий'],
  ['windows-1251', 'c7e8ece0', 'Зима'],
  ['windows-1251', 'caeee3e4e0202d20cbe5f2ee', 'Когда - Лето'],
  ['KOI8', 'f0d2c9d7c5d42c20cdc9d2', 'Привет, мир'],
  ['DOS', '8fe0a8a2a5e2', 'Привет'],
  ['windows-1250', '50f8ed62ec68', 'Příběh'],
  ['windows-1250', '437a6573b36177208c6e6965bf6e79', 'Czesław Śnieżny'],
  ['windows-1250', 'aff3b3746120b3f3649f', 'Żółta łódź'],
  ['ISO-8859-2', '447a69776e7920b67769617420af6f6e61', 'Dziwny świat Żona'],
  ['windows-1251', 'e3f0f3efefe020eaf0eee2e8', 'группа крови'],
  ['windows-1253', 'cae1ebe7ecddf1e1', 'Καλημέρα'],
  ['Shift JIS', '82b382ad82e7', 'さくら'],
  ['EUC-JP', 'bee5a4f2b8fea4a4a4c6cae2a4b3a4a6', '上を向いて歩こう'],
  ['GBK', 'd4c2c1c1b4fab1edced2b5c4d0c4', '月亮代表我的心'],
  ['EUC-KR', 'bbe7b6fbc7d8bfe4', '사랑해요'],
  ['windows-1252', '4c92e9', 'L’é'],
  ['Latin-1', '426af6726b', 'Björk'],
  ['Latin-1', '43616665', 'Cafe'],
]

test('text of tags is read in the encoding in which it was written, where that is certain', () => {
  for (const [encoding, hex, text] of written) {
    const value = Buffer.from(hex, 'hex').toString('latin1')
    expect([encoding, menderOf([value])(value)]).toEqual([encoding, text])
  }
  for (const text of [
    'Café del Mar',
    'naïve',
    'Señorita',
    'Ágætis byrjun',
    'Über den Wölken',
    'Sigur Rós',
    '日本',
    'Привет',
    '½ ± ¾',
    ...['10 m³', 'CO² and N³', '©André', '5£ a day', 'x±y', '¿Qué?', '¡Ay!'],
  ])
    expect(menderOf([text])(text)).toBe(text)
  expect(menderOf(['donâ€™t'])('donâ€™t')).toBe('don’t')
  // Hebrew, of which the same bytes are Cyrillic.
  const hebrew = Buffer.from('f9e9f820e0e4e1e4', 'hex').toString('latin1')
  expect(menderOf([hebrew])(hebrew)).toBeUndefined()
  // Shift JIS without kana, which nobody can tell, and which is no Western text.
  const kanji = Buffer.from('938c8b9e8e9695cf', 'hex').toString('latin1')
  expect(menderOf([kanji])(kanji)).toBeUndefined()
  // The others of a file tell what one alone does not.
  const [alone, title] = ['C7C5CCD4C8D0C0', 'CFF0E8E2E5F2'].map((hex) => Buffer.from(hex, 'hex').toString('latin1'))
  expect([menderOf([alone ?? ''])(alone ?? ''), menderOf([alone ?? '', title ?? ''])(alone ?? '')]).toEqual([
    undefined,
    'ЗЕМФИРА',
  ])
})

test('a title that nobody can read is no title, and one in UTF-16 without its mark is read', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'a.mp3')
  const sound = await fixture('mp3-no-tag.mp3')
  const titles: readonly (readonly [Buffer, string | undefined])[] = [
    [Buffer.from('00d1e2b3f220f2e0eae8e9', 'hex'), 'Світ такий'],
    [Buffer.concat([Buffer.from([1]), Buffer.from('No bom', 'utf16le')]), 'No bom'],
    [Buffer.from('00e0e1e2e3a0a1', 'hex'), undefined],
  ]
  for (const [title, text] of titles) {
    await Bun.write(path, Buffer.concat([id3Of({ TIT2: title, TALB: Buffer.from('\0Album') }), sound]))
    expect([(await readTags(path)).title, (await readAlbumTags(path)).title]).toEqual([text, text])
    expect(await readTags(path)).toMatchObject({ album: 'Album' })
  }
})

test('text that was read by detection is told, and a press reads it as it stands, and back', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const written = (hex: string) => Buffer.concat([Buffer.alloc(1), Buffer.from(hex, 'hex')])
  const tag = id3Of({ TIT2: written('d1e2b3f220f2e0eae8e9'), TPE1: written('cff0e8e2e5f2') })
  const { json } = await uploadTrack(svc, nova, Buffer.concat([tag, await fixture('mp3-no-tag.mp3')]), '01 Svit.mp3')
  const { id } = Object(json).track
  await svc.ctx.jobs.idle()
  const trackNow = async () => {
    const media = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
    const [{ title, file }] = Object(media.json).tracks
    return { ...file.tags, shown: title }
  }
  const [cyrillic, western] = [
    { title: 'Світ такий', artist: 'Привет' },
    { title: 'Ñâ³ò òàêèé', artist: 'Ïðèâåò' },
  ]
  const change = async (body: object) => {
    const answer = await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: nova.cookie, body })
    return [answer.status, Object(answer.json).field]
  }
  const reading = (encoding: string, other: object) => ({ encoding, other })
  const detected = { ...cyrillic, reading: reading('windows-1251', { encoding: 'windows-1252', ...western }) }
  expect(await trackNow()).toMatchObject({ ...detected, shown: cyrillic.title })
  expect(await change({ tagsEncoding: 'koi8-u' })).toEqual([400, 'tagsEncoding'])
  expect(await change({ tagsEncoding: 'windows-1252' })).toEqual([200, undefined])
  const undone = { ...western, reading: reading('windows-1252', { encoding: 'windows-1251', ...cyrillic }) }
  expect(await trackNow()).toMatchObject({ ...undone, shown: western.title })
  // A title of the artist's own stays.
  expect(await change({ title: 'World', by: [{ role: 'main', name: 'Привет' }] })).toEqual([200, undefined])
  expect(await change({ tagsEncoding: 'windows-1251' })).toEqual([200, undefined])
  expect(await trackNow()).toMatchObject({ ...detected, shown: 'World' })
  expect(rowsOf(svc, 'tracks')).toMatchObject([{ by_names: '[{"role":"main","name":"Привет"}]' }])
})

test('lyrics are read in the encoding of the other tags, and are long', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'a.mp3')
  const line = Buffer.from('cff0e8e2e5f2', 'hex')
  const words = Buffer.concat([Buffer.from('\0rus\0', 'latin1'), ...Array<Buffer>(400).fill(line)])
  const tag = id3Of({ TIT2: Buffer.concat([Buffer.alloc(1), line]), USLT: words })
  await Bun.write(path, Buffer.concat([tag, await fixture('mp3-no-tag.mp3')]))
  expect((await readTags(path)).lyrics).toBe('Привет'.repeat(400))
})

/** A tag of ID3v2.3 with these frames. */
function id3Of(frames: Readonly<Record<string, Buffer>>): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, data]) => {
      const head = Buffer.alloc(10)
      head.write(name, 'latin1')
      head.writeUInt32BE(data.length, 4)
      return Buffer.concat([head, data])
    }),
  )
  return Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0', 'latin1'),
    Buffer.from([body.length >> 7, body.length & 127]),
    body,
  ])
}
