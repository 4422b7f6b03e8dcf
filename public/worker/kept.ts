import { parseRange } from '../../src/lib/address/byte-range.ts'
import { soundCache, trackKeptAt } from '../lib/kept-sound.ts'

/** Whether a request is for a track that is kept for listening without a connection. */
export const isKeptSound = ({ url }: Request): boolean => trackKeptAt(new URL(url).pathname) !== undefined

/**
 * Returns a kept track, or the part of it that a player asks for (206): browsers seek only
 * in that. 404 for a track that is not kept; the site answers such addresses with 404, too.
 */
export async function answerKeptSound({ url, headers }: Request): Promise<Response> {
  const kept = await caches.match(url, { cacheName: soundCache })
  if (!kept) return new Response(null, { status: 404 })
  const sound = await kept.blob()
  const type = kept.headers.get('content-type') ?? ''
  const range = parseRange(headers.get('range'), sound.size)
  const sent = { 'content-type': type, 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
  if (range === null) return new Response(sound, { headers: { ...sent, 'content-length': String(sound.size) } })
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${sound.size}` } })
  }
  const { start, end } = range
  return new Response(sound.slice(start, end + 1, type), {
    status: 206,
    headers: {
      ...sent,
      'content-range': `bytes ${start}-${end}/${sound.size}`,
      'content-length': String(end - start + 1),
    },
  })
}
