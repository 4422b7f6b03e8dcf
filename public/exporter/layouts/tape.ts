import { lyricsAt } from '../lyrics.ts'
import type { Scene } from '../scene.ts'
import { type Box, faces, fitText, fittedOnce, heightOf, type Pen, writeText } from '../text.ts'
import { drawCassette, drawReels, reelBox } from './cassette.ts'
import {
  type Drawing,
  drawBars,
  drawPaper,
  drawPicture,
  drawShade,
  inner,
  left,
  writeFoot,
  writeTitle,
} from './parts.ts'

const bars = 60
const ruleStep = 96

/** The cassette with turning reels, pulled out of its cover, and the lyrics on the ruled inlay. */
export function tape(scene: Scene): Drawing {
  const { colours, cover, durationSec, lyrics } = scene
  const hasLyrics = lyrics.length > 0
  const width = cover ? 780 : inner
  const at = cover ? { x: 970 - width, y: 506 } : { x: left, y: hasLyrics ? 260 : 220 }
  const scale = width / 400
  const under = at.y + 256 * scale
  const wave: Box = hasLyrics
    ? { x: left, y: 1520, width: inner, height: 96 }
    : { x: left, y: 1340, width: inner, height: 240 }
  const inlay: Box = { x: left, y: 1288, width: inner, height: ruleStep * 2 + 16 }
  const turning: Box = {
    x: at.x + reelBox.x * scale,
    y: at.y + reelBox.y * scale,
    width: reelBox.width * scale,
    height: reelBox.height * scale,
  }
  const onCassette = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(at.x, at.y)
    pen.scale(scale, scale)
    draw()
    pen.restore()
  }
  const still = (pen: Pen) => {
    drawPaper(pen, scene)
    if (cover) {
      const box = { x: left, y: left, width: 590, height: 590 }
      drawShade(pen, box, colours.shade)
      drawPicture(pen, cover, box)
    }
    drawShade(pen, { ...at, width, height: 256 * scale }, colours.shade)
    onCassette(pen, () => drawCassette(pen, scene))
    const top = under + 50
    writeTitle(pen, scene, { x: left, y: top, width: inner, height: (hasLyrics ? inlay.y : wave.y) - 20 - top })
    writeFoot(pen, scene, 1646)
  }
  const lineOf = fittedOnce((pen, text) => {
    return fitText(pen, faces.hand, text, { width: inner, height: ruleStep * 2 }, ruleStep / faces.hand.lead)
  })
  const moving = (pen: Pen, second: number) => {
    onCassette(pen, () => drawReels(pen, scene, second, Math.min(1, second / durationSec)))
    drawBars(pen, scene, wave, second, bars)
    const { now } = lyricsAt(lyrics, second)
    if (!hasLyrics) return
    const line = lineOf(pen, now)
    // Small handwriting has narrow lines; without lyrics there are two wide ones.
    const step = line.lines.length > 1 ? line.size * line.face.lead : ruleStep
    const bottom = inlay.y + ruleStep * 2
    pen.fillStyle = colours.line
    for (let y = bottom; y > inlay.y + 8; y -= step) pen.fillRect(left, y, inner, 3)
    pen.fillStyle = colours.ink
    writeText(pen, line, { x: left, y: bottom - heightOf(line) + line.size * 0.12, width: inner })
  }
  return { regions: hasLyrics ? [turning, wave, inlay] : [turning, wave], still, moving }
}
