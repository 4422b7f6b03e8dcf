import { describe, expect, test } from 'bun:test'
import { readWebp } from '../../src/platform/asset/picture/webp.ts'
import { cleanEmoji } from '../../src/shop/emoji/picture/clean-emoji.ts'
import { rowsOf } from '../support/account/account.ts'
import { fixture, keptFiles } from '../support/casset/upload.ts'
import { MUTATION_NAMES, mutant } from '../support/mutants.ts'
import { png, pngSignature, rawPng, withExif } from '../support/platform/picture.ts'
import { startServer } from '../support/server.ts'
import { putUp } from '../support/shop/emoji.ts'
import { cast } from '../support/world.ts'

const gif = Buffer.from(await fixture('bounce.gif'))
const webp = Buffer.from(await fixture('bounce.webp'))
const secret = 'GPS 48.2082 N'

const clean = async (bytes: Uint8Array, type: string) => Buffer.from((await cleanEmoji(bytes, type)).bytes)
const put = (bytes: Buffer, at: number, ...more: Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, at), ...more, bytes.subarray(at)])
const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

/** Why a picture is no emoji; `taken` when it is one. */
const refusal = (bytes: Uint8Array, type: string) =>
  cleanEmoji(bytes, type).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  )

const broken = 'This picture is damaged, or its file type is wrong.'

/** Where the first block of a GIF begins, behind its colours. */
const gifStart = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
const part = (text: string) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)])
const end = Buffer.of(0)
const comment = Buffer.concat([Buffer.of(0x21, 0xfe), part(secret), end])
const xmp = Buffer.concat([Buffer.of(0x21, 0xff), part('XMP DataXMP'), part(secret), end])
const plainText = Buffer.concat([Buffer.of(0x21, 0x01), part('x'.repeat(12)), part(secret), end])
const unknown = Buffer.concat([Buffer.of(0x21, 0x77), part(secret), end])

/** The file as RIFF says it is, with a chunk in it. */
const withChunk = (name: string, content: Buffer, at = webp.length) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  const file = put(webp, at, head, content, Buffer.alloc(content.length % 2))
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

describe('a GIF', () => {
  test('keeps its frames, how long each is shown, and its loop', async () => {
    const kept = await clean(gif, 'image/gif')
    expect(await clean(kept, 'image/gif')).toEqual(kept)
    expect(kept.includes('NETSCAPE2.0')).toBe(true)
    const count = (bytes: Buffer) => bytes.toString('latin1').split('\x21\xf9\x04').length - 1
    expect([count(kept), kept.length]).toEqual([count(gif), gif.length])
    expect(await new Bun.Image(kept).png().bytes()).toEqual(await new Bun.Image(gif).png().bytes())
  })

  test('loses its comments, notes, texts and whatever follows its end', async () => {
    const kept = await clean(gif, 'image/gif')
    const told = put(gif, gifStart, comment, xmp, plainText, unknown)
    expect(await clean(Buffer.concat([told, Buffer.from(`PK\x03\x04${secret}`)]), 'image/gif')).toEqual(kept)
  })

  test('waits for nobody to press a key', async () => {
    const waiting = changed(gif, (copy) => {
      for (
        let at = copy.indexOf('\x21\xf9\x04', 'latin1');
        at >= 0;
        at = copy.indexOf('\x21\xf9\x04', at + 1, 'latin1')
      ) {
        copy[at + 3] = (copy[at + 3] ?? 0) | 0x02
      }
    })
    expect(waiting).not.toEqual(gif)
    expect(await clean(waiting, 'image/gif')).toEqual(await clean(gif, 'image/gif'))
  })

  test('hides nothing behind the last pixel of a frame', async () => {
    const tail = gif.lastIndexOf(0)
    const stuffed = put(gif, tail, part(secret))
    expect(stuffed.includes(secret)).toBe(true)
    expect(await clean(stuffed, 'image/gif')).toEqual(await clean(gif, 'image/gif'))
  })

  test('that lies, breaks off or holds no picture is refused', async () => {
    const frame = gif.indexOf(0x2c, gifStart)
    const marks = gif[frame + 9] ?? 0
    const colours = marks & 0x80 ? 3 * 2 ** ((marks & 7) + 1) : 0
    const hostile: [name: string, bytes: Buffer][] = [
      ['a screen smaller than its frames', changed(gif, (copy) => copy.writeUInt16LE(8, 6))],
      ['a frame outside the screen', changed(gif, (copy) => copy.writeUInt16LE(40, frame + 1))],
      ['a frame below the screen', changed(gif, (copy) => copy.writeUInt16LE(40, frame + 3))],
      ['a frame of no width', changed(gif, (copy) => copy.writeUInt16LE(0, frame + 5))],
      ['a frame with more pixels than it says', changed(gif, (copy) => copy.writeUInt16LE(20, frame + 7))],
      [
        'a frame with fewer pixels than it says',
        changed(gif, (copy) => copy.fill(60, 8, 9).fill(60, frame + 7, frame + 8)),
      ],
      ['half a file', gif.subarray(0, gif.length >> 1)],
      ['no end', gif.subarray(0, -1)],
      ['no frame', Buffer.concat([gif.subarray(0, gifStart), Buffer.of(0x3b)])],
      ['no colours', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
      ['codes of one bit', changed(gif, (copy) => copy.writeUInt8(1, frame + 10 + colours))],
      ['a header alone', Buffer.from('GIF89a')],
      ['another format', Buffer.from('GIF90a'.padEnd(60, '\0'))],
    ]
    for (const [name, bytes] of hostile) expect([name, await refusal(bytes, 'image/gif')]).toEqual([name, broken])
  })

  test('has 128 by 128 pixels and 200 frames at most', async () => {
    const one = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const frames = (count: number) =>
      Buffer.concat([
        one.subarray(0, 19),
        ...Array.from({ length: count }, () => one.subarray(19, -1)),
        Buffer.of(0x3b),
      ])
    expect(await refusal(frames(200), 'image/gif')).toBe('taken')
    expect(await refusal(frames(201), 'image/gif')).toBe('An emoji can have at most 200 frames; this one has 201.')
    const large = changed(one, (copy) => copy.writeUInt16LE(65_535, 6))
    expect(await refusal(large, 'image/gif')).toBe(
      'An emoji can have at most 128 × 128 pixels; this one has 65535 × 1.',
    )
  })
})

describe('a WebP', () => {
  test('keeps its frames bit for bit, and loses what is told about it', async () => {
    const kept = await clean(webp, 'image/webp')
    expect(kept).toEqual(webp)
    const exif = withChunk('EXIF', Buffer.from(secret))
    const told = Buffer.concat([exif, Buffer.from(`<html>${secret}`)])
    expect(await clean(told, 'image/webp')).toEqual(kept)
    for (const name of ['XMP ', 'ICCP', 'JUNK']) {
      expect(await clean(withChunk(name, Buffer.from(secret), 30), 'image/webp')).toEqual(kept)
    }
  })

  test('that stands still is one too', async () => {
    const still = Buffer.from(await new Bun.Image(png(40, 30, (x) => [x * 6, 90, 40])).webp({ quality: 80 }).bytes())
    expect(await clean(still, 'image/webp')).toEqual(still)
    expect(readWebp(still)).toMatchObject({ width: 40, height: 30, animation: undefined })
  })

  test('that lies, breaks off or holds no picture is refused', async () => {
    const frame = webp.indexOf('ANMF')
    const bitstream = webp.indexOf('VP8 ')
    const hostile: [name: string, bytes: Buffer][] = [
      ['a canvas smaller than its frames', changed(webp, (copy) => copy.writeUIntLE(9, 24, 3))],
      ['a frame outside the canvas', changed(webp, (copy) => copy.writeUIntLE(60, frame + 8, 3))],
      ['a frame that says another size', changed(webp, (copy) => copy.writeUIntLE(11, frame + 14, 3))],
      ['a bitstream of another size', changed(webp, (copy) => copy.writeUInt16LE(4000, bitstream + 14))],
      ['a bitstream that is none', changed(webp, (copy) => copy.fill(0xff, bitstream + 8, bitstream + 14))],
      ['half a file', webp.subarray(0, webp.length >> 1)],
      ['a chunk longer than the file', changed(webp, (copy) => copy.writeUInt32LE(0xffffffff, frame + 4))],
      ['no animation head', changed(webp, (copy) => copy.write('ANIN', webp.indexOf('ANIM')))],
      ['a head alone', webp.subarray(0, 12)],
    ]
    for (const [name, bytes] of hostile) expect([name, await refusal(bytes, 'image/webp')]).toEqual([name, broken])
  })

  test('has 128 by 128 pixels and 200 frames at most', async () => {
    const large = changed(webp, (copy) => copy.writeUIntLE(128, 24, 3))
    expect(await refusal(large, 'image/webp')).toBe(
      'An emoji can have at most 128 × 128 pixels; this one has 129 × 40.',
    )
    const frame = webp.subarray(webp.indexOf('ANMF'), webp.indexOf('ANMF', webp.indexOf('ANMF') + 4))
    const bomb = Buffer.concat([webp, ...Array.from({ length: 196 }, () => frame)])
    bomb.writeUInt32LE(bomb.length - 8, 4)
    expect(await refusal(bomb, 'image/webp')).toBe('An emoji can have at most 200 frames; this one has 201.')
  })
})

describe('a still picture', () => {
  test('becomes a PNG of its pixels, upright, without what a camera wrote', async () => {
    const jpeg = await new Bun.Image(png(60, 30, (x) => [x * 4, 90, 40])).jpeg({ quality: 90 }).bytes()
    const kept = await clean(withExif(jpeg, 6, secret), 'image/jpeg')
    expect(kept.includes(secret)).toBe(false)
    expect(await new Bun.Image(kept).metadata()).toMatchObject({ width: 30, height: 60, format: 'png' })
    const text = put(
      png(9, 9, () => [1, 2, 3]),
      33,
      Buffer.from([0, 0, 0, 13]),
      Buffer.from(`tEXt${secret}`),
      Buffer.alloc(4),
    )
    expect((await clean(text, 'image/png')).includes('tEXt')).toBe(false)
  })

  test('that is too large, broken or moving is refused in words', async () => {
    const moving = put(
      png(9, 9, () => [1, 2, 3]),
      33,
      Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1'),
    )
    const cases: [bytes: Uint8Array, words: string][] = [
      [png(128, 128, () => [1, 2, 3]), 'taken'],
      [png(129, 8, () => [1, 2, 3]), 'An emoji can have at most 128 × 128 pixels; this one has 129 × 8.'],
      [png(8, 129, () => [1, 2, 3]), 'An emoji can have at most 128 × 128 pixels; this one has 8 × 129.'],
      [rawPng(50_000, 50_000, Buffer.alloc(9)), broken],
      [rawPng(100, 100, Buffer.alloc(9)), broken],
      [pngSignature, broken],
      [moving, 'Animated PNG is not supported.'],
      [Buffer.alloc(262_145), 'An emoji can have at most 256 KB.'],
    ]
    for (const [bytes, words] of cases) expect(await refusal(bytes, 'image/png')).toBe(words)
  })
})

test('whatever is done to a file, it is refused in words or what is kept is clean', async () => {
  for (const [type, original] of [
    ['image/gif', gif],
    ['image/webp', webp],
  ] as const) {
    for (let round = 0; round < 300; round += 1) {
      const bytes = mutant(original, MUTATION_NAMES[round % MUTATION_NAMES.length] ?? '', round)
      const kept = await cleanEmoji(bytes, type).catch((error) => {
        expect(error).toMatchObject({ code: 'VALIDATION', detail: { field: 'assetId' } })
        return null
      })
      if (kept) expect((await cleanEmoji(kept.bytes, type)).bytes).toEqual(kept.bytes)
    }
  }
})

test('a picture that is no emoji leaves neither a row nor a file', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const before = keptFiles(svc.dataDir).length
  const { status, json } = await putUp(
    svc,
    nova,
    png(200, 100, () => [9, 90, 200]),
  )
  expect([status, json]).toEqual([
    400,
    {
      error: 'An emoji can have at most 128 × 128 pixels; this one has 200 × 100.',
      code: 'VALIDATION',
      field: 'assetId',
    },
  ])
  expect([rowsOf(svc, 'emojis'), keptFiles(svc.dataDir).length - before]).toEqual([[], 3])
})
