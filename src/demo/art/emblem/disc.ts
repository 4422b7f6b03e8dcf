import { fill } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, ellipse, rect } from '../shape.ts'
import { dots, hatch, ramp } from '../tone.ts'

/** Plain Dub: the disc, its echo, the stripe; still no label. */
export function printDisc({ colour, print }: Press): void {
  const all = rect(-9, -9, 1018, 1018)
  const flat = { opaque: true, dry: 0.05 } as const
  print(colour(0.62, 1.45, 2), (plate) => fill(plate, [all]), { dry: 0.12 })
  print(colour(0.5, 1.1, 8), (plate) => fill(plate, [all], hatch(36, 90, ramp([0, 0, 0.6], [1000, 300, 0.1]))))
  print(
    colour(0.93, 0.35, -8),
    (plate) => {
      for (const [x, share] of [
        [250, 0.34],
        [400, 0.72],
      ] as const)
        fill(plate, [ellipse(x, 500, 292)], dots(24, 45, ramp([x - 292, 0, share], [x, 0, share * 0.4])))
    },
    flat,
  )
  print(colour(0.3, 0.9), (plate) => fill(plate, [ellipse(582, 526, 296)], dots(18, 15, 0.7)))
  print(colour(0.95, 0.18), (plate) => fill(plate, [ellipse(560, 500, 292)]), flat)
  print(colour(0.56, 1.35), (plate) => {
    for (const radius of [262, 232, 202]) fill(plate, [band(560, 500, radius, radius - 7)])
    fill(plate, [ellipse(560, 500, 164)])
  })
  print(
    colour(0.2, 0.6),
    (plate) => {
      fill(plate, [rect(-9, 466, 1018, 68), ellipse(560, 500, 92)])
      fill(plate, [ellipse(560, 500, 34)], 0)
    },
    flat,
  )
}
