export const mostLines = 250
export const longestLine = 400
/** So many different cells of a file may be asked about. */
export const mostUnclear = 20

// A request may have more, for the other fields.
const mostBytes = 48_000

/** Lines for one request; `from`: how many lines come before them. */
type Piece = { from: number; lines: string[] }

/** Cuts lines into pieces that one request takes each. Longer lines are cut. */
export function linesInPieces(all: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  const encoder = new TextEncoder()
  let bytes = 0
  for (const [index, line] of all.entries()) {
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
  return pieces
}
