import { type LinearRgb, linearToByte, oklchToScreen } from '../../../lib/music/oklch.ts'
import type { ArtistSpec } from '../../cast/artist.ts'
import { createPlate, fill, type Tone, wipe } from '../plate.ts'
import type { Shape } from '../shape.ts'

export type Sheet = {
  /** A colour of the artist: lightness 0…1, share of their chroma, degrees from their hue. */
  readonly colour: (lightness: number, strength?: number, degrees?: number) => LinearRgb
  readonly paint: (light: LinearRgb, shape: Shape, tone?: Tone | number) => void
  /** The painted picture, cut out with a rim of paper: four bytes a pixel. */
  readonly cut: () => Uint8Array
}

const rimUnits = 34
const parts = 4

export function createSheet(artist: ArtistSpec, sizePx: number): Sheet {
  const plate = createPlate(sizePx)
  const painted = new Float32Array(sizePx * sizePx * parts)
  const colour: Sheet['colour'] = (lightness, strength = 1, degrees = 0) =>
    oklchToScreen({ l: lightness, c: artist.chroma * strength, h: artist.hue + degrees })
  return {
    colour,
    paint(light, shape, tone) {
      fill(plate, shape, tone)
      lay(painted, plate.ink, light)
      wipe(plate)
    },
    cut: () => develop(painted, rimOf(painted, sizePx), colour(0.985, 0.12)),
  }
}

/** Puts paint over what is there, each pixel by how much of it the plate has. */
function lay(painted: Float32Array, ink: Float32Array, light: LinearRgb): void {
  for (const [pixel, amount] of ink.entries()) {
    if (amount < 0.004) continue
    const at = pixel * parts
    for (let part = 0; part < 3; part += 1) {
      painted[at + part] = (painted[at + part] ?? 0) * (1 - amount) + (light[part] ?? 0) * amount
    }
    painted[at + 3] = (painted[at + 3] ?? 0) * (1 - amount) + amount
  }
}

/** How much paper there is at each pixel: all around what is painted, with an even edge. */
function rimOf(painted: Float32Array, sizePx: number): Float32Array {
  const rim = new Float32Array(sizePx * sizePx)
  const round = discOf((rimUnits * sizePx) / 1000)
  for (let pixel = 0; pixel < rim.length; pixel += 1) {
    const alpha = painted[pixel * parts + 3] ?? 0
    if (alpha < 0.01) continue
    const [x, y] = [pixel % sizePx, Math.floor(pixel / sizePx)]
    for (const [right, down, share] of round) {
      if (x + right < 0 || x + right >= sizePx || y + down < 0 || y + down >= sizePx) continue
      const at = (y + down) * sizePx + x + right
      if (share * alpha > (rim[at] ?? 0)) rim[at] = share * alpha
    }
  }
  return rim
}

/** The pixels of a disc about 0,0, with how much of each it covers. */
function discOf(radius: number): (readonly [right: number, down: number, share: number])[] {
  const reach = Math.ceil(radius)
  const steps = Array.from({ length: reach * 2 + 1 }, (_, index) => index - reach)
  return steps
    .flatMap((down) => steps.map((right) => [right, down, radius + 0.5 - Math.hypot(right, down)] as const))
    .filter(([, , share]) => share > 0)
    .map(([right, down, share]) => [right, down, Math.min(1, share)])
}

function develop(painted: Float32Array, rim: Float32Array, paper: LinearRgb): Uint8Array {
  const pixels = new Uint8Array(painted.length)
  for (const [pixel, paperShare] of rim.entries()) {
    const at = pixel * parts
    const own = painted[at + 3] ?? 0
    const alpha = own + paperShare * (1 - own)
    if (alpha < 0.004) continue
    for (let part = 0; part < 3; part += 1) {
      const light = (painted[at + part] ?? 0) + (paper[part] ?? 0) * paperShare * (1 - own)
      pixels[at + part] = linearToByte(light / alpha)
    }
    pixels[at + 3] = Math.round(alpha * 255)
  }
  return pixels
}
