import { once } from '../../src/lib/turn/once.ts'

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A part of the picture, in units of a picture 1080 wide. */
export type Box = { x: number; y: number; width: number; height: number }

type Face = { family: string; weight: number; stretch?: string; lead: number }

export const faces = {
  display: { family: 'Anybody, "Arial Black", sans-serif', weight: 900, stretch: 'expanded', lead: 1.02 },
  text: { family: 'Familjen, system-ui, sans-serif', weight: 600, lead: 1.15 },
  mono: { family: 'Sometype, ui-monospace, monospace', weight: 500, lead: 1.2 },
  hand: { family: 'Pen, "Segoe Print", cursive, sans-serif', weight: 400, lead: 1.05 },
} as const satisfies Readonly<Record<string, Face>>

export const fontOf = ({ family, weight, stretch = 'normal' }: Face, size: number) =>
  `${weight} ${stretch} ${size}px ${family}`

/** A text in lines, at the size at which it fits its box. */
export type Fitted = { face: Face; size: number; lines: readonly string[]; isRightToLeft: boolean }

const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
const wordsOf = once(() => new Intl.Segmenter(undefined, { granularity: 'word' }))
// Scripts without spaces between words.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Pieces must not be divided between two lines. */
function piecesOf(text: string): { piece: string; isSpaced: boolean }[] {
  return text
    .split(/\s+/)
    .filter((each) => each !== '')
    .flatMap((chunk) => {
      if (!unspaced.test(chunk)) return [{ piece: chunk, isSpaced: true }]
      const pieces: string[] = []
      for (const { segment, isWordLike } of wordsOf().segment(chunk)) {
        const last = pieces.length - 1
        // A line never begins with punctuation.
        if (isWordLike || last < 0) pieces.push(segment)
        else pieces[last] += segment
      }
      return pieces.map((piece, index) => ({ piece, isSpaced: index === 0 }))
    })
}

function broken(pen: Pen, piece: string, width: number): string[] {
  const parts: string[] = ['']
  for (const { segment } of graphemes().segment(piece)) {
    const grown = `${parts.at(-1)}${segment}`
    if (parts.at(-1) !== '' && pen.measureText(grown).width > width) parts.push(segment)
    else parts[parts.length - 1] = grown
  }
  return parts
}

function wrap(pen: Pen, text: string, width: number): string[] {
  const lines: string[] = []
  for (const { piece, isSpaced } of piecesOf(text)) {
    const last = lines.at(-1)
    const grown = last === undefined ? piece : `${last}${isSpaced ? ' ' : ''}${piece}`
    if (pen.measureText(grown).width <= width) lines.splice(-1, 1, grown)
    else lines.push(...broken(pen, piece, width))
  }
  return lines
}

const longestPiece = (pen: Pen, text: string) =>
  Math.max(0, ...piecesOf(text).map(({ piece }) => pen.measureText(piece).width))

/**
 * Returns a text at the largest size, up to `most`, at which it fits the box. Words are divided
 * only when they would otherwise be smaller than half of that size.
 */
export function fitText(pen: Pen, face: Face, text: string, box: Pick<Box, 'width' | 'height'>, most: number): Fitted {
  const isRightToLeft = rightToLeft.test(text)
  for (let size = most; ; size *= 0.94) {
    pen.font = fontOf(face, size)
    const mayDivide = size < most / 2
    if (!mayDivide && longestPiece(pen, text) > box.width) continue
    const lines = wrap(pen, text, box.width)
    if (lines.length * size * face.lead <= box.height || size < most / 16) return { face, size, lines, isRightToLeft }
  }
}

/** Returns a function that fits each text once, since the same line is drawn in many frames. */
export function fittedOnce(fit: (pen: Pen, text: string) => Fitted): (pen: Pen, text: string) => Fitted {
  const known = new Map<string, Fitted>()
  return (pen, text) => {
    const fitted = known.get(text) ?? fit(pen, text)
    known.set(text, fitted)
    return fitted
  }
}

export const heightOf = ({ face, size, lines }: Fitted) => lines.length * size * face.lead

type Align = 'start' | 'center'

export function writeText(pen: Pen, fitted: Fitted, { x, y, width }: Omit<Box, 'height'>, align: Align = 'start') {
  const { face, size, lines, isRightToLeft } = fitted
  pen.font = fontOf(face, size)
  pen.textBaseline = 'alphabetic'
  pen.direction = isRightToLeft ? 'rtl' : 'ltr'
  pen.textAlign = align
  const from = align === 'center' ? x + width / 2 : isRightToLeft ? x + width : x
  for (const [index, line] of lines.entries())
    pen.fillText(line, from, y + (index + 0.5) * size * face.lead + size * 0.32)
}
