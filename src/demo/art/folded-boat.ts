import type { LinearRgb } from '../../lib/music/oklch.ts'
import { fill } from './plate.ts'
import type { Press } from './press.ts'
import { type Path, type Point, place, stroke } from './shape.ts'
import { dots, hatch } from './tone.ts'

/** Where a boat floats (its waterline's middle), how it leans (in turns), and how big it is. */
export type Berth = { readonly at: Point; readonly lean: number; readonly size: number }

const FOLDS: readonly (readonly Point[])[] = [
  [
    [0, -104],
    [0, 6],
  ],
  [
    [-104, -44],
    [0, 6],
    [104, -44],
  ],
  [
    [0, 6],
    [0, 36],
  ],
]

/** Prints a boat folded from a sheet of music: two sails, two sides, the staves still on it. */
export function foldBoat(
  { print }: Press,
  { at, lean, size }: Berth,
  { paper, ink, shade }: { readonly paper: LinearRgb; readonly ink: LinearRgb; readonly shade: number },
): void {
  const put = (...path: Point[]): Path => place([path], at, lean, size)[0] ?? []
  const sail = put([0, -104], [47, -18], [0, 6], [-47, -18])
  const hull = put([-104, -44], [0, 6], [104, -44], [58, 36], [-58, 36])
  print(paper, (plate) => fill(plate, [sail, hull]), { opaque: true, dry: 0.04 })
  print(ink, (plate) => {
    fill(plate, [put([0, -104], [0, 6], [-47, -18])], hatch(9 * size, 62 + lean * 360, 0.13))
    fill(plate, [put([-104, -44], [0, 6], [0, 36], [-58, 36])], hatch(9 * size, 115 + lean * 360, 0.13))
    fill(
      plate,
      [put([0, -104], [47, -18], [0, 6]), put([0, 6], [104, -44], [58, 36], [0, 36])],
      dots(4 + size * 2.6, 45, shade),
    )
    for (const fold of FOLDS) fill(plate, [stroke(put(...fold), 1.2 + size)])
  })
}
