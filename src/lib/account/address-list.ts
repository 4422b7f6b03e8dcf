export const mostLines = 250
export const longestLine = 400

// A request may have more, for the other fields.
const mostBytes = 48_000

/** Lines for one request; `from`: how many lines come before them. */
type Piece = { from: number; lines: string[] }

/**
 * Cuts a text with an address a line into pieces that one request takes each. Longer lines are cut,
 * and a text of empty lines has no pieces.
 */
export function linesInPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const encoder = new TextEncoder()
  let bytes = 0
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const cut = [...line.slice(0, 2 * longestLine)].slice(0, longestLine).join('').toWellFormed()
    const size = encoder.encode(JSON.stringify(cut)).length + 1
    const last = pieces.at(-1)
    if (last && last.lines.length < mostLines && bytes + size <= mostBytes) {
      last.lines.push(cut)
      bytes += size
    } else {
      pieces.push({ from: index, lines: [cut] })
      bytes = size
    }
  }
  return pieces.filter(({ lines }) => lines.some((line) => line.trim() !== ''))
}
