import { describe, expect, test } from 'bun:test'
import { SNIFF_BYTES, sniffAudio } from '../../../src/lib/audio/sniff.ts'
import { fixture } from '../../support/casset/media.ts'

const ACCEPTED = [
  ['wav-16.wav', 'wav', 'audio/wav'],
  ['wav-24.wav', 'wav', 'audio/wav'],
  ['wav-float.wav', 'wav', 'audio/wav'],
  ['aiff-16.aiff', 'aiff', 'audio/aiff'],
  ['flac-16.flac', 'flac', 'audio/flac'],
  ['flac-cover.flac', 'flac', 'audio/flac'],
  ['mp3-cbr.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-vbr.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-no-tag.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-no-xing.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-cover.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-mpeg2.mp3', 'mp3', 'audio/mpeg'],
  ['mp3-mpeg25.mp3', 'mp3', 'audio/mpeg'],
  ['m4a-plain.m4a', 'm4a', 'audio/mp4'],
  ['m4a-faststart.m4a', 'm4a', 'audio/mp4'],
  ['m4a-fragmented.m4a', 'm4a', 'audio/mp4'],
  ['m4a-cover.m4a', 'm4a', 'audio/mp4'],
  ['adts.aac', 'aac', 'audio/aac'],
  ['vorbis.ogg', 'ogg', 'audio/ogg'],
  ['opus.opus', 'opus', 'audio/ogg; codecs=opus'],
] as const

const headOf = (name: string) => Bun.file(fixture(name)).slice(0, SNIFF_BYTES).bytes()
const bytesOf = (text: string, length = 200) => Uint8Array.from({ length }, (_, i) => text.charCodeAt(i) || 0)

describe('a file is recognised by its content', () => {
  test.each(ACCEPTED)('%s is taken as %s', async (name, format, contentType) => {
    expect(sniffAudio(await headOf(name))).toEqual({ ok: true, format, contentType })
  })

  test('an ID3 tag in front of a FLAC file or a bare AAC stream does not make it an MP3, nor hide what else it is', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x14'), Buffer.alloc(20)])
    expect(sniffAudio(Buffer.concat([tag, await headOf('flac-16.flac')]))).toMatchObject({ format: 'flac' })
    expect(sniffAudio(Buffer.concat([tag, await headOf('adts.aac')]))).toMatchObject({ format: 'aac' })
    const other = sniffAudio(Buffer.concat([tag, bytesOf('TTA1')]))
    expect(other).toMatchObject({ problem: expect.stringMatching(/^This is a True Audio file\./) })
  })

  test('an MP3 that begins in the middle of a frame, or after padding, is still an MP3, as is one of two frames and a tag', async () => {
    const mp3 = await headOf('mp3-no-tag.mp3')
    expect(sniffAudio(mp3.subarray(100))).toMatchObject({ format: 'mp3' })
    expect(sniffAudio(Buffer.concat([Buffer.alloc(2_000), mp3]))).toMatchObject({ format: 'mp3' })
    const short = zerosWith(mp3FrameBytes * 2 + 128, [0, mp3Header], [mp3FrameBytes, mp3Header])
    expect(sniffAudio(short)).toMatchObject({ ok: false })
    short.set(Buffer.from('TAG'), mp3FrameBytes * 2)
    expect(sniffAudio(short)).toMatchObject({ format: 'mp3' })
  })
})

/** Zeros with some bytes in them. */
const zerosWith = (length: number, ...pieces: [at: number, bytes: Uint8Array][]) => {
  const bytes = new Uint8Array(length)
  for (const [at, piece] of pieces) bytes.set(piece, at)
  return bytes
}

const mp3Header = Uint8Array.of(0xff, 0xfb, 0x90, 0x64)
const mp3FrameBytes = 417
const adtsHeader = Uint8Array.of(0xff, 0xf1, 0x50, 0x00, 0x19, 0x00)
const adtsFrameBytes = 200

describe('frames without a signature count only where they follow one another', () => {
  test.each([
    ['mp3', mp3Header, mp3FrameBytes],
    ['aac', adtsHeader, adtsFrameBytes],
  ] as const)('%s', (format, header, frameBytes) => {
    const row = (frames: number, from: number, length = 60_000) =>
      sniffAudio(
        zerosWith(
          length,
          ...Array.from({ length: frames }, (_, n): [number, Uint8Array] => [from + n * frameBytes, header]),
        ),
      )
    const problem = 'This file was not recognised as audio. Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.'
    const unknown = { ok: false, problem } as const
    for (const [frames, from] of [
      [1, 0],
      [1, 100],
      [2, 0],
      [2, 100],
      [3, 16_384],
    ] as const) {
      expect([frames, from, row(frames, from)]).toEqual([frames, from, unknown])
    }
    for (const from of [0, 100, 16_383]) expect([from, row(3, from)]).toMatchObject([from, { ok: true, format }])
    expect(row(1, 0, frameBytes)).toMatchObject({ ok: true, format })
    expect(row(1, 0, frameBytes - 1)).toEqual(unknown)
    expect(row(2, 0, frameBytes * 2 - 1)).toMatchObject({ ok: true, format })
  })
})

/** Three frames of so many bytes that begin with this header. */
const rowOf = (header: number[], bytes: number) =>
  zerosWith(bytes * 3, ...[0, 1, 2].map((n): [number, Uint8Array] => [n * bytes, Uint8Array.from(header)]))

const REFUSED = [
  ['an empty file', new Uint8Array(), 'This file is empty.'],
  ['a playlist of other files', bytesOf('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'This is a playlist and holds'],
  ['a playlist after a byte order mark', bytesOf('\xef\xbb\xbf\n #EXTM3U\n'), 'This is a playlist and holds'],
  ['a film', bytesOf('\x1aE\xdf\xa3'), 'This is a WebM or Matroska file.'],
  ['a film in MP4', bytesOf('\0\0\0\x18ftypM4V '), 'This is a video.'],
  [
    'a film whose tables are in front',
    bytesOf('\0\0\0\x18ftypisom....stsd\0\0\0\0\0\0\0\x01....avc1'),
    'This is a video.',
  ],
  [
    'a copy-protected song',
    bytesOf('\0\0\0\x18ftypM4A ....stsd\0\0\0\0\0\0\0\x01....drms'),
    'This is a copy-protected file.',
  ],
  [
    'DTS in MP4',
    bytesOf('\0\0\0\x18ftypisom....stsd\0\0\0\0\0\0\0\x01....dtsc'),
    'This is a DTS file. Upload WAV, AIFF,',
  ],
  [
    'AMR in MP4',
    bytesOf('\0\0\0\x18ftyp3gp4....stsd\0\0\0\0\0\0\0\x01....samr'),
    'This is an AMR recording. Upload WAV,',
  ],
  ['MPEG layer I', rowOf([0xff, 0xff, 0x40, 0], 136), 'This is an MP1 file (MPEG layer I). Upload WAV, AIFF,'],
  ['MPEG layer II', rowOf([0xff, 0xfd, 0x80, 0], 417), 'This is an MP2 file (MPEG layer II). Upload WAV, AIFF,'],
  ['MPEG-2 layer II', rowOf([0xff, 0xf5, 0x80, 0], 417), 'This is an MP2 file (MPEG layer II). Upload WAV, AIFF,'],
  ['LATM', rowOf([0x56, 0xe0, 0x61], 100), 'This is AAC as broadcasts send it (LATM). Upload WAV, AIFF,'],
  ['Windows Media', bytesOf('\x30\x26\xb2\x75'), 'This is a Windows Media file.'],
  ['a picture', bytesOf('\x89PNG\r\n'), 'This is a picture.'],
  ['a picture in RIFF', bytesOf('RIFF\0\0\0\0WEBP'), 'This is a picture.'],
  ['a zip archive', bytesOf('PK\x03\x04'), 'This is a zip archive.'],
  ['plain words', bytesOf('Dear diary, today I made a song.'), 'This file was not recognised as audio.'],
  ['noise', Uint8Array.from({ length: 60_000 }, (_, i) => (i * 2_654_435_761) >>> 13), 'This file was not recognised'],
  ['nothing but ones', new Uint8Array(60_000).fill(255), 'This file was not recognised as audio.'],
] as const

describe('what is not taken is named, and what to upload instead', () => {
  test.each(REFUSED)('%s', (_, head, begins) => {
    const sniffed = sniffAudio(head)
    expect(sniffed.ok).toBe(false)
    expect('problem' in sniffed && sniffed.problem).toStartWith(begins)
  })

  test.each([
    ['refused-alac.m4a', 'This is an Apple Lossless (ALAC) file, which this site cannot read.'],
    ['refused-webm.webm', 'This is a WebM or Matroska file.'],
    ['refused-ogg-flac.ogg', 'This is FLAC inside an Ogg file.'],
  ])('%s', async (name, sentence) => {
    expect(sniffAudio(await headOf(name))).toEqual({
      ok: false,
      problem: `${sentence} Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.`,
    })
  })

  test('no prefix of a real file, however short, throws or is taken for another kind', async () => {
    for (const [name, format] of ACCEPTED) {
      const head = await headOf(name)
      for (const length of [1, 3, 4, 7, 11, 12, 26, 27, 40, 100, 1_000]) {
        const sniffed = sniffAudio(head.subarray(0, length))
        if (sniffed.ok) expect([format, 'mp3']).toContain(sniffed.format)
      }
    }
  })
})
