import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { openTagger } from '../../../src/casset/download/file/tag-file.ts'
import { discPlaces } from '../../../src/casset/download/pack/discs.ts'
import type { Tags } from '../../../src/casset/download/pack/pack.ts'
import { ffprobe, fixture, hasFfmpeg, soundSums } from '../../support/casset/media.ts'
import { testLimitMs } from '../../support/limits.ts'
import { png, withExif } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'

setDefaultTimeout(testLimitMs)

const masters = [
  'mp3-no-tag.mp3',
  'wav-16.wav',
  'aiff-16.aiff',
  'flac-16.flac',
  'vorbis.ogg',
  'opus.opus',
  'm4a-plain.m4a',
]

const ids = {
  musicbrainzTrackId: ['11111111-1111-1111-1111-111111111111'],
  musicbrainzArtistId: ['22222222-2222-2222-2222-222222222222', '33333333-3333-3333-3333-333333333333'],
  musicbrainzReleaseId: ['44444444-4444-4444-4444-444444444444'],
  musicbrainzReleaseArtistId: ['89ad4ac3-39f7-470e-963a-56509c546377'],
}

const said = {
  ...ids,
  title: ['By Mara'],
  artist: ['Mara', 'Lou'],
  ARTISTS: ['Mara', 'Lou'],
  artistSort: ['Velo, Mara'],
  albumArtist: ['Various Artists'],
  album: ['Label sampler'],
  albumSort: ['Sampler'],
  trackNumber: ['3'],
  date: ['2019-03-15'],
  genre: ['Dub', 'Techno'],
  isrc: ['DEA458300118'],
  compilation: ['1'],
  composer: ['Ada Reed', 'Tom Hale'],
  replayGainTrackGain: ['-7.5 dB'],
  replayGainTrackPeak: ['0.98'],
  bpm: ['120'],
  barcode: ['4001234567890'],
  MOVEMENTNAME: ['Allegro'],
  SERATO: ['PRIVATE'],
  comment: ['PRIVATE'],
}

const sampler: Tags = {
  ...{
    title: 'By Mara',
    artist: 'Label',
    albumArtist: 'Various Artists',
    album: 'Label sampler',
    track: 3,
    tracks: 42,
    ...{ disc: 1, discs: 2 },
  },
  ...{ day: '2019-01-01', year: 2026, isrc: null, mbid: null, lyrics: null, url: 'https://example.org/@label' },
}
const by: NonNullable<Tags['by']> = ['Mara', 'Lou'].map((name) => ({ role: 'main', name }))

/** Writes a master with all of that, a cover and lyrics. */
async function writeMaster(taglib: TagLib, name: string, path: string, cover: Uint8Array): Promise<void> {
  await Bun.write(path, Bun.file(fixture(name)))
  using file = await taglib.open(path)
  file.setProperties(said)
  file.setLyrics([{ text: 'la la' }])
  file.setPictures([{ mimeType: 'image/png', data: cover, type: 'FrontCover' }])
  if (name.endsWith('mp3')) {
    file.setId3v2Frames('USLT', [Buffer.from('\x03deu\0tra la'), Buffer.from('\x03eng\0la la')])
    file.setId3v2Frames('SYLT', [Buffer.from('\x03eng\x02\x01\0la\0\0\0\x03\xe8', 'latin1')])
  }
  await file.saveToFile()
}

/** Returns what ffprobe reads in a file, by names in small letters. */
async function probed(path: string): Promise<Record<string, string>> {
  const cmd = [ffprobe, '-v', 'error', '-of', 'json', '-show_entries', 'format_tags:stream_tags', path]
  const { streams = [], format = {} } = Object(JSON.parse(await new Response(Bun.spawn(cmd).stdout).text()))
  const tags = Object.assign({}, ...streams.map((stream: object) => Object(stream).tags ?? {}), Object(format).tags)
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

// The fields that TagLib writes into a WAV besides its ID3 have the same again.
const replaced = (name: string) =>
  /^(?:track|tracktotal|totaltracks|comment|serato|disc|disctotal|totaldiscs|encoder|encoded_by|i[a-z]{3})$/.test(name)

test.skipIf(!hasFfmpeg)(
  'tags of a master that nobody replaced are in a download, in every format, and the sound is the same',
  async () => {
    using folder = temporaryFolder()
    const [taglib, tagger] = await Promise.all([TagLib.initialize({ forceWasmType: 'wasi' }), openTagger()])
    const cover = png(30, 20, (x) => [x, 40, 160])
    for (const name of masters) {
      const [path, copy] = [join(folder.path, name), join(folder.path, `copy-${name}`)]
      await writeMaster(taglib, name, path, cover)
      const master = await tagger.read(path)
      await tagger.copy(path, copy, { ...sampler, by }, { master })
      const [before, after] = [await probed(path), await probed(copy)]
      // The list of a WAV has one value of each, of which TagLib writes the first alone.
      if (name.endsWith('wav')) Object.assign(before, { artist: 'Mara; Lou', genre: 'Dub; Techno' })
      for (const [tag, value] of Object.entries(before)) {
        if (!replaced(tag)) expect([name, tag, after[tag]]).toEqual([name, tag, value])
      }
      const total = after.track?.split('/')[1] ?? after.tracktotal ?? after.totaltracks
      expect([name, after.serato, total]).toEqual([name, undefined, '42'])
      using tagged = await taglib.open(copy)
      const found = Object(tagged.properties())
      expect([name, found.comment, found.discNumber]).toEqual([name, [sampler.url], ['1']])
      // Of a WAV ffprobe reads another list of tags, which has no discs.
      const place = after.disc ?? (name.endsWith('wav') ? '1/2' : '')
      const disc = place.includes('/') ? place : `${place}/${after.disctotal ?? after.totaldiscs}`
      expect([name, disc]).toEqual([name, '1/2'])
      for (const key of ['artist', 'ARTISTS', 'genre', 'composer', 'musicbrainzArtistId'] as const) {
        expect([name, key, found[key]]).toEqual([name, key, said[key]])
      }
      expect([name, tagged.getPictures().map(({ data }) => Buffer.from(data).equals(cover))]).toEqual([name, [true]])
      const lyrics = name.endsWith('mp3') ? ['tra la', 'la la'] : ['la la']
      expect([name, tagged.getLyrics().map(({ text }) => text)]).toEqual([name, lyrics])
      if (name.endsWith('mp3')) expect(tagged.getId3v2Frames('SYLT')).toHaveLength(1)
      const sums = await soundSums([path, copy], join(folder.path, `sum-${name}`))
      expect([name, sums[0]]).toEqual([name, sums[1] ?? ''])
    }
  },
)

test('a tag that was replaced goes with all that belongs to it: another artist keeps no id of the former', async () => {
  using folder = temporaryFolder()
  const [taglib, tagger] = await Promise.all([TagLib.initialize({ forceWasmType: 'wasi' }), openTagger()])
  for (const name of masters) {
    const [path, copy] = [join(folder.path, name), join(folder.path, `copy-${name}`)]
    await writeMaster(
      taglib,
      name,
      path,
      png(3, 2, () => [1, 2, 3]),
    )
    const tags: Tags = {
      ...{ ...sampler, title: 'Mine', albumArtist: 'Label', album: 'Other', day: '2020-02-02', lyrics: 'tam tam' },
      by: [
        { role: 'main', name: 'Eve' },
        { role: 'with', name: 'Ben' },
        { role: 'remixer', name: 'Kid' },
      ],
      credits: [{ role: 'composer', name: 'Eve' }],
    }
    await tagger.copy(path, copy, tags, { master: await tagger.read(path), cover: png(5, 5, () => [9, 9, 9]) })
    using tagged = await taglib.open(copy)
    const { title, artist, ARTISTS, artistSort, albumSort, date, composer, remixedBy, genre, ...more } = Object(
      tagged.properties(),
    )
    expect([name, title, artist, ARTISTS, artistSort, albumSort]).toEqual([
      name,
      ['Mine'],
      ['Eve feat. Ben'],
      ['Eve', 'Ben'],
      undefined,
      undefined,
    ])
    expect([name, date, composer, remixedBy, genre]).toEqual([name, ['2020-02-02'], ['Eve'], ['Kid'], said.genre])
    const left = Object.keys(ids).filter((id) => more[id] !== undefined)
    expect([name, left, tagged.getLyrics()[0]?.text]).toEqual([name, ['musicbrainzTrackId'], 'tam tam'])
  }
})

test('a cover with the place where it was taken is made anew, and a tag too large to be of use is left out', async () => {
  using folder = temporaryFolder()
  const [taglib, tagger] = await Promise.all([TagLib.initialize({ forceWasmType: 'wasi' }), openTagger()])
  const path = join(folder.path, 'a.mp3')
  const jpeg = await new Bun.Image(png(40, 20, () => [9, 9, 9])).jpeg().bytes()
  await writeMaster(taglib, 'mp3-no-tag.mp3', path, withExif(jpeg, 6, 'PRIVATE place'))
  const { picture } = await tagger.read(path)
  expect([picture?.mimeType, Buffer.from(picture?.data ?? []).includes('PRIVATE')]).toEqual(['image/jpeg', false])
  expect(await new Bun.Image(picture?.data ?? new Uint8Array()).metadata()).toMatchObject({ width: 20, height: 40 })

  const size = 60_000_000
  const tag = Buffer.alloc(size)
  tag.write('ID3\x04\0\0', 'latin1')
  for (const [at, shift] of [21, 14, 7, 0].entries()) tag[6 + at] = ((size - 10) >> shift) & 127
  tag.write('APIC', 10)
  for (const [at, shift] of [21, 14, 7, 0].entries()) tag[14 + at] = ((size - 20) >> shift) & 127
  await Bun.write(path, Buffer.concat([tag, await Bun.file(fixture('mp3-no-tag.mp3')).bytes()]))
  const large = await tagger.read(path)
  expect(large).toMatchObject({ frames: [], picture: null })
  const copy = join(folder.path, 'copy.mp3')
  await tagger.copy(path, copy, sampler, { master: large })
  expect(Bun.file(copy).size).toBeLessThan(1_000_000)
})

test('tracks that their files number by discs, in the order of the tape, keep that; others are one row', () => {
  const tracks = (...numbers: (readonly [disc: number | null, track: number | null])[]) =>
    numbers.map(([taggedDisc, taggedTrack], at) => ({ id: `${at}`, taggedDisc, taggedTrack }))
  expect([...(discPlaces(tracks([1, 1], [1, 2], [2, 1])) ?? [])]).toEqual([
    ['0', { track: 1, tracks: 2, disc: 1, discs: 2 }],
    ['1', { track: 2, tracks: 2, disc: 1, discs: 2 }],
    ['2', { track: 1, tracks: 1, disc: 2, discs: 2 }],
  ])
  const others = [
    tracks([1, 1], [1, 2]),
    tracks([1, 1], [2, 1], [1, 2]),
    tracks([1, 1], [1, 3], [2, 1]),
    tracks([2, 1], [1, 1]),
    tracks([null, 1], [null, 2]),
    tracks([1, 1], [3, 1]),
    tracks([1, 1], [2, null]),
    [],
  ]
  for (const each of others) expect([each, discPlaces(each)]).toEqual([each, null])
})
