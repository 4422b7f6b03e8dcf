/** A row of a table; `line`: the number of the line that it begins on, from 1. */
export type TableRow = { line: number; cells: string[] }

const separators = [',', ';', '\t', '|'] as const
const mostLinesOfCell = 50
// They are not seen, and come with what is copied from web pages.
const unseen = /[\u00AD\u200B-\u200F\u2028\u2029\u2060\uFEFF]/g

/**
 * Reads a table as spreadsheets and services write it: with commas, semicolons, tabs or bars, with
 * quotes, also around lines, and maybe with `sep=;` above. A quote that nobody closes is a
 * character. Never throws.
 */
export function readTable(text: string): TableRow[] {
  const lines = text
    .replace(unseen, '')
    .replaceAll('\u00A0', ' ')
    .split(/\r\n?|\n/)
  const [, told] = /^sep=(.)$/.exec(lines[0]?.trim() ?? '') ?? []
  const separator = told ?? separatorOf(lines)
  const rows: TableRow[] = []
  for (let at = told === undefined ? 0 : 1; at < lines.length; ) {
    const { cells, next } = readRow(lines, at, separator)
    if (cells.some((cell) => cell !== '')) rows.push({ line: at + 1, cells })
    at = next
  }
  return rows
}

/** Returns what stands between cells: that which most of the first lines have, and most often. */
function separatorOf(lines: readonly string[]): string {
  const first = lines.filter((line) => line.trim() !== '').slice(0, 20)
  const score = (separator: string) =>
    first.reduce((sum, line) => {
      const cut = line.replaceAll(/"[^"]*"/g, '').split(separator).length - 1
      return sum + (cut > 0 ? 100 + Math.min(cut, 50) : 0)
    }, 0)
  return separators.reduce<string>((best, each) => (score(each) > score(best) ? each : best), ',')
}

function readRow(lines: readonly string[], from: number, separator: string): { cells: string[]; next: number } {
  const cells: string[] = []
  let place = { line: from, at: 0 }
  let isOpen = false
  for (;;) {
    const line = lines[place.line] ?? ''
    let begin = place.at
    while (line[begin] === ' ') begin += 1
    const quoted: Quoted | null =
      !isOpen && line[begin] === '"' ? readQuoted(lines, { line: place.line, at: begin + 1 }, separator) : null
    // Later quotes of this line would be looked through again and again.
    isOpen ||= line[begin] === '"' && quoted === null
    const { line: number, at } = quoted ?? place
    const rest = lines[number] ?? ''
    const end = rest.indexOf(separator, at)
    // Words behind the quotes belong to the cell, as in `"Ada" <ada@example.org>`.
    cells.push(((quoted?.cell ?? '') + rest.slice(at, end < 0 ? undefined : end)).trim())
    if (end < 0) return { cells, next: number + 1 }
    place = { line: number, at: end + separator.length }
  }
}

type Quoted = { cell: string; line: number; at: number }

/** Returns what is within quotes, and the place behind them; null where they are not closed. */
function readQuoted(lines: readonly string[], from: { line: number; at: number }, separator: string): Quoted | null {
  const pieces: string[] = []
  let { line, at } = from
  while (line < lines.length && line - from.line < mostLinesOfCell) {
    const text = lines[line] ?? ''
    const end = text.indexOf('"', at)
    if (end < 0) {
      pieces.push(text.slice(at), '\n')
      line += 1
      at = 0
    } else if (text[end + 1] === '"') {
      pieces.push(text.slice(at, end + 1))
      at = end + 2
    } else {
      const next = text.slice(end + 1).trimStart()
      // Behind several lines a quote that only begins a word closes none.
      if (line > from.line && next !== '' && !next.startsWith(separator)) return null
      return { cell: pieces.join('') + text.slice(at, end), line, at: end + 1 }
    }
  }
  return null
}
