import type { ArtistSpec, CoverDesign } from '../cast/artist.ts'
import { printBoat } from './emblem/boat.ts'
import { printDisc } from './emblem/disc.ts'
import { printMara } from './emblem/mara.ts'
import { printPencil } from './emblem/pencil.ts'
import { printMoon } from './emblem/tide.ts'
import { printVisor } from './emblem/visor.ts'
import { createPress, type Press } from './press.ts'

const EMBLEMS: Readonly<Record<CoverDesign, (press: Press) => void>> = {
  arches: printMara,
  tide: printMoon,
  grid: printVisor,
  boats: printBoat,
  road: printPencil,
  label: printDisc,
}

/** Draws an artist's picture as a square PNG, to be told apart in a circle of forty pixels. */
export function drawPicture(artist: ArtistSpec, sizePx = 400): Uint8Array {
  const press = createPress(artist, sizePx, [0.96, 0.16])
  EMBLEMS[artist.cover](press)
  return press.pull()
}
