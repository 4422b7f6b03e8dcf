import type { Random } from '../../random.ts'
import { fill, type Plate, type Tone } from '../plate.ts'
import type { Press } from '../press.ts'
import { blob, ellipse, type Point, place, rect, type Shape, stroke, trace } from '../shape.ts'
import { dots, hatch, ramp } from '../tone.ts'

const HORIZON = 640
const SHEET = rect(-20, -20, 1040, 1040)
const FLAT = { opaque: true, dry: 0.02 } as const

/** Chrome Kid: the overpass, the borrowed car on it, and a sun that a screen draws line by line. */
export function printGrid({ colour, print, random }: Press): void {
  const night = colour(0.2, 0.45, -36)
  print(colour(0.68, 1.3), (plate) => fill(plate, [SHEET]), { dry: 0.12 })
  print(colour(0.45, 0.95, -34), (plate) => {
    fill(plate, [rect(-20, -20, 1040, HORIZON + 20)], dots(10, 15, ramp([0, 0, 0.95], [0, HORIZON - 60, 0])))
    fill(plate, [rect(-20, HORIZON, 1040, 420)], ramp([0, HORIZON, 0.45], [0, 1000, 1]))
  })
  print(colour(0.95, 0.3), (plate) => stars(plate, random), { opaque: true })
  print(colour(0.91, 0.8, 124), (plate) => sun(plate, 1), FLAT)
  print(colour(0.66, 1.2, 20), (plate) => sun(plate, dots(9, 60, ramp([0, 190, 0], [0, HORIZON - 20, 1.05]))))
  print(colour(0.83, 0.75, 8), grid, { opaque: true })
  print(colour(0.95, 0.35, 10), (plate) => fill(plate, [rect(-20, HORIZON - 3, 1040, 6)]), { opaque: true })
  print(night, overpass, FLAT)
  print(colour(0.78, 0.9, 6), edges, { opaque: true })
  print(
    night,
    (plate) => {
      fill(plate, car())
      fill(plate, windows(), 0)
    },
    FLAT,
  )
  print(
    colour(0.94, 0.6, 124),
    (plate) => {
      fill(
        plate,
        [
          [
            [606, 372],
            [900, 318],
            [900, 414],
          ],
        ],
        dots(6, 20, ramp([606, 0, 0.85], [890, 0, 0])),
      )
      fill(plate, [ellipse(603, 372, 8, 6), ellipse(152, 297, 9, 4), ellipse(872, 297, 9, 4)])
    },
    { opaque: true },
  )
  print(colour(0.25, 0.6, -30), (plate) => fill(plate, [SHEET], hatch(8, 90, 0.14)), { dry: 0.6, shift: [0, 0] })
}

function stars(plate: Plate, random: Random): void {
  for (let i = 0; i < 90; i++) {
    const [x, y, size] = [random() * 1000, random() ** 1.6 * 330, 1 + random() * 2.2]
    if (i % 15 > 0) fill(plate, [ellipse(x, y, size)])
    else
      for (const turns of [0, 0.25])
        fill(
          plate,
          place(
            [
              [
                [-13, 0],
                [0, -2],
                [13, 0],
                [0, 2],
              ],
            ],
            [x, y],
            turns,
          ),
        )
  }
}

/** The disc, its lower half cut by gaps that widen towards the horizon. */
function sun(plate: Plate, tone: Tone | number): void {
  fill(plate, [ellipse(500, 440, 272)], tone)
  for (let i = 0; i < 9; i++) fill(plate, [rect(200, 412 + i * 27, 600, 3 + i * 2)], 0)
  fill(plate, [rect(200, HORIZON, 600, 100)], 0)
}

/** The plain under it: lines that meet at the horizon and lines that crowd towards it. */
function grid(plate: Plate): void {
  for (let i = -16; i <= 16; i++) {
    const line: Point[] = [
      [500 + i * 22, HORIZON],
      [500 + i * 172, 1010],
    ]
    fill(plate, [stroke(line, (t) => 1.4 + t * 5)])
  }
  for (let i = 0; i < 13; i++) fill(plate, [rect(-20, HORIZON + (370 * i ** 2.1) / 12 ** 2.1 - 1, 1040, 2 + i * 0.42)])
}

const deck = (t: number): number => 408 - Math.sin((t + 0.06) * 2.9) * 16 + t * 6

function overpass(plate: Plate): void {
  fill(plate, [
    stroke(
      trace(30, (t) => [-20 + t * 1040, deck(t) + 20]),
      46,
    ),
  ])
  fill(plate, [
    stroke(
      trace(30, (t) => [-20 + t * 1040, deck(t) - 13]),
      4,
    ),
  ])
  for (let i = 0; i < 36; i++) fill(plate, [rect(-6 + i * 29, deck(i / 36) - 14, 3, 16)])
  for (const x of [110, 368, 632, 890]) {
    const y = deck(x / 1000) + 36
    fill(plate, [
      [
        [x - 82, y],
        [x + 82, y],
        [x + 34, y + 46],
        [x + 27, 668],
        [x - 27, 668],
        [x - 34, y + 46],
      ],
    ])
    fill(plate, [rect(x - 40, 660, 80, 14)])
  }
  for (const [x, reach] of [
    [110, 42],
    [912, -42],
  ] as const) {
    fill(plate, [
      stroke(
        [
          [x, 400],
          [x, 300],
          [x + reach * 0.2, 291],
          [x + reach * 1.3, 291],
        ],
        5,
      ),
    ])
  }
}

function edges(plate: Plate): void {
  fill(plate, [
    stroke(
      trace(30, (t) => [-20 + t * 1040, deck(t) + 41]),
      2.6,
    ),
  ])
  for (const [x, side] of [
    [110, 1],
    [368, 1],
    [632, -1],
    [890, -1],
  ] as const)
    fill(plate, [
      stroke(
        [
          [x + side * 34, 494],
          [x + side * 28, 660],
        ],
        3,
      ),
    ])
}

function car(): Shape {
  const body = blob(
    [
      [-118, 16],
      [-112, -8],
      [-70, -17],
      [-34, -47],
      [22, -49],
      [56, -20],
      [104, -10],
      [118, 16],
    ],
    6,
  )
  return place([body, ellipse(-68, 18, 21), ellipse(70, 18, 21)], [490, 368])
}

const windows = (): Shape =>
  place(
    [
      [
        [-56, -18],
        [-30, -40],
        [-8, -41],
        [-8, -18],
      ],
      [
        [0, -18],
        [0, -41],
        [18, -42],
        [44, -18],
      ],
    ],
    [490, 368],
  )
