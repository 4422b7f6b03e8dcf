import { TagLib } from 'taglib-wasm'
import { once } from '../../../src/lib/turn/once.ts'
import { aiff, caf, loudNoise, packed, w64, wav } from '../casset/audio-kinds.ts'
import { fixture } from '../casset/upload.ts'

const text = (words: string) => Buffer.from(words, 'latin1')
const sized = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const reversed = (value: number, bytes: number) => sized(value, bytes).reverse()

const frame = (id: string, content: Buffer) =>
  Buffer.concat([text(id), sized(content.length, 4), Buffer.alloc(2), content])

const jpeg = Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), text('PRIVATE of the camera'), Buffer.from('ffd9', 'hex')])

/**
 * An ID3v2.3 tag with a frame of each kind that a DJ's program, a shop or a studio leaves: all say
 * PRIVATE.
 */
function id3(): Buffer {
  const frames = [
    frame('TIT2', text('\0PRIVATE title')),
    frame('TCON', text('\0Dub')),
    frame('TSSE', text('\0PRIVATE encoder')),
    frame('TOWN', text('\0PRIVATE owner')),
    frame('COMM', text('\0engiTunNORM\0PRIVATE level')),
    frame('POPM', text('PRIVATE@example.com\0\xff\0\0\0\x01')),
    frame('PRIV', text('PRIVATE.example.com\0data')),
    frame('GEOB', text('\0application/octet-stream\0\0Serato Analysis\0PRIVATE beats')),
    frame('UFID', text('http://www.cddb.com/id3/taginfo1.html\0PRIVATE')),
    frame('OWNE', text('\0EUR0.99\x0020261122PRIVATE shop')),
    frame('COMR', text('\0EUR1\x0020261122https://example.com\0\0PRIVATE\0\0')),
    frame('APIC', Buffer.concat([text('\0image/jpeg\0\x00PRIVATE cover\0'), jpeg])),
    frame('USLT', text('\0eng\0la la')),
    frame('CHAP', Buffer.concat([text('PRIVATE1\0'), Buffer.alloc(8), Buffer.alloc(8, 255)])),
    frame('XYZ1', text('PRIVATE of nobody knows what')),
  ]
  const body = Buffer.concat([...frames, Buffer.alloc(64)])
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127)
  return Buffer.concat([text('ID3\x03\0\0'), Buffer.from(size), body])
}

function ape(): Buffer {
  const item = (key: string, value: string) =>
    Buffer.concat([reversed(value.length, 4), Buffer.alloc(4), text(`${key}\0${value}`)])
  const items = [item('Title', 'PRIVATE title'), item('SERATO_OVERVIEW', 'PRIVATE view')]
  const body = Buffer.concat(items)
  const head = (flags: number) =>
    Buffer.concat([
      text('APETAGEX'),
      reversed(2000, 4),
      reversed(body.length + 32, 4),
      reversed(items.length, 4),
      reversed(flags, 4),
      Buffer.alloc(8),
    ])
  return Buffer.concat([head(0xa0000000), body, head(0x80000000)])
}

const id3v1 = () => Buffer.concat([text('TAG'), text('PRIVATE title'.padEnd(30)), text('PRIVATE artist'.padEnd(95))])

async function flac(): Promise<Buffer> {
  const plain = Buffer.from(await fixture('flac-16.flac'))
  const block = (kind: number, content: Buffer) => Buffer.concat([sized(kind, 1), sized(content.length, 3), content])
  const comment = (words: string) => Buffer.concat([reversed(words.length, 4), text(words)])
  const comments = [
    'TITLE=PRIVATE title',
    'TOTALTRACKS=10',
    'SERATO_PLAYCOUNT=PRIVATE',
    'DESCRIPTION=PRIVATE',
    'ENCODER=PRIVATE',
  ]
  const picture = [
    sized(3, 4),
    sized(10, 4),
    text('image/jpeg'),
    sized(7, 4),
    text('PRIVATE'),
    Buffer.alloc(16),
    sized(jpeg.length, 4),
    jpeg,
  ]
  const blocks = [
    block(4, Buffer.concat([comment('PRIVATE vendor'), reversed(comments.length, 4), ...comments.map(comment)])),
    block(2, text('ATCHPRIVATE attachment')),
    block(2, Buffer.concat([text('riffbext'), reversed(602, 4), text('PRIVATE'), Buffer.alloc(595)])),
    block(2, Buffer.concat([text('riffiXML'), reversed(7, 4), text('PRIVATE')])),
    block(6, Buffer.concat(picture)),
    block(1, text('PRIVATE padding')),
  ]
  const info = Buffer.from(plain.subarray(0, 42))
  info[4] = 0
  let at = 4
  let isLast = false
  while (!isLast) {
    isLast = ((plain[at] ?? 0) & 128) !== 0
    at += 4 + plain.readUIntBE(at + 1, 3)
  }
  const end = blocks.pop() ?? Buffer.alloc(0)
  end[0] = (end[0] ?? 0) | 128
  return Buffer.concat([id3(), info, ...blocks, end, plain.subarray(at), id3v1()])
}

async function m4a(): Promise<Buffer> {
  const plain = Buffer.from(await fixture('m4a-plain.m4a'))
  const atom = (name: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content)
    return Buffer.concat([sized(body.length + 8, 4), text(name), body])
  }
  const data = (words: string) => atom('data', sized(1, 4), Buffer.alloc(4), text(words))
  const free = [atom('mean', Buffer.alloc(4), text('com.serato.dj')), atom('name', Buffer.alloc(4), text('markers'))]
  const items = [
    atom('\xa9nam', data('PRIVATE title')),
    atom('\xa9too', data('PRIVATE encoder')),
    atom('apID', data('PRIVATE@example.com')),
    atom('ownr', data('PRIVATE owner')),
    atom('purd', data('PRIVATE date')),
    atom('covr', atom('data', sized(13, 4), Buffer.alloc(4), jpeg)),
    atom('----', ...free, data('PRIVATE markers')),
  ]
  const handler = atom('hdlr', Buffer.alloc(8), text('mdirappl'), Buffer.alloc(9))
  const meta = atom('meta', Buffer.alloc(4), handler, atom('ilst', ...items))
  const udta = atom('udta', meta, atom('Xtra', text('PRIVATE of Windows')), atom('name', text('PRIVATE name')))
  const rest: Buffer[] = []
  let moov: Buffer[] = []
  for (let at = 0; at < plain.length; ) {
    const one = plain.subarray(at, at + plain.readUInt32BE(at))
    at += one.length
    if (one.toString('latin1', 4, 8) !== 'moov') rest.push(one)
    else
      for (let inner = 8; inner < one.length; inner += one.readUInt32BE(inner)) {
        const child = one.subarray(inner, inner + one.readUInt32BE(inner))
        if (child.toString('latin1', 4, 8) !== 'udta') moov = [...moov, child]
      }
  }
  return Buffer.concat([...rest, atom('moov', ...moov, udta), atom('uuid', Buffer.alloc(16), text('PRIVATE XMP'))])
}

function riff(): Buffer {
  const sound = loudNoise(16)
  const chunk = (id: string, content: Buffer) =>
    Buffer.concat([text(id), reversed(content.length, 4), content, Buffer.alloc(content.length % 2)])
  const before = [
    chunk('bext', Buffer.concat([text('PRIVATE'), Buffer.alloc(595)])),
    chunk('iXML', text('<BWFXML>PRIVATE</BWFXML>')),
    chunk('_PMX', text('<x:xmpmeta>PRIVATE</x:xmpmeta>')),
    chunk(
      'LIST',
      Buffer.concat([text('INFO'), chunk('ISFT', text('PRIVATE program')), chunk('ICMT', text('PRIVATE words'))]),
    ),
    chunk('LIST', Buffer.concat([text('adtl'), chunk('labl', text('\0\0\0\0PRIVATE mark'))])),
    chunk('id3 ', id3()),
    chunk('minf', text('PRIVATE of Pro Tools')),
  ]
  return wav(sound, packed(sound, true), { bytes: 2, before })
}

function form(): Buffer {
  const sound = loudNoise(16)
  const chunk = (id: string, content: Buffer) =>
    Buffer.concat([text(id), sized(content.length, 4), content, Buffer.alloc(content.length % 2)])
  const extra = ['NAME', 'AUTH', 'ANNO', '(c) ', 'APPL'].map((id) => chunk(id, text('PRIVATE words')))
  return aiff(sound, packed(sound, false), { extra: [...extra, chunk('ID3 ', id3())] })
}

/** A Core Audio file with what Logic and the Finder note in it. */
export function privateCaf(): Buffer {
  const sound = loudNoise(24)
  const plain = caf(sound, packed(sound, false))
  const chunk = (id: string, words: string) =>
    Buffer.concat([text(id), sized(0, 4), sized(words.length, 4), text(words)])
  const at = plain.indexOf('data')
  const notes = ['strg', 'mark', 'uuid', 'umid', 'free'].map((id) => chunk(id, `PRIVATE of ${id}`))
  return Buffer.concat([plain.subarray(0, at), ...notes, plain.subarray(at), chunk('ovvw', 'PRIVATE behind')])
}

/** A Wave64 file with chunks of a list and of a broadcast extension. */
export function privateW64(): Buffer {
  const sound = loudNoise(24, 1, 1, 8_001)
  const plain = w64(sound, packed(sound, true), 3)
  const rest = plain.subarray(plain.indexOf('fmt ') + 4, plain.indexOf('fmt ') + 16)
  const chunk = (id: string, words: string) => {
    const size = Buffer.concat([reversed(words.length + 24, 4), Buffer.alloc(4)])
    return Buffer.concat([text(id), rest, size, text(words), Buffer.alloc((8 - (words.length % 8)) % 8)])
  }
  const at = plain.indexOf('data')
  return Buffer.concat([
    plain.subarray(0, at),
    chunk('bext', 'PRIVATE'),
    plain.subarray(at),
    chunk('list', 'PRIVATE list'),
  ])
}

/** An RF64 file with what editors note in it. */
export function privateRf64(magic: string): Buffer {
  const sound = loudNoise(24)
  const chunk = (id: string, words: string) => Buffer.concat([text(id), reversed(words.length, 4), text(words)])
  const before = [chunk('bext', 'PRIVATE place'.padEnd(602)), chunk('axml', 'PRIVATE speaker ')]
  const long = wav(sound, packed(sound, true), { bytes: 3, magic, before })
  return Buffer.concat([long, chunk('iXML', 'PRIVATE words!')])
}

/** Writes private comments and a private cover into a fixture of Ogg. */
async function ogg(name: string): Promise<Buffer> {
  const taglib = await TagLib.initialize()
  using file = await taglib.open(await fixture(name))
  file.setProperties({ title: ['PRIVATE title'], SERATO_PLAYCOUNT: ['PRIVATE'], 'RATING:PRIVATE@EXAMPLE.COM': ['0.8'] })
  file.setLyrics([{ text: 'la la' }])
  file.setPictures([{ mimeType: 'image/jpeg', data: jpeg, type: 'FrontCover', description: 'PRIVATE' }])
  file.save()
  return Buffer.from(file.getFileBuffer())
}

/**
 * Masters as programs leave them, by the ends of their names: whatever says PRIVATE is nobody
 * else's business.
 */
export const privateMasters = once(
  async (): Promise<Record<string, Buffer>> => ({
    mp3: Buffer.concat([id3(), Buffer.from(await fixture('mp3-no-tag.mp3')), ape(), id3v1()]),
    aac: Buffer.concat([id3(), Buffer.from(await fixture('adts.aac')), id3v1()]),
    flac: await flac(),
    m4a: await m4a(),
    wav: riff(),
    aiff: form(),
    ogg: await ogg('vorbis.ogg'),
    opus: await ogg('opus.opus'),
  }),
)
