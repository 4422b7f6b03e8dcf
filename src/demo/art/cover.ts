import type { ArtistSpec, CoverDesign } from '../cast/artist.ts'
import { createPress, type Press } from './press.ts'
import { printArches } from './sleeve/arches.ts'
import { printBoats } from './sleeve/boats.ts'
import { printGrid } from './sleeve/grid.ts'
import { printLabel } from './sleeve/label.ts'
import { printRoad } from './sleeve/road.ts'
import { printTide } from './sleeve/tide.ts'

type Sleeve = { readonly paper: readonly [lightness: number, strength: number]; readonly print: (press: Press) => void }

const SLEEVES: Readonly<Record<CoverDesign, Sleeve>> = {
  arches: { paper: [0.955, 0.16], print: printArches },
  tide: { paper: [0.95, 0.14], print: printTide },
  grid: { paper: [0.95, 0.12], print: printGrid },
  boats: { paper: [0.965, 0.22], print: printBoats },
  road: { paper: [0.955, 0.16], print: printRoad },
  label: { paper: [0.94, 0.12], print: printLabel },
}

/** Draws an artist's sleeve as a square PNG: the same one for the same seed, hue and design. */
export function drawCover(artist: ArtistSpec, sizePx = 1000): Uint8Array {
  const { paper, print } = SLEEVES[artist.cover]
  const press = createPress(artist, sizePx, paper)
  print(press)
  return press.pull()
}
