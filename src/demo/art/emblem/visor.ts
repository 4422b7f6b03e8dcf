import { fill, type Plate } from '../plate.ts'
import type { Press } from '../press.ts'
import { blob, ellipse, type Path, place, rect, stroke } from '../shape.ts'
import { dots, hatch, ramp } from '../tone.ts'

const HEAD = blob([
  [300, 520],
  [316, 350],
  [420, 250],
  [590, 250],
  [690, 350],
  [704, 520],
  [676, 690],
  [590, 800],
  [500, 830],
  [410, 800],
  [324, 690],
])
const QUIFF = blob([
  [286, 470],
  [262, 330],
  [330, 200],
  [470, 130],
  [640, 96],
  [800, 150],
  [760, 250],
  [736, 330],
  [716, 460],
  [680, 372],
  [560, 356],
  [420, 372],
  [322, 380],
])
const VISOR: Path = [
  [262, 452],
  [738, 452],
  [752, 500],
  [716, 618],
  [560, 640],
  [524, 566],
  [476, 566],
  [440, 640],
  [284, 618],
  [248, 500],
]

/** Chrome Kid: hair, and a sunset where the eyes would be. */
export function printVisor({ colour, print }: Press): void {
  const night = colour(0.22, 0.5, -36)
  const flat = { opaque: true, dry: 0.03 } as const
  print(colour(0.68, 1.3), (plate) => fill(plate, [rect(-9, -9, 1018, 1018)]), { dry: 0.1 })
  print(colour(0.45, 0.95, -34), (plate) => {
    fill(plate, [rect(-9, -9, 1018, 1018)], dots(26, 15, ramp([0, 40, 0.8], [0, 900, 0.02])))
  })
  print(
    night,
    (plate) => {
      fill(plate, [
        blob([
          [40, 1100],
          [120, 920],
          [360, 840],
          [640, 840],
          [880, 920],
          [960, 1100],
        ]),
      ])
      fill(plate, [rect(420, 760, 160, 140)])
    },
    flat,
  )
  print(colour(0.9, 0.42, 40), (plate) => fill(plate, [HEAD]), flat)
  print(colour(0.6, 1.1, -12), (plate) => {
    fill(plate, [HEAD], dots(22, 60, ramp([440, 0, 0], [740, 160, 0.75])))
    fill(plate, [
      stroke(
        [
          [452, 728],
          [506, 742],
          [566, 722],
        ],
        (t) => 10 + t * 8,
      ),
    ])
  })
  print(night, (plate) => fill(plate, [QUIFF, VISOR]), flat)
  print(colour(0.8, 0.8, 8), (plate) => shine(plate), { opaque: true })
  const glass = place([VISOR.map(([x, y]) => [x - 500, y - 540])], [500, 540], 0, 0.9)
  print(
    colour(0.91, 0.8, 124),
    (plate) => {
      fill(plate, glass)
      for (let i = 0; i < 4; i++) fill(plate, [rect(200, 540 + i * 27, 600, 8 + i * 2)], 0)
    },
    flat,
  )
  print(colour(0.66, 1.25, 20), (plate) => {
    fill(plate, glass, dots(16, 45, ramp([0, 450, 0], [0, 630, 1.1])))
    for (let i = 0; i < 4; i++) fill(plate, [rect(200, 540 + i * 27, 600, 8 + i * 2)], 0)
  })
  print(colour(0.3, 0.6, -30), (plate) => fill(plate, [rect(-9, -9, 1018, 1018)], hatch(20, 90, 0.12)), { dry: 0.5 })
}

function shine(plate: Plate): void {
  for (const [x, y, length] of [
    [400, 236, 150],
    [470, 190, 190],
    [560, 150, 150],
  ] as const)
    fill(plate, place([ellipse(0, 0, length / 2, 8)], [x + 60, y + 26], -0.07))
}
