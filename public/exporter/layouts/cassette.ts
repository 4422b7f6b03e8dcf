import type { Scene } from '../scene.ts'
import { faces, fitText, heightOf, type Pen, writeText } from '../text.ts'
import { fillRound } from './parts.ts'

/** Seconds per turn of a reel, as on the page. */
const turnSec = 2.6
const circle = 2 * Math.PI

/** Where the reels are, in units of the cassette (400 by 256). */
export const reelBox = { x: 98, y: 122, width: 204, height: 68 } as const

const disc = (pen: Pen, x: number, y: number, radius: number, colour: string) => {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x, y, radius, 0, circle)
  pen.fill()
}

/** Draws the cassette 400 by 256, with its title on the label, as pages show it. */
export function drawCassette(pen: Pen, { colours, title, artist }: Scene): void {
  fillRound(pen, { x: 0, y: 0, width: 400, height: 256 }, 16, colours.shell)
  pen.strokeStyle = colours.shellHigh
  pen.lineWidth = 2
  pen.beginPath()
  pen.roundRect(7, 7, 386, 242, 11)
  pen.moveTo(92, 249)
  pen.lineTo(102, 215)
  pen.lineTo(298, 215)
  pen.lineTo(308, 249)
  pen.stroke()
  for (const [x, y] of [
    [18, 18],
    [382, 18],
    [18, 238],
    [382, 238],
    [132, 233],
    [200, 233],
    [268, 233],
  ] as const) {
    disc(pen, x, y, 4.5, colours.screw)
  }
  fillRound(pen, { x: 30, y: 24, width: 340, height: 172 }, 7, colours.label)
  pen.fillStyle = colours.rule
  pen.fillRect(74, 45, 282, 1.5)
  pen.fillRect(74, 73, 282, 1.5)
  pen.fillStyle = colours.band
  pen.fillRect(30, 84, 340, 20)
  pen.fillStyle = colours.band2
  pen.fillRect(30, 104, 340, 8)
  pen.fillStyle = colours.labelInk
  writeText(pen, fitText(pen, faces.display, 'A', { width: 30, height: 30 }, 26), { x: 41, y: 47, width: 30 })
  const by = fitText(pen, faces.mono, artist, { width: 56, height: 64 }, 10)
  writeText(pen, by, { x: 37, y: 193 - heightOf(by), width: 56 })
  pen.fillStyle = colours.pen
  const name = fitText(pen, faces.hand, title, { width: 280, height: 52 }, 34)
  writeText(pen, name, { x: 78, y: 82 - heightOf(name), width: 280 })
  fillRound(pen, { x: 98, y: 122, width: 204, height: 68 }, 34, colours.window)
}

/** Draws tape and reels at a second; `wound` (0 to 1) is the part of the tape on the right reel. */
export function drawReels(pen: Pen, { colours }: Scene, second: number, wound: number): void {
  for (const [x, size] of [
    [144, 1 - 0.18 * wound],
    [256, 0.82 + 0.18 * wound],
  ] as const) {
    disc(pen, x, 156, 32 * size, colours.oxide)
    pen.strokeStyle = colours.oxideRim
    pen.lineWidth = 1.5
    pen.stroke()
    disc(pen, x, 156, 22, colours.hub)
    pen.save()
    pen.translate(x, 156)
    pen.rotate((second / turnSec) * circle)
    pen.strokeStyle = colours.oxide
    pen.lineWidth = 8
    const tooth = (15 * circle) / 60
    pen.setLineDash([3.4 * tooth, 6.6 * tooth])
    pen.beginPath()
    pen.arc(0, 0, 15, 0, circle)
    pen.stroke()
    pen.restore()
    disc(pen, x, 156, 6, colours.oxide)
  }
}
