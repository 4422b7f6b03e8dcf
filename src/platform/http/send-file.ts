import { AppError } from '../../errors.ts'
import { parseRange } from '../../lib/byte-range.ts'

/** Cache-Control for content that never changes under its URL. */
export const forEver = 'public, max-age=31536000, immutable'

/** Where the bytes of a file are: on this disk. */
export type Place = { path: string }

/** A file of known size with its strong ETag and further headers. */
export type SentFile = { place: Place; bytes: number; etag: string; headers: Record<string, string> }

/**
 * Returns a response with a file, with Range support (RFC 9110: one range, If-Range by the strong ETag; an invalid
 * Range is ignored). Throws RANGE_NOT_SATISFIABLE with the size, since Bun's own answer has no body.
 */
export function sendFile({ place, bytes, etag, headers: more }: SentFile, request: Request): Response {
  const file = Bun.file(place.path)
  const headers = { 'cache-control': 'private, no-store', ...more, 'accept-ranges': 'bytes', etag }
  const ifRange = request.headers.get('if-range')
  const wanted =
    request.method === 'GET' && (ifRange === null || ifRange === etag) ? request.headers.get('range') : null
  const range = parseRange(wanted, bytes)
  if (range === 'unsatisfiable') {
    const hint = `The file has ${bytes} bytes.`
    const contentRange = { 'content-range': `bytes */${bytes}`, 'accept-ranges': 'bytes' }
    throw new AppError('RANGE_NOT_SATISFIABLE', 'The range is outside the file.', { hint, headers: contentRange })
  }
  if (range === null) return new Response(file, { headers })
  const contentRange = `bytes ${range.start}-${range.end}/${bytes}`
  const part = file.slice(range.start, range.end + 1)
  return new Response(part, { status: 206, headers: { ...headers, 'content-range': contentRange } })
}
