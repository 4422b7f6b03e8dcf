import { fill } from '../plate.ts'
import type { Press } from '../press.ts'
import { type Path, type Point, place, rect, stroke, trace } from '../shape.ts'
import { dots, ramp } from '../tone.ts'

const TILT = -0.115

/** A line of wind that curls up at its end. */
const gust = (x: number, y: number, length: number, curl: number): Path =>
  stroke(
    [
      ...trace(12, (t): Point => [x + t * length, y + Math.sin(t * 5) * 10]),
      ...trace(26, (t): Point => {
        const angle = Math.PI / 2 - t * Math.PI * 1.55
        const radius = curl * (1 - t * 0.42)
        return [x + length + Math.cos(angle) * radius, y - 10 - curl + Math.sin(angle) * radius]
      }),
    ],
    (t) => 34 - t * 16,
  )

/** Pencil Wind: a pencil at speed. */
export function printPencil({ colour, print }: Press): void {
  const flat = { opaque: true, dry: 0.05 } as const
  const deep = colour(0.34, 0.7, 8)
  const put = (...shape: Path[]) => place(shape, [500, 560], TILT)
  print(colour(0.78, 1.1), (plate) => fill(plate, [rect(-9, -9, 1018, 1018)]))
  print(colour(0.62, 1.1, 6), (plate) =>
    fill(plate, [rect(-9, -9, 1018, 1018)], dots(26, 20, ramp([0, 1000, 0.9], [800, 0, 0.04]))),
  )
  print(
    colour(0.97, 0.16),
    (plate) => fill(plate, [gust(120, 420, 300, 84), gust(250, 850, 400, 66), gust(90, 640, 40, 40)]),
    flat,
  )
  print(
    deep,
    (plate) =>
      fill(
        plate,
        place(
          put([
            [-360, -86],
            [236, -86],
            [420, 0],
            [236, 86],
            [-360, 86],
          ]),
          [16, 26],
        ),
      ),
    { dry: 0.3 },
  )
  print(colour(0.68, 1.25, -112), (plate) => fill(plate, put(rect(-300, -86, 540, 172))), flat)
  print(colour(0.9, 1.1, -55), (plate) => fill(plate, put(rect(-300, -30, 530, 60))), flat)
  print(
    colour(0.93, 0.5, -66),
    (plate) =>
      fill(
        plate,
        put([
          [232, -86],
          [420, 0],
          [232, 86],
          [210, 58],
          [236, 30],
          [212, 0],
          [236, -30],
          [210, -58],
        ]),
      ),
    flat,
  )
  print(colour(0.97, 0.16), (plate) => fill(plate, put(rect(-366, -86, 76, 172))), flat)
  print(deep, (plate) => {
    fill(
      plate,
      put([
        [358, -29],
        [424, 0],
        [358, 29],
      ]),
    )
    fill(plate, put(rect(-300, 30, 534, 56)), dots(20, 45, 0.4))
    fill(plate, put(rect(-352, -86, 12, 172), rect(-322, -86, 12, 172)))
  })
}
