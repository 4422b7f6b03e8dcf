import type { Random } from '../../random.ts'
import type { Noise } from '../grain.ts'
import { fill, type Plate } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, type Point, rect, stroke, tear, trace } from '../shape.ts'
import { dots, hatch, ramp } from '../tone.ts'

const SHEET = rect(-20, -20, 1040, 1040)
const DISC = [640, 506] as const
const RADIUS = 266

/**
 * Plain Dub: no label. One disc, its echo in a large building, and all that a drawer does to a
 * sleeve until March.
 */
export function printLabel({ colour, print, random, noise }: Press): void {
  const pale = colour(0.94, 0.2)
  print(colour(0.62, 1.45, 2), (plate) => fill(plate, [SHEET]), { dry: 0.18 })
  print(colour(0.5, 1.1, 8), (plate) => {
    fill(plate, [SHEET], hatch(14, 90, ramp([0, 0, 0.62], [1000, 300, 0.1])))
    for (let echo = 0; echo < 7; echo++) fill(plate, [ellipse(echoAt(echo), DISC[1], RADIUS)], 0)
  })
  print(colour(0.93, 0.35, -8), echoes, { opaque: true, dry: 0.12 })
  print(colour(0.3, 0.9), (plate) => fill(plate, [ellipse(DISC[0] + 14, DISC[1] + 20, RADIUS + 3)], dots(7, 15, 0.66)))
  print(pale, (plate) => fill(plate, [ellipse(...DISC, RADIUS)]), { opaque: true, dry: 0.05 })
  print(colour(0.56, 1.15), (plate) => {
    fill(plate, [ellipse(...DISC, RADIUS - 8)], dots(6, 45, sheen))
    for (let groove = 0; groove < 9; groove++) fill(plate, [band(...DISC, 256 - groove * 11, 254 - groove * 11)])
    fill(plate, [ellipse(...DISC, 146)])
  })
  print(
    colour(0.22, 0.6),
    (plate) => {
      fill(plate, [rect(-20, 494, 1040, 24), ellipse(...DISC, 42)])
      fill(plate, [ellipse(...DISC, 16)], 0)
    },
    { opaque: true, dry: 0.05 },
  )
  print(colour(0.9, 1.6, -160), (plate) => fill(plate, [ellipse(868, 148, 50)]), { opaque: true, dry: 0.3 })
  print(pale, (plate) => wear(plate, random, noise), { opaque: true, dry: 0.85, shift: [0, 0] })
}

const echoAt = (echo: number) => DISC[0] - 30 - echo * 92

function echoes(plate: Plate): void {
  for (let echo = 6; echo > 0; echo--) {
    const x = echoAt(echo)
    const share = 0.9 * 0.7 ** (echo - 1)
    fill(
      plate,
      [ellipse(x, DISC[1], RADIUS)],
      dots(8.5, 45, ramp([x - RADIUS, 0, share], [x - RADIUS + 130, 0, share * 0.25])),
    )
  }
  fill(plate, [ellipse(...DISC, RADIUS + 12)], 0)
}

/** Light on grooves: two narrow wedges opposite each other. */
function sheen(x: number, y: number): number {
  const angle = Math.atan2(y - DISC[1], x - DISC[0])
  return 0.42 * (1 - Math.abs(Math.sin(angle - 0.9)) ** 0.7)
}

/** A ring worn by the disc inside, two creases, a corner gone, dust. */
function wear(plate: Plate, random: Random, noise: Noise): void {
  const worn = (x: number, y: number) =>
    Math.max(0, noise.at(x / 70, y / 70) * 2 - 0.5) * (0.3 + noise.at(x / 3, y / 3))
  fill(plate, [band(500, 500, 462, 446)], worn)
  fill(plate, [band(500, 500, 438, 434)], worn)
  const crease = (from: Point, to: Point) =>
    tear(
      trace(2, (t) => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]),
      5,
      noise,
    )
  fill(plate, [stroke(crease([770, -10], [1010, 268]), 3)], 0.7)
  fill(plate, [stroke(crease([-10, 842], [132, 1010]), 4)], 0.8)
  fill(plate, [
    tear(
      [
        [-40, 930],
        [30, 952],
        [72, 1040],
        [-40, 1040],
      ],
      16,
      noise,
    ),
  ])
  for (let i = 0; i < 170; i++) {
    const [x, y, size] = [random() * 1000, random() * 1000, 0.6 + random() ** 4 * 3]
    fill(plate, [ellipse(x, y, size)], 0.9)
    if (i % 12 === 0)
      fill(
        plate,
        [
          stroke(
            trace(8, (t) => [x + t * 30, y + Math.sin(t * 3 + i) * 8]),
            1.4,
          ),
        ],
        0.8,
      )
  }
}
