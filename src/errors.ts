import { type Absent, absentText } from './lib/text/absent-text.ts'
import { joinSentences } from './lib/text/gap.ts'

/** Error codes of the product and the HTTP status of each (rule: refusals). */
export const statusOf = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  LICENSE_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BAD_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  MISDIRECTED: 421,
  RATE_LIMIT: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/**
 * Details of an error besides its message: the invalid field, a hint for the reader, seconds to
 * wait, further headers, and further keys of the body for programs.
 */
export type ErrorDetail = {
  field?: string
  hint?: string
  retryAfter?: number
  headers?: Record<string, string>
  more?: Readonly<Record<string, unknown>>
}

/** The one error that verbs throw on purpose. Readers get message and hint unchanged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: ErrorDetail

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return statusOf[this.code]
  }

  get told(): string {
    return joinSentences(this.message, this.detail.hint ?? '')
  }
}

/** Returns the error for something absent, or hidden from the caller. */
export const notFound = (what: Absent) => new AppError('NOT_FOUND', absentText(what))

export const invalid = (field: string, message: string, hint?: string) =>
  new AppError('VALIDATION', message, hint === undefined ? { field } : { field, hint })
