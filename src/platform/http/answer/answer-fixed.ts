import type { Encoding } from '../../../lib/address/encodings.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { readEncodings } from './answer-read.ts'
import { acceptedEncoding, compressText } from './compress.ts'
import { isHeld } from './is-held.ts'

const caching = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' }

/**
 * Returns a function that answers requests with a text, of JSON unless the headers say otherwise,
 * that is made at the first one, and 304 to a client that has it. Each encoding is made once and
 * has an ETag of its own.
 */
export function createFixedAnswer(
  make: () => string,
  headers: Readonly<Record<string, string>> = caching,
): (request: Request) => Response {
  // A blob is sent without being copied.
  const made = new Map<Encoding | null, Blob>()
  let text: string | undefined
  let hash: string | undefined
  const bodyOf = (encoding: Encoding | null, of: string) => {
    const known = made.get(encoding)
    if (known) return known
    const body = new Blob([encoding === null ? of : compressText(of, encoding, 'kept')])
    made.set(encoding, body)
    return body
  }
  return (request) => {
    text ??= make()
    hash ??= sha256Hex(text)
    const encoding = acceptedEncoding(request, readEncodings)
    const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
    if (isHeld(request, etag)) return new Response(null, { status: 304, headers: { ...headers, etag } })
    const sent = { 'content-type': 'application/json', ...headers, etag }
    const packed = encoding === null ? sent : { ...sent, 'content-encoding': encoding }
    return new Response(bodyOf(encoding, text), { headers: packed })
  }
}
