import { sha256Hex } from '../../lib/hmac.ts'
import { isHeld } from './is-held.ts'

const caching = 'public, max-age=60, stale-while-revalidate=300'

/**
 * Returns the answer of a read that caches may keep for a minute: a text, of JSON unless another type is given, with the
 * hash of all of it as its ETag unless another is given; 304 to a client that has it.
 */
export function answerRead(
  request: Request,
  text: string,
  { etag, ...more }: { etag?: string } & Record<string, string> = {},
) {
  const tag = `"${etag ?? sha256Hex(text)}"`
  const headers = { 'cache-control': caching, etag: tag, ...more }
  if (isHeld(request, tag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { 'content-type': 'application/json', ...headers } })
}
