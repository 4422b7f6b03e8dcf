import type { Scene } from '../scene.ts'
import { peaksPerSec } from '../scene.ts'
import { type Box, faces, fitText, heightOf, type Pen, writeText } from '../text.ts'

/** A constant picture, and the one that is drawn for each frame, in `regions` only. */
export type Drawing = {
  regions: readonly Box[]
  still: (pen: Pen) => void
  moving: (pen: Pen, second: number) => void
}

export const left = 110

export const inner = 860

export function fillRound(pen: Pen, { x, y, width, height }: Box, radius: number, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
  pen.fill()
}

export function drawPaper(pen: Pen, { colours }: Scene): void {
  pen.fillStyle = colours.paper
  pen.fillRect(0, 0, 1080, 1920)
  for (const [index, colour] of [colours.band, colours.band2, colours.band3].entries()) {
    pen.fillStyle = colour
    pen.fillRect(0, 1846 - index * 22, 1080, index === 0 ? 74 : 18)
  }
  fillRound(pen, { x: 44, y: 44, width: 992, height: 1728 }, 20, colours.card)
  pen.strokeStyle = colours.line
  pen.lineWidth = 2
  pen.stroke()
}

export function writeFoot(pen: Pen, { colours, handle, address }: Scene, y: number): void {
  pen.fillStyle = colours.accent
  const name = fitText(pen, faces.text, `@${handle}`, { width: inner, height: 52 }, 44)
  writeText(pen, name, { x: left, y, width: inner })
  pen.fillStyle = colours.soft
  const place = fitText(pen, faces.mono, address, { width: inner, height: 38 }, 30)
  writeText(pen, place, { x: left, y: y + 54, width: inner })
}

export function writeTitle(pen: Pen, { colours, title, artist }: Scene, { x, y, width, height }: Box): void {
  const by = fitText(pen, faces.text, artist, { width, height: height * 0.28 }, 48)
  const name = fitText(pen, faces.display, title, { width, height: height - heightOf(by) - 16 }, 132)
  const top = y + (height - heightOf(name) - 16 - heightOf(by)) / 2
  pen.fillStyle = colours.ink
  writeText(pen, name, { x, y: top, width })
  pen.fillStyle = colours.soft
  writeText(pen, by, { x, y: top + heightOf(name) + 16, width })
}

export function drawPicture(pen: Pen, picture: ImageBitmap, { x, y, width, height }: Box): void {
  const scale = Math.max(width / picture.width, height / picture.height)
  const [cutWidth, cutHeight] = [width / scale, height / scale]
  const [cutX, cutY] = [(picture.width - cutWidth) / 2, (picture.height - cutHeight) / 2]
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, cutX, cutY, cutWidth, cutHeight, x, y, width, height)
}

export function drawShade(pen: Pen, { x, y, width, height }: Box, colour: string): void {
  pen.save()
  pen.shadowColor = colour
  pen.shadowBlur = 36
  pen.shadowOffsetY = 18
  pen.fillStyle = colour
  pen.fillRect(x + 6, y + 6, width - 12, height - 12)
  pen.restore()
}

/** Draws the cover; without one the ruled and handwritten J-card that the page draws too. */
export function drawSleeve(pen: Pen, { cover, colours, casset }: Scene, box: Box): void {
  drawShade(pen, box, colours.shade)
  if (cover) {
    drawPicture(pen, cover, box)
    return
  }
  pen.save()
  pen.translate(box.x, box.y)
  pen.scale(box.width / 300, box.height / 300)
  pen.fillStyle = colours.label
  pen.fillRect(0, 0, 300, 300)
  for (const [colour, y, height] of [
    [colours.band, 48, 26],
    [colours.band2, 80, 10],
    [colours.band3, 96, 5],
  ] as const) {
    pen.fillStyle = colour
    pen.fillRect(0, y, 300, height)
  }
  pen.fillStyle = colours.labelInk
  writeText(pen, fitText(pen, faces.display, 'A', { width: 80, height: 80 }, 64), { x: 20, y: 108, width: 80 })
  const name = fitText(pen, faces.hand, casset, { width: 256, height: 80 }, 34)
  // A name in several lines is written with rules of its own.
  const step = name.lines.length > 1 ? name.size * name.face.lead : 24
  pen.fillStyle = colours.rule
  for (let y = 272; y > 190; y -= step) pen.fillRect(20, y, 260, 1.5)
  pen.fillStyle = colours.pen
  writeText(pen, name, { x: 22, y: 272 - heightOf(name) + name.size * 0.12, width: 256 })
  pen.restore()
}

export function drawBars(pen: Pen, { peaks, colours, durationSec }: Scene, box: Box, second: number, count: number) {
  const step = box.width / count
  for (let bar = 0; bar < count; bar += 1) {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    const height = Math.max(6, Math.max(0, ...peaks.slice(from, to)) * box.height)
    pen.fillStyle = bar / count <= second / durationSec ? colours.accent : colours.line
    pen.fillRect(box.x + bar * step + step * 0.18, box.y + (box.height - height) / 2, step * 0.64, height)
  }
}

/** Draws the sound around a second, which moves past a needle in the middle of the box. */
export function drawPassing(pen: Pen, { peaks, colours }: Scene, box: Box, second: number): void {
  const step = 22
  const at = second * peaksPerSec
  const reach = Math.ceil(box.width / 2 / step) + 1
  for (let bar = Math.floor(at) - reach; bar <= at + reach; bar += 1) {
    const peak = peaks[bar]
    if (peak === undefined) continue
    const x = box.x + box.width / 2 + (bar - at) * step
    const height = Math.max(8, peak * box.height)
    pen.fillStyle = bar <= at ? colours.accent : colours.line
    pen.fillRect(x, box.y + (box.height - height) / 2, step * 0.6, height)
  }
  pen.fillStyle = colours.ink
  pen.fillRect(box.x + box.width / 2 - 2, box.y, 4, box.height)
}
