/** The most levels of quotes and lists within each other. */
export const deepest = 10

const space = 0x20
const tab = 0x09
const quote = 0x3e
const bullets = new Set([0x2a, 0x2b, 0x2d])
const ordinal = /\d{1,9}[.)]/y

const isBlank = (code: number) => code === space || code === tab

/** Returns where the mark of a quote or item that begins here ends; the same place for none. */
function endOfMark(line: string, at: number): number {
  const first = line.charCodeAt(at)
  if (first === quote) return at + 1
  ordinal.lastIndex = at
  const end = bullets.has(first) ? at + 1 : ordinal.test(line) ? ordinal.lastIndex : at
  return end === line.length || isBlank(line.charCodeAt(end)) ? end : at
}

/**
 * Returns a line without the marks that would open more levels. A level takes two columns at least,
 * so that an indentation counts as the levels that it can continue.
 */
function flatLine(line: string): string {
  let levels = 0
  let columns = 0
  let at = 0
  let kept = ''
  while (at < line.length) {
    const code = line.charCodeAt(at)
    const end = isBlank(code) ? at + 1 : endOfMark(line, at)
    if (end === at) break
    const isMark = !isBlank(code)
    const isOver = isMark && levels + (columns >> 1) >= deepest
    // The blank after a mark belongs to it.
    const next = isMark && isBlank(line.charCodeAt(end)) ? end + 1 : end
    if (isMark && !isOver) levels += 1
    if (!isMark) columns += code === tab ? 4 : 1
    if (!isOver) kept += line.slice(at, next)
    at = next
  }
  return kept + line.slice(at)
}

/**
 * Returns Markdown whose quotes and lists nest ten levels deep at most; the marks of further levels
 * are left out. Rendering costs processor time and memory by the square of the depth.
 */
export const flattened = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(flatLine)
    .join('\n')

/** Renders Markdown by callbacks, without the marks of more than ten levels. */
export const renderMarkdown = (text: string, ...how: Rest<typeof Bun.markdown.render>): string =>
  Bun.markdown.render(flattened(text), ...how)

/** Returns Markdown as HTML, without the marks of more than ten levels. */
export const markdownHtml = (text: string, ...how: Rest<typeof Bun.markdown.html>): string =>
  Bun.markdown.html(flattened(text), ...how)

type Rest<Of> = Of extends (text: infer _, ...rest: infer Others) => unknown ? Others : never
