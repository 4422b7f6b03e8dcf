import type { Encoding } from '../../../lib/address/encodings.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { readEncodings } from './answer-read.ts'
import { acceptedEncoding, compressText } from './compress.ts'
import { isHeld } from './is-held.ts'

/**
 * Returns a function that answers requests with a text that is fixed while the program runs, made
 * at the first one. Each encoding is made once and has an ETag of its own.
 */
export function createFixedAnswer(make: () => string, type = 'application/json'): (request: Request) => Response {
  const made = new Map<Encoding | null, Uint8Array<ArrayBuffer>>()
  let text: string | undefined
  let hash: string | undefined
  const bytesOf = (encoding: Encoding | null, of: string) => {
    const known = made.get(encoding)
    if (known) return known
    const bytes = encoding === null ? new TextEncoder().encode(of) : compressText(of, encoding, 'kept')
    made.set(encoding, bytes)
    return bytes
  }
  return (request) => {
    text ??= make()
    hash ??= sha256Hex(text)
    const encoding = acceptedEncoding(request, readEncodings)
    const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
    const headers = { 'cache-control': 'public, max-age=300', etag, vary: 'Accept-Encoding' }
    if (isHeld(request, etag)) return new Response(null, { status: 304, headers })
    const sent = { ...headers, 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    return new Response(bytesOf(encoding, text), { headers: sent })
  }
}
