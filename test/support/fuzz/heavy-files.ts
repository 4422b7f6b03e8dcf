import { deflateSync, gzipSync } from 'node:zlib'
import { flacWithBlock, wav } from '../casset/audio-kinds.ts'
import { fixture } from '../casset/upload.ts'
import { png, pngChunk, profileChunk, rawPng, withChunks, withScans } from '../platform/picture.ts'
import { heavyTexts } from './heavy-texts.ts'

const size = 300_000
const bytes = (length: number) => Buffer.alloc(length)
const be = (value: number, length: number) => {
  const out = Buffer.alloc(length)
  out.writeUIntBE(value, 0, length)
  return out
}
const le = (value: number) => Buffer.from(be(value, 4).toReversed())
const many = (part: Uint8Array) => Buffer.concat(Array<Uint8Array>(Math.floor(size / part.length)).fill(part))

/** A frame of ID3v2.3, or a whole tag: their sizes are written differently. */
const frame = (id: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(id), be(content.length, 4), bytes(2), content])
const tag = (content: Uint8Array, flags = 0) => {
  const parts = [21, 14, 7, 0].map((shift) => (content.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x03\0'), Buffer.from([flags, ...parts]), content])
}

/** Atoms of MP4 within each other, 8 bytes each. */
const nestedAtoms = (kind: string) =>
  Buffer.concat(Array.from({ length: 30_000 }, (_, at) => Buffer.concat([be((30_000 - at) * 8, 4), Buffer.from(kind)])))

const comment = (text: string) => Buffer.concat([le(Buffer.byteLength(text)), Buffer.from(text)])
const comments = (texts: readonly string[]) => Buffer.concat([comment('x'), le(texts.length), ...texts.map(comment)])

/**
 * Returns files of at most 300 kB that cost whoever reads them most, by name: they unpack to far
 * more, nest, or have tens of thousands of parts. Reading comments takes the square of their count.
 */
export async function heavyFiles(commentCount: number): Promise<{ name: string; bytes: Uint8Array }[]> {
  const red = png(64, 64, () => [200, 10, 10])
  const photo = png(300, 300, (x, y) => [x % 256, y % 256, 9])
  const jpeg = Buffer.from(await new Bun.Image(photo).jpeg({ quality: 80, progressive: true }).bytes())
  const [flac, mp3] = await Promise.all(
    ['flac-16.flac', 'mp3-cbr.mp3'].map(async (name) => Buffer.from(await fixture(name))),
  )
  const huge = bytes(100_000_000)
  const sound = wav({ bits: 16, channels: 1, sampleRate: 8_000, samples: [] }, bytes(16_000), { bytes: 2 })
  const head = sound.subarray(0, 36)
  const files: Record<string, Uint8Array> = {
    'profile.png': withChunks(red, profileChunk(huge)),
    'words.png': withChunks(red, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(huge)]))),
    'pixels.png': rawPng(60_000, 60_000, bytes(1_000_000), [1, 0]),
    'chunks.png': withChunks(red, many(pngChunk('tEXt', Buffer.from('a\0b')))),
    'palette.png': withChunks(red, pngChunk('PLTE', many(Buffer.from([1, 2, 3])))),
    'scans.jpg': withScans(jpeg, 190),
    'segments.jpg': Buffer.concat([jpeg.subarray(0, 2), many(Buffer.from('ffe10004aaaa', 'hex')), jpeg.subarray(2)]),
    'frames.gif': Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
      many(Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex')),
      Buffer.from(';'),
    ]),
    'nested.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}${'</g>'.repeat(30_000)}</svg>`,
    ),
    'entities.svg': Buffer.from(
      `<!DOCTYPE s [${Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`).join('')}]><svg>&e30;</svg>`,
    ),
    'packed.svgz': gzipSync(huge),
    'chunks.wav': Buffer.concat([head, many(Buffer.from('LIST\0\0\0\0')), sound.subarray(36)]),
    'words.wav': Buffer.concat([
      head,
      Buffer.from('LIST'),
      le(size),
      Buffer.from('INFO'),
      many(Buffer.from('INAM\x02\0\0\0a\0')),
      sound.subarray(36),
    ]),
    'comments.flac': flacWithBlock(flac ?? bytes(0), 4, comments(Array<string>(commentCount).fill('A=b'))),
    'one-comment.flac': flacWithBlock(flac ?? bytes(0), 4, comments([`ARTIST=${'a;'.repeat(150_000)}`])),
    'counted.flac': flacWithBlock(flac ?? bytes(0), 4, Buffer.concat([comment('x'), le(0xffffffff), bytes(1_000)])),
    'picture.flac': flacWithBlock(flac ?? bytes(0), 6, Buffer.concat([be(3, 4), be(0xffffffff, 4), bytes(250_000)])),
    'frames.mp3': Buffer.concat([tag(many(frame('TPE2', Buffer.from('\0a;b')))), mp3 ?? bytes(0)]),
    'names.mp3': Buffer.concat([tag(frame('TPE1', Buffer.from(`\0${'a/'.repeat(140_000)}`))), mp3 ?? bytes(0)]),
    'tags.mp3': Buffer.concat([many(tag(bytes(0))), mp3 ?? bytes(0)]),
    'mixed.mp3': Buffer.concat([tag(Buffer.from(many(Buffer.from([0xff, 0]))), 0x80), mp3 ?? bytes(0)]),
    'nested.m4a': Buffer.concat([be(24, 4), Buffer.from('ftypM4A \0\0\0\0M4A isom'), nestedAtoms('moov')]),
    'udta.m4a': Buffer.concat([be(24, 4), Buffer.from('ftypM4A \0\0\0\0M4A isom'), nestedAtoms('udta')]),
    'atoms.m4a': Buffer.concat([
      be(24, 4),
      Buffer.from('ftypM4A \0\0\0\0M4A isom'),
      many(Buffer.concat([be(8, 4), Buffer.from('free')])),
    ]),
    'pages.ogg': many(Buffer.concat([Buffer.from('OggS\0\x02'), bytes(20), Buffer.from([0])])),
    'nested.mkv': Buffer.concat([Buffer.from('1a45dfa3', 'hex'), many(Buffer.from('18538067ff', 'hex'))]),
    'atoms.mp4': Buffer.concat([be(24, 4), Buffer.from('ftypisom\0\0\0\0isommp42'), nestedAtoms('trak')]),
    'nested.pdf': Buffer.from(`%PDF-1.7\n${'<<'.repeat(140_000)}`),
    'entries.zip': many(Buffer.from('504b0304140000000000', 'hex')),
    'packed.gz': gzipSync(huge),
    ...Object.fromEntries(
      heavyTexts(size)
        .filter((_, at) => at % 25 === 0)
        .map((text, at) => [`${at}.txt`, Buffer.from(text)]),
    ),
  }
  return Object.entries(files).map(([name, each]) => ({ name, bytes: each }))
}
