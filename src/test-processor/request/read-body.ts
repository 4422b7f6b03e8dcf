import { AppError } from '../../errors.ts'
import { parseJson } from '../../lib/json/json.ts'
import { readAtMost } from '../../platform/http/request/body.ts'
import { isUpload, maxUploadBytes, uploadAsForm } from '../file.ts'
import { ApiError, invalidRequest } from './api-error.ts'
import { decodeForm, type Params } from './form.ts'

const maxBodyBytes = 1_000_000

/** Returns the body of a request as text, an upload in Stripe's form encoding. Throws ApiError. */
export async function readBody(request: Request, path: string): Promise<string> {
  if (request.method !== 'POST') return ''
  const type = request.headers.get('content-type') ?? ''
  const bytes = await readAtMost(request, isUpload(path, type) ? maxUploadBytes : maxBodyBytes).catch((error) => {
    throw error instanceof AppError ? requestTooLarge() : error
  })
  if (isUpload(path, type)) return uploadAsForm(bytes, type)
  const body = new TextDecoder().decode(bytes)
  if (body !== '' && type !== '' && !isV2(path) && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). ' +
        'If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  return body
}

const isV2 = (path: string) => path.startsWith('/v2/')

const requestTooLarge = () => new ApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' })

type ReadRequest = { method: string; path: string; query: string; body: string }

/** Throws invalid_request_error. */
export function parseParams({ method, path, query, body }: ReadRequest): Params {
  if (method !== 'POST') return decodeForm(query)
  if (!isV2(path)) return decodeForm(body)
  try {
    const value: unknown = body === '' ? {} : parseJson(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Thrown below, like a JSON body that is no object.
  }
  throw invalidRequest('Invalid JSON body.', { code: 'invalid_fields' })
}
