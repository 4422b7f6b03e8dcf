import { describe, expect, test } from 'bun:test'
import { crc32, deflateSync } from 'node:zlib'
import { drawCover } from '../../src/demo/art/cover.ts'
import { drawPicture } from '../../src/demo/art/picture.ts'
import { createPlate, fill, wipe } from '../../src/demo/art/plate.ts'
import { ellipse, hole, rect } from '../../src/demo/art/shape.ts'
import { drawSticker } from '../../src/demo/art/sticker/sticker.ts'
import { ARTISTS } from '../../src/demo/artists.ts'
import { hexToOklch, linearToByte, oklchToHex } from '../../src/lib/music/oklch.ts'
import { dominantColor } from '../../src/platform/asset/picture/dominant-color.ts'
import { encodePng } from '../../src/platform/asset/picture/encode-png.ts'
import { readWebp } from '../../src/platform/asset/picture/webp.ts'
import { cleanEmoji } from '../../src/shop/emoji/picture/clean-emoji.ts'

const degreesApart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

describe.each(ARTISTS.map((artist) => [artist.handle, artist] as const))(
  'the sleeve and picture of %s',
  (_, artist) => {
    const cover = drawCover(artist, 120)
    const picture = drawPicture(artist)

    test('give the page the hue of the artist, clearly coloured', async () => {
      for (const png of [cover, picture]) {
        const { h: hue, c: chroma } = hexToOklch(await dominantColor(new Bun.Image(png)))
        expect(degreesApart(hue, artist.hue)).toBeLessThan(25)
        expect(chroma).toBeGreaterThan(0.06)
      }
    })

    test('come out the same each time, and otherwise from another seed', () => {
      const draw = (seed: number) => Bun.hash(drawCover({ ...artist, seed }, 60))
      const first = draw(artist.seed)
      expect([draw(artist.seed) === first, draw(artist.seed + 1) === first]).toEqual([true, false])
      expect(Bun.hash(drawPicture(artist))).toBe(Bun.hash(picture))
    })

    test('follow the hue that the artist chooses', async () => {
      const turned = drawCover({ ...artist, hue: (artist.hue + 120) % 360 }, 90)
      const { h: hue } = hexToOklch(await dominantColor(new Bun.Image(turned)))
      expect(degreesApart(hue, artist.hue + 120)).toBeLessThan(45)
    })
  },
)

test('a cover is 1000 and a picture 400 pixels square, as PNG', async () => {
  for (const artist of ARTISTS.slice(-1)) {
    expect(await new Bun.Image(drawCover(artist)).metadata()).toMatchObject({
      width: 1000,
      height: 1000,
      format: 'png',
    })
    expect(await new Bun.Image(drawPicture(artist)).metadata()).toMatchObject({
      width: 400,
      height: 400,
      format: 'png',
    })
  }
})

test('no two artists share a sleeve design or a hue', () => {
  expect(new Set(ARTISTS.map(({ cover }) => cover)).size).toBe(ARTISTS.length)
  for (const [i, a] of ARTISTS.entries())
    for (const b of ARTISTS.slice(i + 1)) expect(degreesApart(a.hue, b.hue)).toBeGreaterThan(30)
})

test('a colour survives the way to hex and back, and one that no screen shows keeps its hue', () => {
  const shown = hexToOklch(oklchToHex({ l: 0.7, c: 0.1, h: 200 }))
  expect(shown.h).toBeCloseTo(200, -0.5)
  expect(shown.c).toBeCloseTo(0.1, 2)
  const loud = hexToOklch(oklchToHex({ l: 0.6, c: 0.4, h: 150 }))
  expect(degreesApart(loud.h, 150)).toBeLessThan(3)
  expect(loud.c).toBeLessThan(0.3)
  expect([0, 1, 2, -1].map(linearToByte)).toEqual([0, 255, 255, 0])
})

describe('a plate', () => {
  const inked = (plate: ReturnType<typeof createPlate>) => plate.ink.reduce((sum, ink) => sum + ink, 0)

  test('covers as many pixels as a shape has area, whatever lies between pixels or beyond the sheet', () => {
    const plate = createPlate(100)
    fill(plate, [rect(103, 207, 300, 55)])
    expect(inked(plate)).toBeCloseTo(30 * 5.5, 1)
    wipe(plate)
    fill(plate, [rect(-500, 900, 700, 900)])
    expect(inked(plate)).toBeCloseTo(20 * 10, 1)
    wipe(plate)
    fill(plate, [ellipse(500, 500, 300), hole(ellipse(500, 500, 200))])
    expect(inked(plate)).toBeCloseTo(Math.PI * (30 ** 2 - 20 ** 2), -1)
    wipe(plate)
    fill(plate, [rect(1200, 0, 50, 50)])
    expect(inked(plate)).toBe(0)
  })

  test('takes the tone of the last shape, and none where that is cut out', () => {
    const plate = createPlate(10)
    fill(plate, [rect(0, 0, 1000, 1000)], 0.5)
    fill(plate, [rect(0, 0, 500, 1000)], (_, y) => (y < 500 ? 1 : 0))
    expect([...plate.ink.subarray(0, 10)]).toEqual([1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5])
    expect([...plate.ink.subarray(90, 100)]).toEqual([0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5])
  })
})

test('PNG keeps every pixel: noise, an even area and a ramp are read as from a file without filters', async () => {
  const sizePx = 48
  const size = { width: sizePx, height: sizePx }
  const pixels = new Uint8Array(sizePx * sizePx * 3).map((_, at) => {
    const row = Math.floor(at / (sizePx * 3))
    return row < 16 ? Math.imul(at + 7, 2654435761) >>> 24 : row < 32 ? 77 : (at * 5) & 255
  })
  const read = (png: Uint8Array) => new Bun.Image(png).png().bytes()
  const written = encodePng(pixels, size)
  expect(await read(written)).toEqual(await read(unfiltered(written, pixels, sizePx)))
  expect(await read(encodePng(pixels.with(3000, 78), size))).not.toEqual(await read(written))
})

/** The same file, its rows stored as they are. */
function unfiltered(png: Uint8Array, pixels: Uint8Array, sizePx: number): Uint8Array {
  const rows = Array.from({ length: sizePx }, (_, row) => [
    0,
    ...pixels.subarray(row * sizePx * 3, (row + 1) * sizePx * 3),
  ])
  const body = deflateSync(Uint8Array.from(rows.flat()))
  const content = Buffer.concat([Buffer.from('IDAT'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(content))
  const start = Buffer.from(png).indexOf('IDAT') - 4
  return Buffer.concat([png.subarray(0, start), length, content, check, png.subarray(-12)])
}

test('the emoji of the demo are small, keep still or move as they should, and can be put up as they are', async () => {
  for (const artist of ARTISTS) {
    for (const { design } of artist.emojis ?? []) {
      const sticker = await drawSticker(artist, design)
      const read = readWebp(sticker)
      expect([design, read?.width, read?.height]).toEqual([design, 64, 64])
      expect((read?.frames.length ?? 0) > 1).toBe(design !== 'spool')
      expect(Buffer.from((await cleanEmoji(sticker, 'image/webp')).bytes)).toEqual(Buffer.from(sticker))
    }
  }
})
