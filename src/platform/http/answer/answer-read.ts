import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { acceptedEncoding, compressText } from './compress.ts'
import { isHeld } from './is-held.ts'

const caching = 'public, max-age=60, stale-while-revalidate=300'

/** Below this a text is sent as it is. */
const leastCompressed = 1_000

/** The encodings of reads, in order of preference. */
export const readEncodings = ['br', 'zstd', 'gzip'] as const

/**
 * Returns the answer of a read that caches may keep for a minute: a text, of JSON unless another
 * type is given, with its hash as ETag unless another is given; 304 to a client that has it. A
 * longer text is compressed, and its ETag is then weak, since other bytes are sent; an answer with
 * a digest of its bytes is sent unchanged (rule: compressed-answers).
 */
export function answerRead(
  request: Request,
  text: string,
  { etag, ...more }: { etag?: string } & Record<string, string> = {},
) {
  const isLong = text.length >= leastCompressed && more['repr-digest'] === undefined
  const encoding = isLong ? acceptedEncoding(request, readEncodings) : null
  const tag = `${encoding ? 'W/' : ''}"${etag ?? sha256Hex(text)}"`
  const headers = { 'cache-control': caching, etag: tag, ...(isLong && { vary: 'Accept-Encoding' }), ...more }
  if (isHeld(request, tag)) return new Response(null, { status: 304, headers })
  const sent = { 'content-type': 'application/json', ...headers }
  if (encoding === null) return new Response(text, { headers: sent })
  return new Response(compressText(text, encoding, 'once'), { headers: { ...sent, 'content-encoding': encoding } })
}
