import type { StickerDesign } from '../../cast/artist.ts'
import { band, blob, ellipse, type Path, type Point, place, rect, type Shape, stroke, trace } from '../shape.ts'
import { hatch } from '../tone.ts'
import type { Sheet } from './sheet.ts'

/** A drawing at a moment (0…1) of its loop, and in how many frames it moves. */
type Design = { readonly frames: number; readonly draw: (sheet: Sheet, moment: number) => void }

const TURN = Math.PI * 2

function card(x: number, y: number, width: number, height: number, radius: number): Path {
  const corner = (cx: number, cy: number, from: number) => ellipse(cx, cy, radius, radius, from, from + 0.25)
  const [right, bottom] = [x + width - radius, y + height - radius]
  return [
    ...corner(right, bottom, 0),
    ...corner(x + radius, bottom, 0.25),
    ...corner(x + radius, y + radius, 0.5),
    ...corner(right, y + radius, 0.75),
  ]
}

function reel(sheet: Sheet, x: number, turns: number): void {
  sheet.paint(sheet.colour(0.97, 0.15), [ellipse(x, 545, 84)])
  const teeth: Shape = Array.from(
    { length: 6 },
    (_, index) => place([rect(-13, 44, 26, 34)], [x, 545], turns + index / 6)[0] ?? [],
  )
  sheet.paint(sheet.colour(0.3, 0.6), teeth)
}

function drawRewind(sheet: Sheet, moment: number): void {
  const { colour, paint } = sheet
  paint(colour(0.3, 0.55), [card(70, 230, 860, 560, 60)])
  paint(colour(0.97, 0.2), [card(130, 285, 740, 370, 34)])
  paint(colour(0.62, 1.1), [rect(130, 345, 740, 62)])
  paint(colour(0.76, 1.1, 32), [rect(130, 407, 740, 30)])
  paint(colour(0.26, 0.4), [card(240, 445, 520, 200, 100)])
  // A reel of six teeth looks the same after a sixth of a turn.
  for (const x of [350, 650]) reel(sheet, x, -moment / 6)
  paint(colour(0.42, 0.5), [
    [
      [270, 790],
      [310, 695],
      [690, 695],
      [730, 790],
    ],
  ])
}

function drawTea(sheet: Sheet, moment: number): void {
  const { colour, paint } = sheet
  const wisp = (x: number, late: number): Path => {
    const line = trace(24, (t): Point => [x + Math.sin((t * 1.3 - moment + late) * TURN) * 34, 380 - t * 270])
    return stroke(line, (t) => 46 * (1 - t) + 14)
  }
  paint(colour(0.82, 0.35), [wisp(370, 0)])
  paint(colour(0.74, 0.45), [wisp(540, 0.4)])
  paint(colour(0.56, 1.15), [band(730, 590, 150, 92)])
  paint(colour(0.62, 1.15), [[...ellipse(450, 430, 300, 0, 0.5, 1), ...blobSide()]])
  paint(colour(0.5, 1.1), [[...ellipse(450, 430, 300, 0, 0.5, 1), ...blobSide()]], hatch(46, 62, 0.22))
  paint(colour(0.97, 0.2), [ellipse(450, 440, 300, 66)])
  paint(colour(0.38, 0.8, -12), [ellipse(450, 450, 262, 46)])
}

/** The side of a cup, from its right rim round the foot to its left. */
const blobSide = (): Point[] => [
  ...trace(12, (t): Point => [750 - 130 * t * t, 430 + 400 * t]),
  ...trace(12, (t): Point => [280 - 130 * (1 - (1 - t) * (1 - t)), 830 - 400 * t]),
]

function drawBoat({ colour, paint }: Sheet, moment: number): void {
  const lean = Math.sin(moment * TURN) * 0.022
  const put = (...path: Point[]): Path => place([path], [500, 640 + Math.cos(moment * TURN) * 12], lean, 3.7)[0] ?? []
  paint(colour(0.97, 0.3), [put([0, -130], [52, -30], [0, 6], [-52, -30])])
  paint(colour(0.78, 0.9), [put([0, -130], [0, 6], [-52, -30])])
  paint(colour(0.93, 0.5), [put([-112, -36], [0, 6], [112, -36], [62, 40], [-62, 40])])
  paint(colour(0.84, 0.9), [put([-112, -36], [0, 6], [0, 40], [-62, 40])])
  const crest = trace(60, (t): Point => [60 + 880 * t, 800 + Math.sin((t * 3 + moment) * TURN) * 26])
  paint(colour(0.62, 1.1, 100), [[...crest, [900, 900], [100, 900]]])
}

function drawSpool({ colour, paint }: Sheet): void {
  paint(colour(0.6, 1.1, -30), [card(190, 110, 620, 130, 50), card(190, 760, 620, 130, 50)])
  paint(colour(0.84, 1.2), [
    blob(
      [
        [270, 240],
        [730, 240],
        [770, 500],
        [730, 760],
        [270, 760],
        [230, 500],
      ],
      8,
    ),
  ])
  paint(
    colour(0.6, 1.2),
    [
      blob(
        [
          [270, 240],
          [730, 240],
          [770, 500],
          [730, 760],
          [270, 760],
          [230, 500],
        ],
        8,
      ),
    ],
    hatch(52, 96, 0.3),
  )
  const loose = trace(30, (t): Point => [740 + 150 * t, 700 + Math.sin(t * 5) * 70 + t * 120])
  paint(colour(0.6, 1.2), [stroke(loose, 26)])
}

export const DESIGNS: Readonly<Record<StickerDesign, Design>> = {
  rewind: { frames: 8, draw: drawRewind },
  tea: { frames: 12, draw: drawTea },
  boat: { frames: 12, draw: drawBoat },
  spool: { frames: 1, draw: drawSpool },
}
