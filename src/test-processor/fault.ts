/** The `error` object of an answer, as Stripe writes it. */
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

/** What a verb throws to answer with an error in Stripe's shape. */
export class Fault extends Error {
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

/** 400: the request itself is wrong. */
export const invalidRequest = (message: string, about: { param?: string; code?: string } = {}) =>
  new Fault(400, { type: 'invalid_request_error', message, ...about })

/** 404: nothing has that id in this account. */
export const noSuch = (what: string, id: string, param = 'id') =>
  new Fault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

/** 403: the account is closed to this platform, or never was its own. */
export const outOfReach = (account: string) =>
  new Fault(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message:
      `The provided key does not have access to account '${account}' (or that account does not exist). ` +
      'Application access may have been revoked.',
  })

/** 401: no key, or one that opens nothing here. */
export const unauthenticated = (message: string) => new Fault(401, { type: 'invalid_request_error', message })

/** 402: the card was refused. */
export const cardRefused = (about: Omit<ErrorBody, 'type'>) => new Fault(402, { type: 'card_error', ...about })

/** 400 or 409: an idempotency key used wrongly. */
export const idempotencyFault = (status: 400 | 409, message: string, code?: string) =>
  new Fault(status, { type: 'idempotency_error', message, ...(code === undefined ? {} : { code }) })
