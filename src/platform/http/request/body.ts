import { AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'

/** Most bytes of a JSON body (rule: json-bodies). */
export const maxJsonBytes = 64 * 1024

export const notJson = 'The body is not valid JSON.'

/** Most bytes of a webhook; the processor's events contain whole objects. */
export const maxWebhookBytes = 1_000_000

const tooLarge = (maxBytes: number) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    say('The body is larger than the {maxBytes} bytes that this route takes.', { maxBytes }),
  )

/** Throws PAYLOAD_TOO_LARGE by Content-Length, before a byte is read. */
export function refuseLargeBody(headers: Headers, maxBytes: number): void {
  const length = headers.get('content-length')
  if (length !== null && Number(length) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Returns whether an answer sent now may leave part of the body unread. Bun counts such a request
 * as running until its connection closes, and a graceful stop would wait for it.
 */
export function mayLeaveBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length')) > maxJsonBytes
}

const digested = new WeakMap<Request, Uint8Array>()

/** Returns the bytes of a JSON body that was read, of a request with a `Content-Digest`. */
export const digestedBody = (request: Request): Uint8Array => digested.get(request) ?? new Uint8Array()

/**
 * Returns the JSON body of a request. Throws UNSUPPORTED_MEDIA_TYPE for any other type (half of the
 * CSRF defence, rule: json-bodies), PAYLOAD_TOO_LARGE also when the length was not announced,
 * VALIDATION for invalid JSON.
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readAtMost(request, maxJsonBytes)
  const contentType = request.headers.get('content-type') ?? ''
  if (request.headers.has('content-digest')) digested.set(request, bytes)
  if (bytes.length === 0 && contentType === '') return undefined
  if (!isJson(contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', say('This route takes application/json in UTF-8.'))
  }
  const parsed = parseJson(bytes)
  // A schema whose keys are all optional would accept an empty list as an object.
  if (Array.isArray(parsed)) throw new AppError('VALIDATION', say('The body must be a JSON object.'))
  return parsed
}

/** Throws UNSUPPORTED_MEDIA_TYPE for any other type, PAYLOAD_TOO_LARGE as readJson does. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readAtMost(request, maxJsonBytes)
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (bytes.length > 0 && type.trim() !== 'application/x-www-form-urlencoded') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', say('This address takes application/x-www-form-urlencoded.'))
  }
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}

/** Names of types and character sets have no case (RFC 9110, 8.3). */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.map((each) => each.trim()).filter((each) => each.startsWith('charset='))
  return type?.trim() === 'application/json' && charsets.every((each) => /^charset=(?:utf-8|"utf-8")$/.test(each))
}

/** Serves bodies that are verified before they are parsed. Throws PAYLOAD_TOO_LARGE. */
export const readText = async (request: Request, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readAtMost(request, maxBytes))

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    let isPlain = true
    const parsed: unknown = JSON.parse(text, (key, value: unknown) => {
      if (reserved.has(key)) isPlain = false
      return value
    })
    if (!isPlain)
      refuseWhere(
        parsed,
        (key) => reserved.has(key),
        (field) => `Unknown field "${field}".`,
      )
    if (escapedHalf.test(text)) refuseWhere(parsed, isHalf, (field) => `"${field}" contains an unpaired surrogate.`)
    return parsed
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('VALIDATION', notJson)
  }
}

/**
 * The keys with a meaning of their own in JavaScript. A value with its own "toString" cannot be
 * written into a sentence, as validation does with refused values; "__proto__" is lost when a body
 * is copied before validation.
 */
const reserved: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'toJSON'])

// An escape of an unpaired surrogate, which cannot be stored, hashed or sent as UTF-8.
const escapedHalf = /\\u[dD][89a-fA-F]/
const isHalf = (_: string, value: unknown) => typeof value === 'string' && !value.isWellFormed()

type Test = (key: string, value: unknown) => boolean

/** Throws VALIDATION that names the first field for which a test holds. */
function refuseWhere(body: unknown, holds: Test, sentence: (field: string) => string): void {
  const field = fieldWhere(body, holds)
  if (field !== undefined) throw invalid(field, sentence(field))
}

/** Returns the dotted path of the first field for which a test holds. */
function fieldWhere(value: unknown, holds: Test): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, each] of Object.entries(value)) {
    if (holds(key, each)) return key
    const inner = fieldWhere(each, holds)
    if (inner !== undefined) return `${key}.${inner}`
  }
  return undefined
}

/** The body as bytes. Throws PAYLOAD_TOO_LARGE. */
export async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = request
  const length = headers.get('content-length')
  // Bun accepts no more than the announced length, and buffers a body of known length faster than a
  // stream.
  if (length !== null && Number(length) <= maxBytes && !headers.has('transfer-encoding')) return request.bytes()
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of request.body ?? []) {
    total += piece.length
    if (total > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
