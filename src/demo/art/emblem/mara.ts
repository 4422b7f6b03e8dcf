import { fill } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, blob, ellipse, type Path, type Point, rect, stroke, trace } from '../shape.ts'
import { dots, glow } from '../tone.ts'

const mirror = (path: Path): Path => path.map(([x, y]): Point => [1000 - x, y])
const lash = (x: number): Path =>
  stroke(
    trace(12, (t) => [x - 52 + t * 104, 536 + Math.sin(t * Math.PI) * 26]),
    15,
  )

export function printMara({ colour, print }: Press): void {
  const dark = colour(0.36, 0.7, -18)
  const flat = { opaque: true, dry: 0.06 } as const
  const fringe = blob([
    [262, 560],
    [270, 380],
    [360, 262],
    [500, 226],
    [640, 262],
    [730, 380],
    [738, 560],
    [690, 470],
    [560, 452],
    [430, 470],
    [330, 470],
  ])
  print(colour(0.87, 0.8, 26), (plate) => fill(plate, [rect(-9, -9, 1018, 1018)]))
  print(colour(0.72, 1, 2), (plate) =>
    fill(plate, [rect(-9, -9, 1018, 1018)], dots(26, 30, glow(500, 480, 640, 0.02, 0.95))),
  )
  print(
    dark,
    (plate) => {
      fill(plate, [ellipse(500, 196, 104, 92)])
      fill(plate, [
        blob([
          [232, 520],
          [262, 320],
          [500, 214],
          [738, 320],
          [768, 520],
          [772, 760],
          [640, 800],
          [360, 800],
          [228, 760],
        ]),
      ])
    },
    flat,
  )
  print(
    colour(0.62, 1.05, -4),
    (plate) =>
      fill(plate, [
        blob([
          [60, 1080],
          [130, 880],
          [380, 812],
          [620, 812],
          [870, 880],
          [940, 1080],
        ]),
      ]),
    flat,
  )
  print(
    colour(0.9, 0.5, 12),
    (plate) => {
      fill(plate, [
        [
          [424, 690],
          [576, 690],
          [600, 830],
          [500, 886],
          [400, 830],
        ],
      ])
      fill(plate, [
        blob([
          [300, 470],
          [330, 380],
          [500, 330],
          [670, 380],
          [700, 470],
          [690, 610],
          [600, 738],
          [500, 774],
          [400, 738],
          [310, 610],
        ]),
      ])
    },
    flat,
  )
  print(colour(0.74, 1, -14), (plate) => {
    for (const x of [372, 628]) fill(plate, [ellipse(x, 622, 66, 52)], dots(20, 30, 0.55))
    fill(
      plate,
      [
        [
          [418, 752],
          [500, 774],
          [582, 752],
          [592, 800],
          [500, 820],
          [408, 800],
        ],
      ],
      dots(20, 45, 0.6),
    )
  })
  print(
    dark,
    (plate) => {
      fill(plate, [fringe])
      fill(plate, [lash(396), lash(604)])
      fill(plate, [
        stroke(
          trace(10, (t) => [452 + t * 96, 682 + Math.sin(t * Math.PI) * 24]),
          (t) => 7 + Math.sin(t * Math.PI) * 12,
        ),
      ])
      fill(plate, [
        stroke(
          [
            [506, 560],
            [520, 618],
            [494, 628],
          ],
          9,
        ),
      ])
    },
    flat,
  )
  print(
    colour(0.97, 0.2, 20),
    (plate) => {
      fill(plate, [band(500, 500, 318, 276, 0.5, 1)])
      for (const side of [(path: Path) => path, mirror])
        fill(plate, [
          side(
            blob([
              [168, 500],
              [206, 430],
              [258, 440],
              [270, 560],
              [258, 662],
              [206, 670],
              [168, 600],
            ]),
          ),
        ])
    },
    flat,
  )
  print(colour(0.62, 1.05, -4), (plate) => {
    for (const x of [214, 786]) fill(plate, [ellipse(x, 550, 24, 66)])
  })
}
