import type { Noise } from './grain.ts'

/** A place on the sheet, in thousandths of its side. */
export type Point = readonly [x: number, y: number]
export type Path = readonly Point[]
/** Outlines that are filled together; one that runs the other way round is a hole. */
export type Shape = readonly Path[]

const TURN = Math.PI * 2

export const trace = (steps: number, at: (t: number) => Point): Point[] =>
  Array.from({ length: steps + 1 }, (_, i) => at(i / steps))

export const rect = (x: number, y: number, width: number, height: number): Path => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** An ellipse, or a part of it from one angle to another (in turns, clockwise from the right). */
export const ellipse = (x: number, y: number, rx: number, ry = rx, from = 0, to = 1): Path =>
  trace(Math.ceil(24 + Math.max(rx, ry) / 4), (t) => {
    const angle = (from + (to - from) * t) * TURN
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)]
  })

/** A band between two radii, from one angle to another (in turns). */
export const band = (x: number, y: number, outer: number, inner: number, from = 0, to = 1): Path => [
  ...ellipse(x, y, outer, outer, from, to),
  ...ellipse(x, y, inner, inner, to, from),
]

export function stroke(line: readonly Point[], width: number | ((t: number) => number)): Path {
  const [left, right]: [Point[], Point[]] = [[], []]
  line.forEach(([x, y], i) => {
    const [ax, ay] = line[i - 1] ?? [x, y]
    const [bx, by] = line[i + 1] ?? [x, y]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const half = (typeof width === 'number' ? width : width(i / (line.length - 1))) / 2
    const [nx, ny] = [(-(by - ay) / length) * half, ((bx - ax) / length) * half]
    left.push([x + nx, y + ny])
    right.push([x - nx, y - ny])
  })
  return [...left, ...right.reverse()]
}

/** A smooth closed outline through the points (Catmull-Rom). */
export function blob(points: readonly Point[], stepsEach = 12): Path {
  const point = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0]
  return points.flatMap((_, i) => {
    const [a, b, c, d] = [point(i - 1), point(i), point(i + 1), point(i + 2)]
    return trace(stepsEach - 1, (s) => {
      const t = (s * (stepsEach - 1)) / stepsEach
      return [spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)]
    })
  })
}

const spline = (a: number, b: number, c: number, d: number, t: number) =>
  b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))

/** The outline the other way round: a hole in what it is filled with. */
export const hole = (path: Path): Path => path.toReversed()

/** The shape turned (in turns) about 0,0, scaled, then moved. */
export function place(shape: Shape, [x, y]: Point, turns = 0, scale = 1): Shape {
  const [cos, sin] = [Math.cos(turns * TURN) * scale, Math.sin(turns * TURN) * scale]
  return shape.map((path) => path.map(([px, py]): Point => [x + px * cos - py * sin, y + px * sin + py * cos]))
}

/** The outline as hands tear it: cut into short steps, each pushed about by noise. */
export function tear(path: Path, depth: number, noise: Noise, stepUnits = 4): Path {
  return path.flatMap(([x, y], i) => {
    const [ex, ey] = path[(i + 1) % path.length] ?? [x, y]
    const steps = Math.max(1, Math.round(Math.hypot(ex - x, ey - y) / stepUnits))
    return trace(steps, (t) => [x + (ex - x) * t, y + (ey - y) * t])
      .slice(0, -1)
      .map(([px, py]): Point => [px + ragged(noise, px, py) * depth, py + ragged(noise, px + 190, py + 70) * depth])
  })
}

const ragged = (noise: Noise, x: number, y: number) =>
  noise.at(x / 55, y / 55) * 1.1 + noise.at(x / 14, y / 14) * 0.6 + noise.at(x / 4, y / 4) * 0.3 - 1
