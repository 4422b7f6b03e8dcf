import { lyricsAt } from '../lyrics.ts'
import type { Scene } from '../scene.ts'
import { type Box, type Fitted, faces, fitText, fittedOnce, heightOf, type Pen, writeText } from '../text.ts'
import { type Drawing, drawPaper, drawPicture, drawShade, fillRound, inner, left, writeTitle } from './parts.ts'

const bars = 96
const whole: Box = { x: 44, y: 64, width: 992, height: 1688 }
const top: Box = { x: 76, y: 128, width: 928, height: 300 }
const foot: Box = { x: 76, y: 1552, width: 928, height: 150 }
// Both labels are wider than the longest bar and stay: bars are drawn above, between and below
// them.
const regions: readonly Box[] = [
  { ...whole, height: top.y - whole.y },
  { ...whole, y: top.y + top.height, height: foot.y - top.y - top.height },
  { ...whole, y: foot.y + foot.height, height: whole.y + whole.height - foot.y - foot.height },
]

/** The hook from top to bottom, played downwards, and the lyrics on labels in front of it. */
export function wave(scene: Scene): Drawing {
  const { colours, cover } = scene
  const still = (pen: Pen) => {
    drawPaper(pen, scene)
    for (const box of [top, foot]) {
      drawShade(pen, box, colours.shade)
      fillRound(pen, box, 10, colours.card)
      pen.strokeStyle = colours.line
      pen.lineWidth = 2
      pen.stroke()
    }
    const art = 236
    if (cover) drawPicture(pen, cover, { x: top.x + 32, y: top.y + 32, width: art, height: art })
    const x = top.x + 32 + (cover ? art + 32 : 0)
    writeTitle(pen, scene, { x, y: top.y + 32, width: top.x + top.width - 32 - x, height: art })
    pen.fillStyle = colours.accent
    const name = fitText(pen, faces.text, `@${scene.handle}`, { width: inner, height: 52 }, 44)
    writeText(pen, name, { x: left, y: foot.y + 26, width: inner })
    pen.fillStyle = colours.soft
    const place = fitText(pen, faces.mono, scene.address, { width: inner, height: 38 }, 30)
    writeText(pen, place, { x: left, y: foot.y + 82, width: inner })
  }
  const nowOf = fittedOnce((pen, text) => fitText(pen, faces.display, text, { width: inner - 60, height: 420 }, 96))
  const nextOf = fittedOnce((pen, text) => fitText(pen, faces.text, text, { width: inner - 60, height: 120 }, 44))
  const moving = (pen: Pen, second: number) => {
    drawDownwards(pen, scene, second)
    const { now, next } = lyricsAt(scene.lyrics, second)
    if (now !== '') {
      const line = nowOf(pen, now)
      drawLabel(pen, scene, line, 960 - heightOf(line) / 2, { ground: colours.label, ink: colours.labelInk })
    }
    if (next !== '') drawLabel(pen, scene, nextOf(pen, next), 1290, { ground: colours.card, ink: colours.soft })
  }
  return { regions, still, moving }
}

function drawDownwards(pen: Pen, { peaks, colours, durationSec }: Scene, second: number): void {
  const step = whole.height / bars
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    const width = Math.max(10, Math.max(0, ...peaks.slice(from, to)) * (top.width - 24))
    pen.fillStyle = bar / bars <= second / durationSec ? colours.accent : colours.line
    pen.fillRect(540 - width / 2, whole.y + bar * step + step * 0.2, width, step * 0.6)
  }
}

type LabelColours = { ground: string; ink: string }

// A border instead of a shadow, whose blur would be computed for every frame.
function drawLabel(pen: Pen, { colours }: Scene, line: Fitted, y: number, { ground, ink }: LabelColours): void {
  fillRound(pen, { x: left - 10, y: y - 34, width: inner + 20, height: heightOf(line) + 68 }, 10, ground)
  pen.strokeStyle = colours.shell
  pen.lineWidth = 3
  pen.stroke()
  pen.fillStyle = ink
  writeText(pen, line, { x: left + 30, y, width: inner - 60 }, 'center')
}
