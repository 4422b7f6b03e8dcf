import type { LinearRgb } from '../../../lib/music/oklch.ts'
import { foldBoat } from '../folded-boat.ts'
import { fill, type Plate } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, type Path, type Point, place, rect, type Shape, stroke, trace } from '../shape.ts'
import { dots, glow, ramp } from '../tone.ts'

const SHEET = rect(-20, -20, 1040, 1040)
const ROWS = 6
const SPOOLS = [
  { x: 232, y: 232, radius: 148 },
  { x: 770, y: 172, radius: 92 },
] as const
const BOATS = [
  { row: 1, at: [560, 588], lean: 0.014, size: 0.72, dyed: false },
  { row: 2, at: [196, 676], lean: -0.018, size: 0.98, dyed: true },
  { row: 3, at: [668, 756], lean: 0.02, size: 1.5, dyed: false },
  { row: 4, at: [300, 866], lean: 0.026, size: 0.9, dyed: false },
] as const

/**
 * Paper Boats: a regatta of folded music on a toy theatre's sea, two spools, bunting, the smallest
 * lighthouse.
 */
export function printBoats(press: Press): void {
  const { colour, print } = press
  const coral = colour(0.66, 1.25, -62)
  const ink = colour(0.36, 0.5, 165)
  print(colour(0.92, 1.15, 2), (plate) => fill(plate, [SHEET]))
  print(colour(0.83, 1.2, -18), (plate) => {
    fill(plate, [SHEET], dots(11, 15, glow(232, 232, 560, 0.62, 0)))
    fill(
      plate,
      [
        [
          [806, 408],
          [-40, 300],
          [-40, 470],
        ],
      ],
      0,
    )
  })
  print(
    colour(0.985, 0.4),
    (plate) =>
      fill(
        plate,
        [
          [
            [806, 408],
            [-40, 300],
            [-40, 470],
          ],
        ],
        dots(9, 50, ramp([806, 0, 0.9], [0, 0, 0.15])),
      ),
    {
      opaque: true,
    },
  )
  print(coral, (plate) => {
    spool(plate, 0)
    bunting(plate, 0)
  })
  print(ink, (plate) => {
    spool(plate, 1)
    bunting(plate, 1)
    fill(plate, [tape(3)])
  })
  lighthouse(press, coral, ink)
  for (let row = 0; row < ROWS; row++) {
    sea(press, row)
    for (const boat of BOATS)
      if (boat.row === row + 1)
        foldBoat(press, boat, { paper: boat.dyed ? coral : colour(0.985, 0.25), ink, shade: boat.dyed ? 0.45 : 0.34 })
  }
}

function spool(plate: Plate, which: 0 | 1): void {
  const { x, y, radius } = SPOOLS[which]
  fill(plate, [ellipse(x, y, radius)])
  for (let ring = 0; ring < 4; ring++) {
    const r = radius * (0.92 - ring * 0.095)
    fill(plate, [band(x, y, r, r - 2.4)], 0)
  }
  fill(plate, [ellipse(x, y, radius * 0.52)], 0)
  fill(plate, [band(x, y, radius * 0.46, radius * 0.32)])
  for (let tooth = 0; tooth < 6; tooth++)
    fill(
      plate,
      place([rect(radius * 0.2, -radius * 0.045, radius * 0.16, radius * 0.09)], [x, y], tooth / 6 + which * 0.05),
    )
}

const hang = (t: number): Point => [262 + t * 470, 376 + t * -116 + Math.sin(t * Math.PI) * 66]
const tape = (width: number): Path => stroke(trace(40, hang), width)

function bunting(plate: Plate, parity: number): void {
  for (let i = parity; i < 11; i += 2) {
    const [x, y] = hang((i + 0.7) / 12)
    const [ex, ey] = hang((i + 1.5) / 12)
    fill(plate, [
      [
        [x, y],
        [ex, ey],
        [(x + ex) / 2 + 3, (y + ey) / 2 + 44],
      ],
    ])
  }
}

function sea({ colour, print }: Press, row: number): void {
  const y = 612 + row * 92
  const centres = Array.from({ length: 8 }, (_, i): Point => [(i - 0.5) * 186 - (row % 2) * 93, y])
  const shape = (radius: number): Shape => [
    ...centres.map(([x, cy]) => ellipse(x, cy, radius, radius, 0.5, 1)),
    rect(-20, y - 26, 1040, 130),
  ]
  print(colour(0.985, 0.3), (plate) => fill(plate, shape(106)), { opaque: true, dry: 0.05 })
  print(colour(0.93 - row * 0.05, 0.95 + row * 0.05, 6 - row * 6), (plate) => fill(plate, shape(99)), {
    opaque: true,
    dry: 0.1,
  })
  print(colour(0.7, 1.1, -28), (plate) => {
    for (const [x, cy] of centres) {
      for (const radius of [80, 58, 36]) fill(plate, [band(x, cy, radius, radius - 5 - row, 0.5, 1)])
      fill(plate, [ellipse(x, cy, 15, 15, 0.5, 1)])
    }
    fill(plate, [rect(-20, y - 26, 1040, 130)], 0)
  })
}

function lighthouse({ colour, print }: Press, coral: LinearRgb, ink: LinearRgb): void {
  print(
    colour(0.985, 0.25),
    (plate) =>
      fill(plate, [
        [
          [784, 560],
          [794, 430],
          [834, 430],
          [844, 560],
        ],
      ]),
    { opaque: true },
  )
  print(coral, (plate) => {
    for (const y of [444, 492, 540])
      fill(plate, [
        [
          [793 - (y - 440) / 13, y],
          [835 + (y - 440) / 13, y],
          [837 + (y - 440) / 13, y + 24],
          [791 - (y - 440) / 13, y + 24],
        ],
      ])
    fill(plate, [
      [
        [788, 396],
        [814, 366],
        [840, 396],
      ],
    ])
  })
  print(ink, (plate) => {
    fill(plate, [rect(784, 424, 60, 7), rect(794, 396, 4, 30), rect(830, 396, 4, 30), rect(812, 350, 4, 20)])
    fill(
      plate,
      [
        [
          [814, 430],
          [834, 430],
          [844, 560],
          [814, 560],
        ],
      ],
      dots(6, 45, 0.3),
    )
  })
}
