/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * One byte range of a Range header (RFC 9110, 14.2). Null: there is none, or it is of another unit, malformed, or asks for
 * several parts, all of which a server may answer with the whole.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = header === null ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
