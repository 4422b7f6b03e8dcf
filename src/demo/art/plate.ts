import type { Shape } from './shape.ts'

/** How much ink there is at a place of the sheet, 0…1. */
export type Tone = (x: number, y: number) => number

/** The plate of one ink: how much of it each pixel gets, and between which rows there is any. */
export type Plate = { readonly sizePx: number; readonly ink: Float32Array; top: number; bottom: number }

export const createPlate = (sizePx: number): Plate => ({
  sizePx,
  ink: new Float32Array(sizePx * sizePx),
  top: sizePx,
  bottom: 0,
})

export function wipe(plate: Plate): void {
  plate.ink.fill(0, plate.top * plate.sizePx, plate.bottom * plate.sizePx)
  plate.top = plate.sizePx
  plate.bottom = 0
}

/** Sets the inside of the shape to a tone (0 cuts it out); edge pixels by the share covered. */
export function fill(plate: Plate, shape: Shape, tone: Tone | number = 1): void {
  const box = boxOf(shape, plate.sizePx)
  if (box.width <= 0 || box.height <= 0) return
  const turns = edgesOf(shape, plate.sizePx / 1000, box)
  const units = 1000 / plate.sizePx
  plate.top = Math.min(plate.top, box.top)
  plate.bottom = Math.max(plate.bottom, box.top + box.height)
  for (let row = 0; row < box.height; row++) {
    let sum = 0
    let from = row * (box.width + 2)
    let to = (box.top + row) * plate.sizePx + box.left
    for (let column = 0; column < box.width; column++, from++, to++) {
      sum += turns[from] ?? 0
      const area = sum < 0 ? -sum : sum
      if (area < 0.003) continue
      const covered = Math.min(area, 1)
      const amount = typeof tone === 'number' ? tone : tone((box.left + column) * units, (box.top + row) * units)
      const before = plate.ink[to] ?? 0
      plate.ink[to] = before + (amount - before) * covered
    }
  }
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

function boxOf(shape: Shape, sizePx: number): Box {
  let [left, top, right, bottom] = [sizePx, sizePx, 0, 0]
  for (const path of shape)
    for (const [x, y] of path) {
      left = Math.min(left, (x * sizePx) / 1000)
      right = Math.max(right, (x * sizePx) / 1000)
      top = Math.min(top, (y * sizePx) / 1000)
      bottom = Math.max(bottom, (y * sizePx) / 1000)
    }
  left = Math.max(0, Math.floor(left))
  top = Math.max(0, Math.floor(top))
  return {
    left,
    top,
    width: Math.min(sizePx, Math.ceil(right)) - left,
    height: Math.min(sizePx, Math.ceil(bottom)) - top,
  }
}

/** For each pixel by how much the covered area changes there; sums along a row are the areas. */
function edgesOf(shape: Shape, scale: number, box: Box): Float32Array {
  const turns = new Float32Array((box.width + 2) * box.height)
  for (const path of shape) {
    let [ax, ay] = path.at(-1) ?? [0, 0]
    for (const [bx, by] of path) {
      addEdge(turns, box, ax * scale - box.left, ay * scale - box.top, bx * scale - box.left, by * scale - box.top)
      ax = bx
      ay = by
    }
  }
  return turns
}

function addEdge(turns: Float32Array, box: Box, ax: number, ay: number, bx: number, by: number): void {
  if (ay === by) return
  const direction = ay < by ? 1 : -1
  const [topX, topY, endX, endY] = ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay]
  const slope = (endX - topX) / (endY - topY)
  const limit = Math.min(box.height, endY)
  for (let row = Math.max(0, Math.floor(topY)); row < limit; row++) {
    const from = Math.max(topY, row)
    const to = Math.min(endY, row + 1)
    if (to <= from) continue
    const x0 = Math.min(box.width, Math.max(0, topX + (from - topY) * slope))
    const x1 = Math.min(box.width, Math.max(0, topX + (to - topY) * slope))
    addSpan(turns, row * (box.width + 2), Math.min(x0, x1), Math.max(x0, x1), (to - from) * direction)
  }
}

/** Spreads one row's piece of an edge over the pixels it crosses, by the area to its right. */
function addSpan(turns: Float32Array, row: number, x0: number, x1: number, height: number): void {
  const first = Math.floor(x0)
  const last = Math.floor(x1)
  if (first === last) {
    const right = 1 - ((x0 + x1) / 2 - first)
    turns[row + first] = (turns[row + first] ?? 0) + height * right
    turns[row + first + 1] = (turns[row + first + 1] ?? 0) + height * (1 - right)
    return
  }
  let before = 0
  const perUnit = height / (x1 - x0)
  for (let column = first; column <= last; column++) {
    const [start, end] = [Math.max(x0, column), Math.min(x1, column + 1)]
    const area = (start - x0) * perUnit + (end - start) * perUnit * (1 - ((start + end) / 2 - column))
    turns[row + column] = (turns[row + column] ?? 0) + area - before
    before = area
  }
  turns[row + last + 1] = (turns[row + last + 1] ?? 0) + height - before
}
