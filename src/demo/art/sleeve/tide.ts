import type { Noise } from '../grain.ts'
import { fill, type Plate } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, type Path, type Point, rect, stroke, trace } from '../shape.ts'
import { dots, glow, ramp } from '../tone.ts'

const MOON = [632, 290] as const
const SHEET = rect(-20, -20, 1040, 1040)
const WAVES = 7

/**
 * Low Tide: the sea as torn sheets of paper, a moon with its bearing drawn round it, and someone on
 * the pier.
 */
export function printTide({ colour, print, random, noise }: Press): void {
  print(colour(0.86, 0.55), (plate) => fill(plate, [SHEET]))
  print(colour(0.66), (plate) => {
    fill(plate, [SHEET], dots(10, 22, ramp([0, 0, 0.92], [190, 580, 0.1])))
    fill(plate, [ellipse(...MOON, 134)], 0)
  })
  print(colour(0.965, 0.3, -150), (plate) => fill(plate, [ellipse(...MOON, 134)]), { opaque: true })
  print(colour(0.76, 1, -178), (plate) => {
    fill(plate, [ellipse(...MOON, 134)], dots(8, 60, glow(MOON[0] - 64, MOON[1] - 70, 225, 0.02, 0.95)))
  })
  print(colour(0.33, 0.9), compass)
  for (let i = 0; i < WAVES; i++) {
    if (i === 3) print(colour(0.24, 0.7), pier, { opaque: true, dry: 0.08 })
    const depth = i / (WAVES - 1)
    const crest = crestOf(i, random() * 6, noise)
    const inked = crest.map(([x, y]): Point => [x, y + 4 + noise.at(x / 26, i * 9) * 11 + noise.at(x / 5, i * 5) * 5])
    print(colour(0.3, 0.8), (plate) => fill(plate, [under(crest, -11)], 0.3), { dry: 0.4 })
    print(colour(0.965, 0.14), (plate) => fill(plate, [under(crest, 0)]), { opaque: true, shift: [0, 0], dry: 0.05 })
    print(colour(0.82 - depth * 0.5, 0.65 + depth * 0.4, depth * 26 - 10), (plate) => fill(plate, [under(inked, 0)]), {
      opaque: true,
      shift: [0, 0],
      dry: 0.05,
    })
    print(colour(0.6 - depth * 0.1), (plate) => {
      fill(plate, [under(inked, 0)], dots(9, 22, ramp([0, 470 + i * 70, 0.5], [20, 590 + i * 78, 0.04])))
    })
    if (i < 5) print(colour(0.97, 0.3, -150), (plate) => glitter(plate, i, random), { opaque: true, dry: 0.6 })
  }
}

/** Two circles of bearing round the moon, a mark for every five degrees. */
function compass(plate: Plate): void {
  for (const radius of [172, 236]) fill(plate, [band(...MOON, radius, radius - 2.6)])
  for (let mark = 0; mark < 72; mark++) {
    const [cos, sin] = [Math.cos((mark / 36) * Math.PI), Math.sin((mark / 36) * Math.PI)]
    const at = (radius: number): Point => [MOON[0] + cos * radius, MOON[1] + sin * radius]
    const reach = mark % 9 === 0 ? 206 : mark % 3 === 0 ? 220 : 227
    fill(plate, [stroke([at(reach), at(235)], mark % 9 === 0 ? 5 : 2.4)])
  }
}

/** The upper edge of a sheet of sea, swell and tear together. */
const crestOf = (i: number, phase: number, noise: Noise): Point[] =>
  trace(340, (t) => {
    const x = -20 + t * 1040
    const swell = Math.sin(x / (118 + i * 17) + phase) * (9 + i * 4) + Math.sin(x / 61 + phase * 2) * (3 + i)
    const torn = (noise.at(x / 31, i * 13) - 0.5) * 13 + (noise.at(x / 9, i * 29) - 0.5) * 9 + noise.at(x / 3, i) * 4
    return [x, 505 + i * 66 + i * i * 1.8 + swell + torn]
  })

/** A sheet below its edge, as far down as the next ones leave it to be seen. */
const under = (edge: readonly Point[], up: number): Path => [
  ...edge.map(([x, y]): Point => [x, y + up]),
  [1040, (edge[0]?.[1] ?? 0) + 240],
  [-40, (edge[0]?.[1] ?? 0) + 240],
]

function pier(plate: Plate): void {
  fill(plate, [rect(-20, 512, 352, 11), rect(-20, 531, 344, 4)])
  for (const [x, lean] of [
    [22, 3],
    [98, -4],
    [172, 2],
    [246, -3],
    [316, 5],
  ] as const) {
    fill(plate, [
      stroke(
        [
          [x, 488],
          [x + lean, 760],
        ],
        11,
      ),
    ])
    if (x < 300)
      fill(plate, [
        stroke(
          [
            [x, 535],
            [x + 74, 610],
          ],
          3.5,
        ),
        stroke(
          [
            [x + 74, 535],
            [x, 610],
          ],
          3.5,
        ),
      ])
  }
  fill(plate, [rect(-20, 490, 340, 3.5)])
  fill(plate, [ellipse(290, 443, 9)])
  fill(plate, [
    stroke(
      [
        [290, 449],
        [290, 466],
        [291, 489],
      ],
      (t) => 13 + t * 9,
    ),
  ])
  fill(plate, [
    stroke(
      [
        [286, 486],
        [284, 513],
      ],
      6,
    ),
    stroke(
      [
        [296, 486],
        [297, 513],
      ],
      6,
    ),
  ])
}

function glitter(plate: Plate, i: number, random: () => number): void {
  for (let n = 0; n < 7; n++) {
    const half = (12 + random() * 34) * (0.7 + i * 0.22)
    const x = MOON[0] + (random() - 0.5) * (70 + i * 42)
    const y = 545 + i * 68 + i * i * 1.8 + random() * 44
    fill(plate, [
      stroke(
        trace(10, (t) => [x - half + t * half * 2, y + Math.sin(t * 5 + n) * 2]),
        (t) => Math.sin(t * Math.PI) * 6,
      ),
    ])
  }
}
