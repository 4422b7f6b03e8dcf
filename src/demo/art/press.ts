import { type LinearRgb, linearToByte, oklchToScreen } from '../../lib/music/oklch.ts'
import { encodePng } from '../../platform/asset/picture/encode-png.ts'
import type { ArtistSpec } from '../cast/artist.ts'
import { createRandom, type Random } from '../random.ts'
import { createGrain, createNoise, type Grain, type Noise } from './grain.ts'
import { createPlate, type Plate, wipe } from './plate.ts'

export type Ink = {
  /** Body colour that hides what is under it, rather than glaze that darkens it. */
  readonly opaque?: boolean
  /** How far it misses its place, in units; by chance where not said. */
  readonly shift?: readonly [dx: number, dy: number]
  /** How much of it the grain of the paper refuses, 0…1. */
  readonly dry?: number
}

export type Press = {
  readonly random: Random
  readonly noise: Noise
  /** A colour of the artist: lightness 0…1, share of their chroma, degrees from their hue. */
  readonly colour: (lightness: number, strength?: number, degrees?: number) => LinearRgb
  readonly print: (colour: LinearRgb, draw: (plate: Plate) => void, ink?: Ink) => void
  readonly pull: () => Uint8Array
}

export function createPress(
  artist: ArtistSpec,
  sizePx: number,
  paper: readonly [lightness: number, strength: number],
): Press {
  const random = createRandom(artist.seed * 7919 + 1)
  const noise = createNoise(random)
  const grain = createGrain(noise, 0.9, 0.75)
  const colour: Press['colour'] = (lightness, strength = 1, degrees = 0) =>
    oklchToScreen({ l: lightness, c: artist.chroma * strength, h: artist.hue + degrees })
  const sheet = cutPaper(sizePx, colour(...paper))
  const plate = createPlate(sizePx)
  const print: Press['print'] = (light, draw, ink = {}) => {
    draw(plate)
    const shift = ink.shift ?? [random() * 4 - 2, random() * 4 - 2]
    const lay = { light, dry: ink.dry ?? 0.22, cover: ink.opaque === true, seed: Math.floor(random() * 4096) }
    layInk(sheet, plate, grain, { ...lay, dx: px(shift[0], sizePx), dy: px(shift[1], sizePx) })
    wipe(plate)
  }
  return {
    random,
    noise,
    colour,
    print,
    pull: () => encodePng(develop(sheet, sizePx, grain), { width: sizePx, height: sizePx }),
  }
}

const px = (units: number, sizePx: number) => Math.round((units * sizePx) / 1000)

function cutPaper(sizePx: number, light: LinearRgb): Float32Array {
  const sheet = new Float32Array(sizePx * sizePx * 3)
  for (let at = 0; at < sheet.length; at += 3) sheet.set(light, at)
  return sheet
}

type Lay = {
  readonly light: LinearRgb
  readonly dry: number
  readonly cover: boolean
  readonly seed: number
  readonly dx: number
  readonly dy: number
}

function layInk(sheet: Float32Array, { sizePx, ink, top, bottom }: Plate, grain: Grain, lay: Lay): void {
  const { dx, dy, dry, cover, seed } = lay
  const [red, green, blue] = lay.light
  const last = sizePx - 1
  // Shapes that bleed off the plate bleed off the sheet too, however the plate was shifted.
  const first = top === 0 ? 0 : Math.max(0, top + dy)
  const end = bottom === sizePx ? sizePx : Math.min(sizePx, bottom + dy)
  for (let y = first; y < end; y++) {
    const row = Math.max(0, Math.min(last, y - dy)) * sizePx
    for (let x = 0; x < sizePx; x++) {
      const from = x - dx
      const wanted = ink[row + (from < 0 ? 0 : Math.min(from, last))] ?? 0
      if (wanted < 0.004) continue
      const tooth = grain.at(x + seed, y + seed * 3) - 0.5
      const refused = dry * (tooth > 0 ? 0.25 + tooth * 4.5 : 0.25)
      if (refused >= 1) continue
      const taken = wanted * (1 - refused)
      const at = (y * sizePx + x) * 3
      const r = sheet[at] ?? 0
      const g = sheet[at + 1] ?? 0
      const b = sheet[at + 2] ?? 0
      sheet[at] = r + ((cover ? red : r * red) - r) * taken
      sheet[at + 1] = g + ((cover ? green : g * green) - g) * taken
      sheet[at + 2] = b + ((cover ? blue : b * blue) - b) * taken
    }
  }
}

/** The sheet as sRGB bytes, with the tooth of the paper in it. */
function develop(sheet: Float32Array, sizePx: number, grain: Grain): Uint8Array {
  const bytes = Uint8Array.from({ length: 4096 }, (_, i) => linearToByte(i / 4095))
  const pixels = new Uint8Array(sheet.length)
  for (let y = 0, at = 0; y < sizePx; y++)
    for (let x = 0; x < sizePx; x++) {
      const tooth = (1 + (grain.at(x + 211, y + 89) - 0.5) * 0.13) * 4095
      for (let part = 0; part < 3; part++, at++) pixels[at] = bytes[((sheet[at] ?? 0) * tooth) | 0] ?? 255
    }
  return pixels
}
