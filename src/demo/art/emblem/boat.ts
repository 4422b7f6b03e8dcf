import { foldBoat } from '../folded-boat.ts'
import { fill } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, type Point, rect, type Shape } from '../shape.ts'
import { dots, glow } from '../tone.ts'

/** Paper Boats: one of them, in a wave. */
export function printBoat(press: Press): void {
  const { colour, print } = press
  const all = rect(-9, -9, 1018, 1018)
  const centres: readonly Point[] = [
    [-20, 860],
    [330, 860],
    [680, 860],
    [1030, 860],
  ]
  const wave = (radius: number): Shape => [
    ...centres.map(([x, y]) => ellipse(x, y, radius, radius, 0.5, 1)),
    rect(-9, 850, 1018, 200),
  ]
  print(colour(0.92, 1.15, 2), (plate) => fill(plate, [all]))
  print(colour(0.8, 1.25, -24), (plate) => fill(plate, [all], dots(28, 15, glow(500, 420, 640, 0, 0.9))))
  print(colour(0.66, 1.25, -62), (plate) => fill(plate, [ellipse(500, 420, 330)]))
  foldBoat(
    press,
    { at: [500, 610], lean: 0.014, size: 3.5 },
    {
      paper: colour(0.985, 0.25),
      ink: colour(0.36, 0.5, 165),
      shade: 0.42,
    },
  )
  print(colour(0.985, 0.3), (plate) => fill(plate, wave(196)), { opaque: true, dry: 0.05 })
  print(colour(0.8, 1.2, -10), (plate) => fill(plate, wave(174)), { opaque: true, dry: 0.08 })
  print(colour(0.62, 1.2, -36), (plate) => {
    for (const [x, y] of centres) for (const radius of [134, 84]) fill(plate, [band(x, y, radius, radius - 24, 0.5, 1)])
  })
}
