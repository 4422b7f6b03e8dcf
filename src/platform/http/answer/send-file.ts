import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { type ByteRange, parseRange } from '../../../lib/address/byte-range.ts'
import type { Place } from '../../../lib/file/file-place.ts'
import { say } from '../../../lib/language/say.ts'
import { readByNginx } from '../site/nginx.ts'

/** Cache-Control for content that never changes under its URL. */
export const forEver = 'public, max-age=31536000, immutable'

/** A file of known size with its strong ETag and further headers. */
export type SentFile = { place: Place; bytes: number; etag: string; headers: Record<string, string> }

/**
 * Returns a response with a file, with Range support (RFC 9110: one range, If-Range by the strong
 * ETag; an invalid Range is ignored). Throws RANGE_NOT_SATISFIABLE with the size, since Bun's own
 * answer has no body.
 */
export async function sendFile(
  ctx: Ctx,
  { place, bytes, etag, headers: more }: SentFile,
  request: Request,
): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store', ...more, 'accept-ranges': 'bytes', etag }
  const ifRange = request.headers.get('if-range')
  const wanted =
    request.method === 'GET' && (ifRange === null || ifRange === etag) ? request.headers.get('range') : null
  const range = parseRange(wanted, bytes)
  if (range === 'unsatisfiable') {
    const hint = say('The file has {size} bytes.', { size: String(bytes) })
    const contentRange = { 'content-range': `bytes */${bytes}`, 'accept-ranges': 'bytes' }
    throw new AppError('RANGE_NOT_SATISFIABLE', say('The range is outside the file.'), { hint, headers: contentRange })
  }
  const read = readByNginx(ctx, request, place)
  // Its own ranges, lengths and entity tags: it has the file.
  if (read !== undefined) return new Response(null, { headers: { ...headers, 'x-accel-redirect': read } })
  if (request.method === 'HEAD' && !('path' in place)) return new Response(standIn(bytes), { headers })
  const body = await bodyOf(place, range)
  if (range === null) return new Response(body, { headers })
  const contentRange = `bytes ${range.start}-${range.end}/${bytes}`
  return new Response(body, { status: 206, headers: { ...headers, 'content-range': contentRange } })
}

function bodyOf(place: Place, range: ByteRange | null) {
  if (!('path' in place)) return place.read(range)
  const file = Bun.file(place.path)
  return range === null ? file : file.slice(range.start, range.end + 1)
}

const nothing = new Uint8Array(1_048_576)

/**
 * Returns a body of so many bytes: for HEAD, Elysia reads it to tell its length, and sends nothing
 * of it.
 */
function standIn(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      if (left > 0) controller.enqueue(nothing.subarray(0, Math.min(left, nothing.length)))
      left -= nothing.length
      if (left <= 0) controller.close()
    },
  })
}
