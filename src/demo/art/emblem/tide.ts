import { fill } from '../plate.ts'
import type { Press } from '../press.ts'
import { ellipse, type Path, type Point, rect, trace } from '../shape.ts'
import { dots, glow, ramp } from '../tone.ts'

/** Low Tide: a moon, and three torn sheets of sea. */
export function printMoon({ colour, print, noise }: Press): void {
  const sky = rect(-9, -9, 1018, 1018)
  const crest = (y: number, phase: number, lower: number): Path => [
    ...trace(150, (t): Point => {
      const x = -20 + t * 1040
      const torn = (noise.at(x / 40, phase * 9) - 0.5) * 26 + lower * (0.5 + noise.at(x / 26, phase * 31))
      return [x, y + Math.sin(x / 150 + phase) * 40 + torn]
    }),
    [1040, 1040],
    [-40, 1040],
  ]
  print(colour(0.85, 0.6), (plate) => fill(plate, [sky]))
  print(colour(0.66), (plate) => fill(plate, [sky], dots(26, 22, ramp([0, 0, 0.95], [200, 760, 0.06]))))
  print(colour(0.965, 0.3, -150), (plate) => fill(plate, [ellipse(520, 400, 252)]), { opaque: true, dry: 0.08 })
  print(colour(0.76, 1, -178), (plate) => {
    fill(plate, [ellipse(520, 400, 252)], dots(22, 60, glow(410, 280, 430, 0.02, 0.95)))
  })
  for (const [y, phase, lightness, turn] of [
    [560, 1, 0.72, -4],
    [700, 3.1, 0.52, 6],
    [830, 5.4, 0.34, 14],
  ] as const) {
    print(colour(0.97, 0.14), (plate) => fill(plate, [crest(y, phase, 0)]), { opaque: true, shift: [0, 0], dry: 0.04 })
    print(colour(lightness, 1, turn), (plate) => fill(plate, [crest(y, phase, 34)]), {
      opaque: true,
      shift: [0, 0],
      dry: 0.05,
    })
  }
}
