import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { readAlbumTags, readTags } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { lrcOfFrame } from '../../../src/casset/audio/ingest/master/read-timed.ts'
import { shownLyrics } from '../../../src/lib/album/lyrics.ts'
import { placeOnSide } from '../../../src/lib/album/side.ts'
import { id3Length } from '../../../src/lib/audio/mpeg-header.ts'
import { fixture } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'

setDefaultTimeout(testLimitMs)

test('tracks that are numbered by the sides of a record have these as discs', async () => {
  expect(['A1', 'b-2', 'C 10', 'A', 'D.1'].map(placeOnSide)).toEqual([
    { track: 1, disc: 1 },
    { track: 2, disc: 2 },
    { track: 10, disc: 3 },
    { track: 1, disc: 1 },
    { track: 1, disc: 4 },
  ])
  expect(['', '1', 'AA', 'A100', 'A0', 'Side A', '1A'].map(placeOnSide)).toEqual(Array(7).fill(undefined))
  using folder = temporaryFolder()
  const taglib = await TagLib.initialize()
  for (const name of ['mp3-no-tag.mp3', 'flac-16.flac', 'vorbis.ogg', 'opus.opus']) {
    const path = join(folder.path, name)
    using file = await taglib.open(await fixture(name))
    // TagLib takes numbers only: another name of the same length is written, and changed behind it.
    file.setProperties({ title: ['x'], date: ['20200315'], ...(name.endsWith('mp3') ? {} : { XRACKNUMBER: ['B2'] }) })
    if (name.endsWith('mp3')) file.setId3v2Frames('TRCK', [Buffer.from('\x03B2')])
    file.save()
    const bytes = Buffer.from(file.getFileBuffer())
    const at = bytes.indexOf('XRACKNUMBER=')
    if (at > 0) bytes.write('T', at)
    await Bun.write(path, bytes)
    const said = { title: 'x', track: 2, disc: 2, year: 2020, date: '2020-03-15' }
    expect([name, await readTags(path)]).toMatchObject([name, said])
    expect([name, await readAlbumTags(path)]).toMatchObject([name, said])
  }
})

test('lyrics with times in a file are offered as an .lrc file has them, and a page shows them without', async () => {
  const frame = (encoding: number, text: (line: string) => Buffer, lines: readonly [string, number][]) =>
    Buffer.concat([
      Buffer.from([encoding]),
      Buffer.from('eng\x02\x01', 'latin1'),
      text(''),
      ...lines.flatMap(([line, ms]) => [text(line), Buffer.from(Uint32Array.of(ms).buffer).reverse()]),
    ])
  const utf8 = (line: string) => Buffer.from(`${line}\0`)
  const utf16 = (line: string) => Buffer.concat([Buffer.from('\ufeff', 'utf16le'), Buffer.from(`${line}\0`, 'utf16le')])
  const lines: [string, number][] = [
    ['Schnee', 1_000],
    ['fällt', 62_345],
  ]
  const lrc = '[00:01.00]Schnee\n[01:02.35]fällt'
  expect(lrcOfFrame(frame(3, utf8, lines))).toBe(lrc)
  expect(lrcOfFrame(frame(1, utf16, lines))).toBe(lrc)
  const syllables: [string, number][] = [
    ['\nSchnee', 1_000],
    [' fällt', 1_500],
    ['\nleise', 3_000],
  ]
  expect(lrcOfFrame(frame(3, utf8, syllables))).toBe('[00:01.00]Schnee fällt\n[00:03.00]leise')
  for (const broken of [Buffer.alloc(0), Buffer.from([9]), frame(3, utf8, []), frame(3, utf8, lines).subarray(0, 12)]) {
    expect(lrcOfFrame(broken)).toBeNull()
  }
  expect(shownLyrics(lrc)).toBe('Schnee\nfällt')
  expect(shownLyrics('[Chorus]\nla')).toBe('[Chorus]\nla')

  using folder = temporaryFolder()
  const path = join(folder.path, 'a.mp3')
  const taglib = await TagLib.initialize()
  using file = await taglib.open(await fixture('mp3-no-tag.mp3'))
  file.setLyrics([{ text: 'plain' }])
  file.setId3v2Frames('SYLT', [frame(3, utf8, lines)])
  file.save()
  await Bun.write(path, file.getFileBuffer())
  expect(await readTags(path)).toMatchObject({ lyrics: lrc })
})

test('the number of a track is read in a WAV and an AIFF, too, also by the side of a record', async () => {
  using folder = temporaryFolder()
  const chunk = (id: string, data: Buffer, isLittleEndian: boolean) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    if (isLittleEndian) head.writeUInt32LE(data.length, 4)
    else head.writeUInt32BE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const frame = (id: string, text: string) => {
    const head = Buffer.alloc(10)
    head.write(id, 'latin1')
    head.writeUInt32BE(text.length + 1, 4)
    return Buffer.concat([head, Buffer.from(`\x03${text}`)])
  }
  const id3 = (number: string) => {
    const frames = Buffer.concat([frame('TIT2', 'x'), frame('TRCK', number)])
    return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frames.length]), frames])
  }
  const info = (id: string, number: string) =>
    chunk(
      'LIST',
      Buffer.concat([
        Buffer.from('INFO'),
        chunk('INAM', Buffer.from('x\0'), true),
        chunk(id, Buffer.from(`${number}\0`), true),
      ]),
      true,
    )
  const read = async (name: string, further: Buffer) => {
    const bytes = Buffer.concat([await fixture(name), further])
    const isWave = name.endsWith('wav')
    if (isWave) bytes.writeUInt32LE(bytes.length - 8, 4)
    else bytes.writeUInt32BE(bytes.length - 8, 4)
    const path = join(folder.path, name)
    await Bun.write(path, bytes)
    const { track, disc } = await readTags(path)
    return [track, disc]
  }
  expect(await read('wav-8.wav', info('ITRK', '7'))).toEqual([7, undefined])
  expect(await read('wav-8.wav', info('IPRT', 'B2'))).toEqual([2, 2])
  expect(await read('wav-8.wav', chunk('id3 ', id3('B2'), true))).toEqual([2, 2])
  expect(await read('wav-8.wav', chunk('id3 ', id3('6/42'), true))).toEqual([6, undefined])
  expect(await read('aiff-16.aiff', chunk('ID3 ', id3('A3'), false))).toEqual([3, 1])
  expect(await read('wav-8.wav', info('ITRK', 'none'))).toEqual([undefined, undefined])
})

test('an ID3 tag is read where it stands oddly: before a WAV with one of its own, or before much that is no sound', async () => {
  using folder = temporaryFolder()
  const taglib = await TagLib.initialize()
  using tagged = await taglib.open(await fixture('mp3-no-tag.mp3'))
  tagged.setProperties({ title: ['In front'] })
  tagged.save()
  const whole = Buffer.from(tagged.getFileBuffer())
  const tag = whole.subarray(0, id3Length(whole, 0))
  using inside = await taglib.open(await fixture('wav-16.wav'))
  inside.setProperties({ title: ['Inside'] })
  inside.save()
  const [sound, bare] = [await fixture('mp3-no-tag.mp3'), await fixture('wav-16.wav')]
  const odd: [title: string, parts: Uint8Array[]][] = [
    ['In front', [tag, Buffer.alloc(4_096), sound]],
    ['In front', [tag, bare]],
    ['Inside', [tag, inside.getFileBuffer()]],
  ]
  for (const [at, [title, parts]] of odd.entries()) {
    const path = join(folder.path, `${at}`)
    await Bun.write(path, Buffer.concat(parts))
    expect([at, await readTags(path), await readAlbumTags(path)]).toMatchObject([at, { title }, { title }])
  }
})
