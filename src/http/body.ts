import { AppError, invalid } from '../errors.ts'

/** Most bytes of a JSON body (rule 2.5). */
export const maxJsonBytes = 64 * 1024

/** Most bytes of a webhook; the processor's events carry whole objects. */
export const maxWebhookBytes = 1_000_000

const tooLarge = (maxBytes: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The body is larger than the ${maxBytes} bytes that this route takes.`)

/** Refuses by Content-Length before a byte is read. Throws PAYLOAD_TOO_LARGE. */
export function refuseLargeBody(headers: Headers, maxBytes: number): void {
  const length = headers.get('content-length')
  if (length !== null && Number(length) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Whether an answer given now may leave part of the body unread. Bun counts such a request as running for as long as its
 * connection lasts, and a graceful stop would wait for it.
 */
export function mayLeaveBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length')) > maxJsonBytes
}

/**
 * The JSON body of a request. Throws UNSUPPORTED_MEDIA_TYPE for any other type (half of the CSRF stance, rule 2.5),
 * PAYLOAD_TOO_LARGE also when the length was not announced, VALIDATION when it is not JSON.
 */
export async function readJson(request: Request, contentType: string): Promise<unknown> {
  const bytes = await readAtMost(request, maxJsonBytes)
  if (bytes.length === 0 && contentType === '') return undefined
  if (contentType !== 'application/json') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This route takes application/json.')
  }
  const parsed = parseJson(bytes)
  // A schema whose keys are all optional would take an empty list for an object.
  if (Array.isArray(parsed)) throw new AppError('VALIDATION', 'The body must be a JSON object.')
  return parsed
}

/** The body as text, for what is checked before it is read. Throws PAYLOAD_TOO_LARGE. */
export const readText = async (request: Request, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readAtMost(request, maxBytes))

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), refusePrototype)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('VALIDATION', 'The body is not valid JSON.')
  }
}

/** The one unknown key that schemas do not see: it is lost when a body is copied before it is checked. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw invalid(key, `"${key}" is not a key of this route.`)
  return value
}

async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array> {
  const { headers } = request
  const length = headers.get('content-length')
  // No more than was announced arrives, and at once it comes without a stream being made for it.
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
