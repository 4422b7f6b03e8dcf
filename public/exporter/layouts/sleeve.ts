import { lyricsAt } from '../lyrics.ts'
import type { Scene } from '../scene.ts'
import { type Box, faces, fitText, fittedOnce, heightOf, type Pen, writeText } from '../text.ts'
import { type Drawing, drawPaper, drawPassing, drawSleeve, inner, left, writeFoot, writeTitle } from './parts.ts'

export function sleeve(scene: Scene): Drawing {
  const hasLyrics = scene.lyrics.length > 0
  const wave: Box = { x: 44, y: 1004, width: 992, height: hasLyrics ? 150 : 210 }
  const lyrics: Box = { x: left - 10, y: 1200, width: inner + 20, height: 160 }
  const still = (pen: Pen) => {
    drawPaper(pen, scene)
    drawSleeve(pen, scene, { x: left, y: left, width: inner, height: inner })
    const top = hasLyrics ? 1386 : 1270
    writeTitle(pen, scene, { x: left, y: top, width: inner, height: 1620 - top })
    writeFoot(pen, scene, 1646)
  }
  const lineOf = fittedOnce((pen, text) => {
    return fitText(pen, faces.hand, text, { width: inner, height: lyrics.height }, 92)
  })
  const moving = (pen: Pen, second: number) => {
    drawPassing(pen, scene, wave, second)
    const { now } = lyricsAt(scene.lyrics, second)
    if (now === '') return
    const line = lineOf(pen, now)
    pen.fillStyle = scene.colours.ink
    const y = lyrics.y + (lyrics.height - heightOf(line)) / 2
    writeText(pen, line, { x: left, y, width: inner }, 'center')
  }
  return { regions: hasLyrics ? [wave, lyrics] : [wave], still, moving }
}
