import type { Random } from '../../random.ts'
import { fill, type Plate, type Tone } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, type Point, place, rect, type Shape, stroke, tear, trace } from '../shape.ts'
import { dots, hatch, ramp } from '../tone.ts'

const HORIZON = 650
const FRAME = rect(56, 56, 888, 888)
const RADII = [400, 348, 296, 244, 192, 140] as const

/**
 * Mara Velo: a reel that sets like a sun on the table, its tape wound on below, and leaves coming
 * down in stereo.
 */
export function printArches({ colour, print, random, noise }: Press): void {
  const leaves = Array.from({ length: 10 }, (_, i) => leafAt(i, random))
  const torn = tear(
    [
      [-60, 916],
      [1060, 876],
      [1060, 1060],
      [-60, 1060],
    ],
    30,
    noise,
  )
  const shade = place([torn], [0, -7])

  print(colour(0.85, 0.75, 28), (plate) => {
    fill(plate, [FRAME], dots(11, 15, ramp([0, 60, 0.75], [0, 640, 0.2])))
    fill(plate, [ellipse(500, HORIZON, RADII[0], RADII[0], 0.5, 1), rect(56, HORIZON, 888, 350)])
    for (const { shape } of leaves) fill(plate, shape)
    fill(plate, [torn], 0)
  })
  print(colour(0.69), (plate) => {
    arches(plate, [1, 0, 0.6, 1, 0.25, 1], (tone) => dots(9, 45, tone))
    fill(plate, [rect(56, HORIZON, 888, 350)])
    for (const { shape, ripe } of leaves) fill(plate, shape, ripe === 1 ? 0.2 : 1)
    fill(plate, [torn], 0)
  })
  print(colour(0.4, 0.85, -16), (plate) => {
    arches(plate, [0.24, 0, 0, 0.66, 0, 1], (tone) => dots(8, 75, tone))
    spool(plate)
    woundTape(plate)
    for (const { shape, veins, ripe } of leaves) {
      fill(plate, shape, ripe === 2 ? 1 : hatch(8, 20, ripe === 1 ? 0.1 : 0.3))
      fill(plate, veins, ripe === 2 ? 0 : 1)
    }
    fill(plate, shade, dots(6, 30, 0.55))
    fill(plate, [torn, rect(-20, 600, 76, 400), rect(944, 600, 76, 400)], 0)
  })
}

function arches(plate: Plate, tones: readonly number[], screen: (tone: number) => Tone): void {
  RADII.forEach((radius, i) => {
    const tone = tones[i] ?? 0
    fill(plate, [band(500, HORIZON, radius - 4, (RADII[i + 1] ?? 92) + 4, 0.5, 1)], tone === 1 ? 1 : screen(tone))
  })
}

function spool(plate: Plate): void {
  fill(plate, [ellipse(500, HORIZON, 88, 88, 0.5, 1)])
  fill(plate, [ellipse(500, HORIZON, 56, 56, 0.5, 1)], 0)
  for (const turns of [0.562, 0.687, 0.812, 0.937]) fill(plate, place([rect(34, -9, 30, 18)], [500, HORIZON], turns))
}

/** The layers of tape under the reel: what the arches look like in a table top. */
function woundTape(plate: Plate): void {
  fill(plate, [rect(56, HORIZON, 888, 350)], dots(7, 30, 0.2))
  RADII.forEach((outer, i) => {
    const tone = [1, 0, 0.34, 0.7, 0.1, 1][i] ?? 0
    const inner = RADII[i + 1] ?? 92
    fill(plate, [ellipse(500, HORIZON, outer, outer * 0.56, 0, 0.5)], tone === 1 ? 1 : dots(8, 75, tone))
    fill(plate, [ellipse(500, HORIZON, inner, inner * 0.56, 0, 0.5)], 0)
  })
  for (let i = 0; i < 13; i++) fill(plate, [rect(56, HORIZON + 12 + i * 18, 888, 2 + i * 1.1)], 0)
  fill(plate, [rect(56, HORIZON, 888, 7)])
}

type Leaf = { readonly shape: Shape; readonly veins: Shape; readonly ripe: number }

/** The left ones have come down further than the right ones. */
function leafAt(i: number, random: Random): Leaf {
  const left = i % 2 === 0
  const step = Math.floor(i / 2)
  const at: Point = left
    ? [95 + step * 62 + random() * 34, 560 - step * 118 + random() * 46]
    : [905 - step * 60 - random() * 34, 470 - step * 92 + random() * 40]
  const [turns, size] = [random(), 0.72 + random() * 0.42]
  const half = (side: number) =>
    trace(14, (t): Point => [t * 120 - 60, side * 30 * Math.sin(Math.PI * t ** 0.8) ** 1.15])
  const spine = trace(8, (t): Point => [t * 150 - 88, Math.sin(t * 3) * 4])
  const ribs = [-0.32, -0.08, 0.16].flatMap((t) =>
    [-1, 1].map((side) =>
      stroke(
        [
          [t * 120, 0],
          [t * 120 + 20, side * 17],
        ],
        2.2,
      ),
    ),
  )
  const veins = place([stroke(spine, (t) => 5 - t * 3), ...ribs], at, turns, size)
  return { shape: place([[...half(-1), ...half(1).reverse()]], at, turns, size), veins, ripe: i % 3 }
}
