import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { parseRange } from '../lib/byte-range.ts'
import type { Playable } from './decide-access.ts'

/** Media type of each format that is stored. */
const contentTypes: Record<string, string> = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
}

/** The one file that a decision lets out: its identity, size and format. The hook's bytes are a file of their own. */
export function audioFile({ track, access }: Playable) {
  if (access === 'full')
    return { sha256: track.sha256, bytes: track.bytes, format: track.format, durationSec: track.durationSec ?? 0 }
  if (track.hookSha256 === null || track.hookBytes === null || track.hookFormat === null) throw notFound('hook')
  const durationSec = track.hookDurationSec ?? 0
  return { sha256: track.hookSha256, bytes: track.hookBytes, format: track.hookFormat, durationSec }
}

/**
 * Streams a file with Range (RFC 9110: one range, If-Range by the strong ETag; a Range that cannot be read is as none).
 * Throws RANGE_NOT_SATISFIABLE with the size, in the product's own body, since Bun's has none.
 */
export function streamAudio(ctx: Ctx, playable: Playable, request: Request): Response {
  const { sha256, bytes, format } = audioFile(playable)
  const etag = `"${sha256.slice(0, 32)}"`
  const file = Bun.file(ctx.blobs.path(sha256))
  const headers = {
    'content-type': contentTypes[format] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    etag,
  }
  const ifRange = request.headers.get('if-range')
  const wanted =
    request.method === 'GET' && (ifRange === null || ifRange === etag) ? request.headers.get('range') : null
  const range = parseRange(wanted, bytes)
  if (range === 'unsatisfiable') {
    const hint = `The file has ${bytes} bytes.`
    const contentRange = { 'content-range': `bytes */${bytes}`, 'accept-ranges': 'bytes' }
    throw new AppError('RANGE_NOT_SATISFIABLE', 'The range lies outside the file.', { hint, headers: contentRange })
  }
  if (range === null) return new Response(file, { headers })
  const contentRange = `bytes ${range.start}-${range.end}/${bytes}`
  const part = file.slice(range.start, range.end + 1)
  return new Response(part, { status: 206, headers: { ...headers, 'content-range': contentRange } })
}
