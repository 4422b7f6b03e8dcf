import type { Random } from '../random.ts'

const CELLS = 256

/** A smooth random field: 0…1, and the same wherever it is asked twice. */
export type Noise = { readonly at: (x: number, y: number) => number }

/** The tooth of a sheet, pixel by pixel: 0…1, around a half. */
export type Grain = { readonly at: (x: number, y: number) => number }

/** A field of random corners, eased between them; it repeats every 256 units. */
export function createNoise(random: Random): Noise {
  const corners = Float32Array.from({ length: CELLS * CELLS }, () => random())
  const corner = (x: number, y: number) => corners[(y & (CELLS - 1)) * CELLS + (x & (CELLS - 1))] ?? 0
  return {
    at: (x, y) => {
      const left = Math.floor(x)
      const top = Math.floor(y)
      const easeX = (x - left) * (x - left) * (3 - 2 * (x - left))
      const easeY = (y - top) * (y - top) * (3 - 2 * (y - top))
      const upper = corner(left, top) + (corner(left + 1, top) - corner(left, top)) * easeX
      const lower = corner(left, top + 1) + (corner(left + 1, top + 1) - corner(left, top + 1)) * easeX
      return upper + (lower - upper) * easeY
    },
  }
}

const TILE = 512

/** Paper of noise, worked out once on a tile: how fine it is (in cells a pixel), how strong. */
export function createGrain(noise: Noise, fineness: number, strength: number): Grain {
  const tile = new Float32Array(TILE * TILE)
  for (let y = 0, at = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++, at++) {
      const fine = noise.at(x * fineness, y * fineness) - 0.5
      const coarse = noise.at(x / 8 + 31, y / 8 + 17) - 0.5
      tile[at] = Math.min(1, Math.max(0, 0.5 + (fine * 1.1 + coarse * 0.4) * strength))
    }
  return { at: (x, y) => tile[(y & (TILE - 1)) * TILE + (x & (TILE - 1))] ?? 0.5 }
}
