import type { Encoding } from '../../lib/address/encodings.ts'
import type { Sheet } from '../../platform/client/assets.ts'
import { acceptedEncoding, compressText, type Effort } from '../../platform/http/answer/compress.ts'
import { isHeld } from '../../platform/http/answer/is-held.ts'
import { startSha256, withLateScripts } from './late-scripts.ts'

/** The default policy of pages: only our own files, and no inline scripts or styles. */
const ownFilesAlone = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  // A preview beside its text; what may be framed says so itself.
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** Returns a page's policy, given the directives in which it differs. */
export const contentSecurityPolicy = (different: readonly string[] = []): string => {
  const nameOf = (directive: string) => directive.split(' ', 1)[0]
  const replaced = new Set(different.map(nameOf))
  return [...ownFilesAlone.filter((directive) => !replaced.has(nameOf(directive))), ...different].join('; ')
}

/** An encoding of a page: its entity tag and its bytes, which are remembered. */
type Sent = { readonly etag: string; bytes(encoding: Encoding | null): Uint8Array<ArrayBuffer> }

export type Document = {
  readonly text: string
  /** The page with links to its style sheet and scripts. */
  readonly linked: Sent
  /** The same with the basic style sheet inside, and with scripts that wait for its sleeve. */
  readonly whole?: { readonly sent: Sent; readonly policy: string }
}

/** Is called when something grows by this many bytes. */
type Grow = (bytes: number) => void

function toSend(write: () => string, effort: Effort, grow: Grow): Sent {
  const made = new Map<Encoding | null, Uint8Array<ArrayBuffer>>()
  let etag: string | undefined
  return {
    // Computed on demand: a page that is not kept has none.
    get etag() {
      etag ??= `W/"${Bun.hash(write()).toString(36)}"`
      return etag
    },
    bytes(encoding) {
      const known = made.get(encoding)
      if (known) return known
      const text = write()
      const bytes = encoding ? compressText(text, encoding, effort) : new TextEncoder().encode(text)
      made.set(encoding, bytes)
      grow(bytes.length)
      return bytes
    },
  }
}

type DocumentOptions = { sheet?: Sheet; grow?: Grow }

/**
 * Makes a document of a page's text. With `sheet`, the basic style sheet, it can be sent whole.
 * Pass `grow` when the document is cached: it is called with the number of bytes each time the
 * document holds more of them.
 */
export function createDocument(text: string, { sheet, grow }: DocumentOptions = {}): Document {
  const effort = grow ? 'kept' : 'once'
  const send = (write: () => string) => toSend(write, effort, grow ?? (() => undefined))
  const linked = send(() => text)
  if (!sheet) return { text, linked }
  let whole: Document['whole']
  return {
    text,
    linked,
    get whole() {
      whole ??= {
        sent: send(() => withLateScripts(text.replace(sheet.link, () => sheet.style))),
        policy: contentSecurityPolicy([
          `script-src 'self' 'sha256-${startSha256}'`,
          `style-src 'self' 'sha256-${sheet.sha256}'`,
        ]),
      }
      return whole
    },
  }
}

/** How a page is sent: `private` pages were made for one viewer and are never cached. */
export type PageOptions = {
  status?: number
  audience: 'anyone' | 'viewer'
  headers?: Record<string, string>
  /** The origin of room streams, where it is another one. */
  roomsUrl?: string | undefined
}

const cacheControl = (status: number, audience: PageOptions['audience']) => {
  if (status >= 400) return 'no-store'
  return audience === 'anyone' ? 'public, max-age=0, must-revalidate' : 'private, no-store'
}

const policy = contentSecurityPolicy()

/**
 * Returns the page for a stranger's first visit: with the style sheet inside, which they do not
 * have yet and need to see anything, and with scripts after the sleeve. A page that a script
 * fetches, to replace another one, links to them.
 */
function wholeFor({ headers }: Request, document: Document, { audience, headers: own }: PageOptions) {
  const isFirst = audience === 'anyone' && headers.get('sec-fetch-dest') === 'document'
  return isFirst && own?.['content-security-policy'] === undefined ? document.whole : undefined
}

const withRooms = (policy: string, roomsUrl: string | undefined): string =>
  roomsUrl === undefined ? policy : policy.replace("connect-src 'self'", `connect-src 'self' ${roomsUrl}`)

/** Adds a weak ETag and 304 if the document may be cached, compression, and the policy. */
export function html(request: Request, document: Document, options: PageOptions): Response {
  const { status = 200, audience, headers: own, roomsUrl } = options
  const whole = wholeFor(request, document, options)
  const sent = whole?.sent ?? document.linked
  const headers = new Headers({
    'content-security-policy': withRooms(whole?.policy ?? policy, roomsUrl),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl(status, audience),
    vary: 'Cookie, Accept-Encoding, Sec-Fetch-Dest',
    ...own,
  })
  if (status === 200 && audience === 'anyone') {
    headers.set('etag', sent.etag)
    if (isHeld(request, sent.etag)) return new Response(null, { status: 304, headers })
  }
  const encoding = acceptedEncoding(request, ['zstd', 'br', 'gzip'])
  if (encoding) headers.set('content-encoding', encoding)
  return new Response(sent.bytes(encoding), { status, headers })
}
