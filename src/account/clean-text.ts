// Space of any width, line ends, other controls, and the marks that turn the direction of what follows them.
const unruly = /[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
const unrulyButLineEnds = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A text on one line without controls or space around it; empty when nothing in it can be seen. */
export function cleanLine(text: string): string {
  return visible.test(text) ? text.replace(unruly, ' ').trim() : ''
}

/** A text that keeps its lines; null when nothing in it can be seen. */
export function cleanLines(text: string | null): string | null {
  if (text === null || !visible.test(text)) return null
  return text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(unrulyButLineEnds, '')
    .trim()
}
