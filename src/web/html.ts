import { brotliCompressSync, constants } from 'node:zlib'
import { isHeld } from '../http/is-held.ts'
import type { Encoding } from '../lib/encodings.ts'
import { acceptedEncoding } from './assets.ts'

/** The default policy of pages: only our own files, and no inline scripts or styles. */
const ownFilesAlone = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** Returns a page's policy, with the directives in which it differs. */
export const contentSecurityPolicy = (different: readonly string[] = []): string => {
  const nameOf = (directive: string) => directive.split(' ', 1)[0]
  const replaced = new Set(different.map(nameOf))
  return [...ownFilesAlone.filter((directive) => !replaced.has(nameOf(directive))), ...different].join('; ')
}

const compressors: Record<Encoding, (html: string) => Uint8Array<ArrayBuffer>> = {
  zstd: (html) => new Uint8Array(Bun.zstdCompressSync(html, { level: 6 })),
  br: (html) => new Uint8Array(brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  gzip: (html) => Bun.gzipSync(html),
}

/** A page's text and its entity tag. What it was compressed to is remembered with it. */
export type Document = {
  readonly text: string
  readonly etag: string
  bytes(encoding: Encoding | null): Uint8Array<ArrayBuffer>
}

/** Makes a document of a page's text. */
export function createDocument(text: string): Document {
  const made = new Map<Encoding | null, Uint8Array<ArrayBuffer>>()
  return {
    text,
    etag: `W/"${Bun.hash(text).toString(36)}"`,
    bytes(encoding) {
      const known = made.get(encoding)
      if (known) return known
      const bytes = encoding ? compressors[encoding](text) : new TextEncoder().encode(text)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

/** How a page is sent: `private` ones were made for one signed-in viewer and are never cached. */
export type PageOptions = { status?: number; audience: 'anyone' | 'viewer'; headers?: Record<string, string> }

const cacheControl = (status: number, audience: PageOptions['audience']) => {
  if (status >= 400) return 'no-store'
  return audience === 'anyone' ? 'public, max-age=0, must-revalidate' : 'private, no-store'
}

const policy = contentSecurityPolicy()

/** Returns the response with a document: weak ETag and 304 if it may be cached, compression, policy. */
export function html(
  request: Request,
  document: Document,
  { status = 200, audience, headers: own }: PageOptions,
): Response {
  const headers = new Headers({
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl(status, audience),
    vary: 'Cookie, Accept-Encoding',
    ...own,
  })
  if (status === 200 && audience === 'anyone') {
    headers.set('etag', document.etag)
    if (isHeld(request, document.etag)) return new Response(null, { status: 304, headers })
  }
  const encoding = acceptedEncoding(request, ['zstd', 'br', 'gzip'])
  if (encoding) headers.set('content-encoding', encoding)
  return new Response(document.bytes(encoding), { status, headers })
}
