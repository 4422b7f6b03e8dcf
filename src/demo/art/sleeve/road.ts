import type { LinearRgb } from '../../../lib/music/oklch.ts'
import { fill, type Plate, type Tone } from '../plate.ts'
import type { Press } from '../press.ts'
import { band, blob, hole, type Path, type Point, place, rect, stroke, trace } from '../shape.ts'
import { dots, hatch } from '../tone.ts'

const CELL = 204
const EDGE = 92
const PICTURE = rect(EDGE, EDGE, CELL * 4, CELL * 4)
const SHEET = rect(-20, -20, 1040, 1040)
/** The fields that the road crosses, as column and row; it enters left and leaves below. */
const ROUTE: readonly Point[] = [
  [-1, 0],
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 3],
  [1, 2],
  [2, 2],
  [2, 1],
  [2, 0],
  [3, 0],
  [3, 1],
  [3, 2],
  [3, 3],
  [2, 3],
  [2, 4],
]

/**
 * Pencil Wind: an airmail letter, its stamp, and on the stamp one road through every field there
 * is.
 */
export function printRoad({ colour, print, random }: Press): void {
  const bends = ROUTE.slice(1, -1).map((_, i) => bendAt(i + 1))
  const [lastX, lastY] = [EDGE + 2.5 * CELL, EDGE + 4 * CELL + 1]
  const road: Point[] = [...bends.flatMap((bend) => trace(16, bend.along)), [lastX, lastY]]
  const white = colour(0.97, 0.16)
  const deep = colour(0.34, 0.7, 8)
  const coral = colour(0.68, 1.25, -112)
  const flat = { opaque: true, dry: 0.08 } as const

  print(colour(0.71, 1), (plate) => fill(plate, [SHEET]))
  print(colour(0.45, 1), (plate) => fill(plate, [SHEET], hatch(6, 45, 0.16)), { dry: 0.6 })
  for (const [light, stripe] of [
    [white, 1],
    [coral, 0],
    [deep, 2],
  ] as const)
    print(light, (plate) => fill(plate, [SHEET, hole(rect(25, 25, 950, 950))], stripes(stripe)), flat)
  print(deep, (plate) => fill(plate, place([stamp()], [6, 10]), dots(5, 20, 0.6)))
  print(white, (plate) => fill(plate, [stamp()]), flat)

  print(colour(0.9, 0.85, -30), (plate) => fill(plate, [PICTURE]), flat)
  const crops = [hatch(9, 45, 0.4), dots(11, 20, 0.45), 1]
  print(colour(0.74, 1.15, -4), (plate) => {
    for (const bend of bends) fill(plate, [bend.field], ploughed(bend, 20 + Math.floor(random() * 3) * 7, 0.62))
  })
  print(colour(0.6, 1.1, 8), (plate) => {
    for (const { corner } of bends) fill(plate, [corner], crops[around(corner) % 3] ?? 1)
  })
  print(
    coral,
    (plate) =>
      fill(
        plate,
        bends.map(({ corner }) => corner).filter((corner) => around(corner) === 4),
      ),
    flat,
  )
  print(white, (plate) => fill(plate, [stroke(road, 104)]), flat)
  print(deep, (plate) => fill(plate, [stroke(road, 88)]), flat)
  print(
    white,
    (plate) => {
      for (let i = 2; i + 5 < road.length; i += 9) fill(plate, [stroke(road.slice(i, i + 5), 7)])
    },
    flat,
  )
  for (const [light, at] of [
    [coral, 41],
    [colour(0.9, 1.2, -52), 140],
    [white, 215],
  ] as const)
    van(light, deep, road.slice(at, at + 2), print)
  print(colour(0.2, 0.4, 20), postmark, { dry: 0.75, shift: [0, 0] })
}

type Bend = {
  readonly along: (t: number) => Point
  readonly field: Path
  /** The rest of the field inside the bend; nothing where the road runs straight. */
  readonly corner: Path
  readonly distance: Tone
}

function centre(i: number): Point {
  const [column, row] = ROUTE[i] ?? [0, 0]
  return [EDGE + (column + 0.5) * CELL, EDGE + (row + 0.5) * CELL]
}

/** Which crossing of the fields a corner lies at, so that the halves of one plot are sown alike. */
function around(corner: Path): number {
  const [x, y] = corner.at(-1) ?? [0, 0]
  return Math.round((x + y - 2 * EDGE) / CELL)
}

function bendAt(i: number): Bend {
  const [[ax, ay], [x, y], [bx, by]] = [centre(i - 1), centre(i), centre(i + 1)]
  const [ux, uy, vx, vy] = [(ax - x) / 2, (ay - y) / 2, (bx - x) / 2, (by - y) / 2]
  const field = rect(x - CELL / 2, y - CELL / 2, CELL, CELL)
  if (ux === -vx && uy === -vy) {
    const distance: Tone = (px, py) => (ux === 0 ? Math.abs(px - x) : Math.abs(py - y))
    return { field, distance, corner: [], along: (t) => [x + ux + (vx - ux) * t, y + uy + (vy - uy) * t] }
  }
  const [cx, cy] = [x + ux + vx, y + uy + vy]
  const arc = (radius: number, t: number): Point => {
    const [sin, cos] = [Math.sin((t * Math.PI) / 2), Math.cos((t * Math.PI) / 2)]
    const share = radius / (CELL / 2)
    return [cx - (vx * cos + ux * sin) * share, cy - (vy * cos + uy * sin) * share]
  }
  return {
    field,
    corner: [...trace(12, (t) => arc(51, t)), [cx, cy]],
    along: (t) => arc(CELL / 2, t),
    distance: (px, py) => Math.abs(Math.hypot(px - cx, py - cy) - CELL / 2),
  }
}

const ploughed =
  ({ distance }: Bend, pitch: number, share: number): Tone =>
  (x, y) => {
    const place = ((distance(x, y) - 52) / pitch) % 1
    return Math.max(0, Math.min(1, (share - Math.abs(place * 2 - 1)) * pitch * 0.5 + 0.5))
  }

const stripes =
  (which: number): Tone =>
  (x, y) => {
    const stripe = Math.floor((x + y + 80) / 29) % 4
    return (which === 1 ? stripe % 2 === 1 : stripe === which) ? 1 : 0
  }

function stamp(): Path {
  const side = trace(24, (t): Point => [-450 + t * 900, -450])
    .slice(1)
    .flatMap(([x, y]) => trace(8, (t): Point => [x - 19 - Math.cos(t * Math.PI) * 11, y + Math.sin(t * Math.PI) * 11]))
  return [0, 0.25, 0.5, 0.75].flatMap((turns) => place([side], [500, 500], turns)[0] ?? [])
}

/** A van seen from above, where the road has got to, facing the way it goes. */
function van(light: LinearRgb, dark: LinearRgb, [from, to]: readonly Point[], print: Press['print']): void {
  if (from === undefined || to === undefined) return
  const heading = Math.atan2(to[1] - from[1], to[0] - from[0]) / (Math.PI * 2)
  const put = (...shape: Path[]) => place(shape, from, heading)
  const body = blob(
    [
      [-36, 8],
      [-36, 34],
      [30, 36],
      [36, 21],
      [30, 6],
    ],
    5,
  )
  print(dark, (plate) => fill(plate, place(put(body), [4, 6])))
  print(light, (plate) => fill(plate, put(body)), { opaque: true, dry: 0.05 })
  print(dark, (plate) =>
    fill(plate, put(rect(12, 11, 9, 20), rect(-28, 11, 3, 20), rect(-18, 12, 24, 3), rect(-18, 27, 24, 3))),
  )
}

function postmark(plate: Plate): void {
  for (const radius of [98, 70]) fill(plate, [band(806, 196, radius, radius - 5)])
  fill(plate, [rect(748, 180, 116, 5), rect(748, 206, 116, 5)])
  for (let wave = 0; wave < 5; wave++)
    fill(plate, [
      stroke(
        trace(60, (t) => [352 + t * 350, 146 + wave * 25 + Math.sin(t * 22) * 8]),
        5,
      ),
    ])
}
