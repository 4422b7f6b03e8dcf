import { ApiError, invalidRequest } from './request/api-error.ts'

/** Without any of these the processor refuses nothing. */
export type Restrictions = {
  /** How many more requests are answered with 429. */
  rateLimited?: number
  /** So many more requests are answered 500 without effect; their keys keep that answer. */
  failing?: number
  withoutConnect?: boolean
  /** Refunds above the available balance wait, as Stripe's do; otherwise it gets negative. */
  refundsWait?: boolean
  /** Reversals wait until the account has the money, as in Stripe's private preview. */
  reversalsWait?: boolean
  /** The account is in India, where nothing can be searched. */
  withoutSearch?: boolean
  /** The key may not make requests that start so, such as `POST /v1/refunds`. */
  forbidden?: readonly string[]
}

export type Restricted = { set(next: Restrictions): void; readonly current: Restrictions }

export function createRestrictions(): Restricted {
  let current: Restrictions = {}
  return {
    set(next) {
      current = { ...next }
    },
    get current() {
      return current
    },
  }
}

const connectPath = /^\/v1\/(?:accounts|account_links|transfers)\b|^\/v2\/core\/(?:accounts|account_links)\b/

/** Throws what is refused before a request is looked at: 429, 403 and Connect without having it. */
export function refuseRequest(restricted: Restricted, method: string, path: string): void {
  const { rateLimited = 0, forbidden = [], withoutSearch } = restricted.current
  if (rateLimited > 0) {
    restricted.set({ ...restricted.current, rateLimited: rateLimited - 1 })
    throw new ApiError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
    })
  }
  if (forbidden.some((start) => `${method} ${path}`.startsWith(start))) {
    throw new ApiError(403, {
      type: 'invalid_request_error',
      message:
        `The provided key 'rk_test_****' does not have the required permissions for this endpoint (${path}). ` +
        'Having more permissions would allow this request to continue.',
    })
  }
  if (withoutSearch && path.endsWith('/search')) {
    throw invalidRequest('The search feature is temporarily unavailable in your region.')
  }
  if (connectPath.test(path)) requireConnect(restricted)
}

/** Throws a 500 that takes no effect, when one is due. */
export function failRequest(restricted: Restricted): void {
  const { failing = 0 } = restricted.current
  if (failing === 0) return
  restricted.set({ ...restricted.current, failing: failing - 1 })
  throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

/** Throws when the account has not signed up for Connect. */
export function requireConnect(restricted: Restricted): void {
  if (!restricted.current.withoutConnect) return
  throw invalidRequest(
    "You can only use Connect if you've signed up for Connect, which you can do at " +
      'https://dashboard.stripe.com/connect.',
  )
}
