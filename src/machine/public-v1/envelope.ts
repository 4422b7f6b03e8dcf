import type { AppError, ErrorCode, ErrorDetail } from '../../errors.ts'

const faults = {
  INVALID_REQUEST: { status: 400, retryable: false, message: 'The request is malformed.' },
  INVALID_CREDENTIAL: { status: 401, retryable: false, message: 'The credential is missing, invalid or revoked.' },
  PERMISSION_DENIED: { status: 403, retryable: false, message: 'This is not yours to change.' },
  RESOURCE_UNAVAILABLE: { status: 404, retryable: false, message: 'The resource is unavailable.' },
  RATE_LIMITED: { status: 429, retryable: true, message: 'Too many requests.' },
  INTEGRATION_FAILURE: { status: 503, retryable: true, message: 'The data cannot be served right now.' },
} as const

/** The public reads never emit INVALID_CREDENTIAL and PERMISSION_DENIED (rule: v1-errors). */
export type V1Code = keyof typeof faults

/** Seconds after which unavailable data may be available. */
const retryAfterSec = 5

type Extra = { status?: number; message?: string; headers?: Record<string, string>; more?: ErrorDetail['more'] }

/** An error in the v1 envelope (rule: v1-errors), never cached. */
export function v1Error(code: V1Code, requestId: string, base: Record<string, string>, extra: Extra = {}): Response {
  const { status, retryable, message } = faults[code]
  const error = { code, message: extra.message ?? message, requestId, retryable }
  return new Response(JSON.stringify({ schema: 'svc.error.v1', error, ...extra.more }), {
    status: extra.status ?? status,
    headers: {
      ...base,
      'content-type': 'application/json',
      'cache-control': status === 401 || status === 403 ? 'no-store, private' : 'private, no-store',
      'x-request-id': requestId,
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="sandbox"' } : {}),
      ...(retryable ? { 'retry-after': String(retryAfterSec) } : {}),
      ...extra.headers,
    },
  })
}

const v1CodeOf: Record<ErrorCode, V1Code> = {
  VALIDATION: 'INVALID_REQUEST',
  UNAUTHENTICATED: 'INVALID_CREDENTIAL',
  LICENSE_REQUIRED: 'PERMISSION_DENIED',
  FORBIDDEN: 'PERMISSION_DENIED',
  NOT_FOUND: 'RESOURCE_UNAVAILABLE',
  METHOD_NOT_ALLOWED: 'INVALID_REQUEST',
  BAD_STATE: 'PERMISSION_DENIED',
  PAYLOAD_TOO_LARGE: 'INVALID_REQUEST',
  UNSUPPORTED_MEDIA_TYPE: 'INVALID_REQUEST',
  RANGE_NOT_SATISFIABLE: 'INVALID_REQUEST',
  MISDIRECTED: 'INVALID_REQUEST',
  RATE_LIMIT: 'RATE_LIMITED',
  INTERNAL: 'INTEGRATION_FAILURE',
  NOT_IMPLEMENTED: 'INVALID_REQUEST',
  UNAVAILABLE: 'INTEGRATION_FAILURE',
}

/** Faults are 503: v1 has no 500. */
export function inEnvelope(error: AppError, requestId: string): Response {
  const { retryAfter, headers, hint, more = {} } = error.detail
  const code = v1CodeOf[error.code]
  const isTold = code !== 'INTEGRATION_FAILURE'
  return v1Error(
    code,
    requestId,
    {},
    {
      ...(code === 'INVALID_REQUEST' ? { status: error.status } : {}),
      ...(isTold ? { message: hint === undefined ? error.message : `${error.message} ${hint}` } : {}),
      more,
      headers: { ...headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) },
    },
  )
}
