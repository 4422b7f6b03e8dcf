/** The `error` object of a response, as Stripe defines it. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  request_log_url?: string
}

/** An error response in Stripe's format; operations throw it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body =
      body.code === undefined ? body : { ...body, doc_url: `https://docs.stripe.com/error-codes/${slug(body.code)}` }
  }
}

const slug = (code: string) => code.replaceAll('_', '-')

export const invalidRequest = (message: string, about: { param?: string; code?: string } = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...about })

export const resourceMissing = (what: string, id: string, param = 'id') =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

export const accountInvalid = (account: string) =>
  new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message:
      `The provided key does not have access to account '${account}' (or that account does not exist). ` +
      'Application access may have been revoked.',
  })

export const unauthenticated = (message: string) => new ApiError(401, { type: 'invalid_request_error', message })

export const cardError = (about: Omit<ErrorBody, 'type'>) => new ApiError(402, { type: 'card_error', ...about })

/** Returns a 400 or 409 error: the idempotency key cannot be used for this request. */
export const idempotencyError = (status: 400 | 409, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code === undefined ? {} : { code }) })
