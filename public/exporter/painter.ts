import { sleeve } from './layouts/sleeve.ts'
import { tape } from './layouts/tape.ts'
import { wave } from './layouts/wave.ts'
import type { Scene } from './scene.ts'
import type { Pen } from './text.ts'

const drawings = { sleeve, wave, tape } as const

/** The width of the picture in the units of layouts. */
const unitsWide = 1080

/** An element of the page where the browser has no OffscreenCanvas. */
function copyOf(width: number, height: number): { canvas: CanvasImageSource; pen: Pen } {
  if ('OffscreenCanvas' in globalThis) {
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d')
    if (pen) return { canvas, pen }
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser has no canvas to draw on.')
  return { canvas, pen }
}

/**
 * Draws the constant part of a scene once, and returns a function that draws the frame of a second.
 * It redraws only what moves, which is a small part of the picture.
 */
export function createPainter(scene: Scene, pen: Pen): (second: number) => void {
  const { width, height } = scene
  const { regions, still, moving } = drawings[scene.layout](scene)
  const scale = width / unitsWide
  const kept = copyOf(width, height)
  kept.pen.scale(scale, scale)
  still(kept.pen)
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.drawImage(kept.canvas, 0, 0)
  const boxes = regions.map((box) => {
    const [x, y] = [Math.floor(box.x * scale), Math.floor(box.y * scale)]
    return [x, y, Math.ceil((box.x + box.width) * scale) - x, Math.ceil((box.y + box.height) * scale) - y] as const
  })
  return (second) => {
    pen.save()
    pen.beginPath()
    for (const box of boxes) pen.rect(...box)
    pen.clip()
    for (const box of boxes) pen.drawImage(kept.canvas, ...box, ...box)
    pen.scale(scale, scale)
    moving(pen, second)
    pen.restore()
  }
}
