/** Codes of the v1 envelope that the public reads emit (rule 8.3). */
export type V1Code = 'INVALID_REQUEST' | 'RESOURCE_UNAVAILABLE' | 'RATE_LIMITED' | 'INTEGRATION_FAILURE'

const faults = {
  INVALID_REQUEST: { status: 400, retryable: false, message: 'The request is malformed.' },
  RESOURCE_UNAVAILABLE: { status: 404, retryable: false, message: 'The resource is unavailable.' },
  RATE_LIMITED: { status: 429, retryable: true, message: 'Too many requests.' },
  INTEGRATION_FAILURE: { status: 503, retryable: true, message: 'The data cannot be served right now.' },
} as const satisfies Record<V1Code, { status: number; retryable: boolean; message: string }>

/** Seconds after which data that cannot be served now may be. */
const retryAfterSec = 5

type Extra = { status?: number; message?: string; headers?: Record<string, string> }

/** An error in the v1 envelope (rule 8.3), never cached. */
export function v1Error(code: V1Code, requestId: string, base: Record<string, string>, extra: Extra = {}): Response {
  const { status, retryable, message } = faults[code]
  const error = { code, message: extra.message ?? message, requestId, retryable }
  return new Response(JSON.stringify({ schema: 'svc.error.v1', error }), {
    status: extra.status ?? status,
    headers: {
      ...base,
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-request-id': requestId,
      ...(code === 'INTEGRATION_FAILURE' ? { 'retry-after': String(retryAfterSec) } : {}),
      ...extra.headers,
    },
  })
}
