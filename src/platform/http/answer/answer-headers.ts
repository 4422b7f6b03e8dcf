/** The words of /openapi.json for each header that an operation sends beside those of all. */
const meanings = {
  ETag: 'for If-None-Match; weak when the answer is compressed',
  'Cache-Control': 'who may keep the answer, and how long',
  'Last-Modified': 'when it changed last',
  Link: 'related addresses (RFC 8288), such as rel="license"; type="application/rsl+xml"',
  Location: 'the address to go on at',
  Allow: 'the methods that the address takes',
  'Accept-Ranges': 'bytes',
  'Content-Range': 'which bytes of how many: bytes 0-1023/4096',
  'Content-Disposition': 'the name to save the file by',
  'Retry-After': 'the seconds to wait',
  'Preference-Applied': 'respond-async, where that was asked for by Prefer',
  RateLimit: 'the requests that are left, and the seconds until all are: "agent-read";r=119;t=1',
  'RateLimit-Policy': 'how many requests there are, in how many seconds: "agent-read";q=120;w=60',
  'WWW-Authenticate':
    'how to prove oneself; with 402 a License challenge (RSL 1.0, CAP), and where a program can pay, a Payment challenge',
  'Accept-Signature': 'what a signature has to cover (RFC 9421)',
  'Payment-Receipt': 'of what was paid by a Payment credential',
  'Repr-Digest': 'of the bytes, with format=raw (RFC 9530)',
  'Content-Usage': 'what the sound may be used for (AIPREF): search=y, train-ai=n',
  'Content-Signal': 'the same in the words of Cloudflare',
  'TDM-Reservation': 'whether text and data mining is reserved (TDMRep)',
  'X-Robots-Tag': 'noindex where the artist wants it in no search',
  'Tus-Resumable': 'for tus: 1.0.0',
  'Tus-Version': 'for tus: 1.0.0',
  'Tus-Extension': 'the extensions of tus, separated by commas',
  'Tus-Max-Size': 'the most bytes of a file',
  'Upload-Offset': 'how many bytes are stored',
  'Upload-Defer-Length': '1 where the length is told later',
  'Upload-Length': 'the bytes of the whole file',
  'Upload-Metadata': 'what the upload began with: its filename and title, in base64',
  'Tapedeck-Extra': 'the id of the file that comes with the casset, once the upload is complete',
  'Tapedeck-Track': 'the track, once the upload is complete',
  'X-Accel-Buffering': 'no: proxies pass each event on at once',
} as const

export type HeaderName = keyof typeof meanings

type HeaderSchema = { type: 'string' } | { type: 'integer'; minimum: number; maximum?: number }

const whole = { type: 'integer', minimum: 0 } as const
const numbers: Partial<Record<HeaderName, HeaderSchema>> = {
  'Retry-After': { type: 'integer', minimum: 1 },
  'TDM-Reservation': { ...whole, maximum: 1 },
  'Tus-Max-Size': whole,
  'Upload-Offset': whole,
  'Upload-Length': whole,
}

export type HeaderWords = { description: string; schema: HeaderSchema }

/** Returns what /openapi.json says of headers of an answer. */
export const sendsHeaders = (...names: readonly HeaderName[]): Record<string, HeaderWords> =>
  Object.fromEntries(
    names.map((name) => [name, { description: meanings[name], schema: numbers[name] ?? { type: 'string' } }]),
  )
