import { type ErrorCode, statusOf } from '../../../errors.ts'
import type { HeaderName } from './answer-headers.ts'

type Refusal = { description: string; content: { 'application/json': { schema: { $ref: string } } } }

/** Each call makes a new object, since Elysia writes into the descriptions of a route. */
export const refusals = (...codes: readonly ErrorCode[]): Record<string, Refusal> =>
  Object.fromEntries(codes.map((code) => [String(statusOf[code]), refusalOf(code)]))

declare module 'elysia/types' {
  interface DocumentDecoration {
    /** Written out when /openapi.json is made: doing it at once took a tenth of `createApp`. */
    refuses?: readonly ErrorCode[]
    /** The headers of its successes beside those that its other options imply. */
    tells?: readonly HeaderName[]
    /** Scripts of other sites may call the route (rule: cross-origin-reads). */
    elsewhere?: boolean
  }
}

const refusalOf = (code: ErrorCode): Refusal => ({
  description: `${code}: ${meanings[code]}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ProductError' } } },
})

const meanings: Record<ErrorCode, string> = {
  VALIDATION: 'a parameter or a field is not as described; `field` names it',
  UNAUTHENTICATED: 'nobody is signed in',
  LICENSE_REQUIRED: 'a license has to be bought first',
  FORBIDDEN: 'it belongs to someone else, or the request came from another site',
  NOT_FOUND: 'there is no such thing, or the caller may not know of it',
  METHOD_NOT_ALLOWED: 'the address takes other methods, which Allow names',
  BAD_STATE: 'it does not fit the present state; `hint` says what would',
  PAYLOAD_TOO_LARGE: 'the body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'the body has another type than this address takes',
  RANGE_NOT_SATISFIABLE: 'the range is outside the file',
  MISDIRECTED: 'this server does not answer for that host',
  RATE_LIMIT: 'too many requests; Retry-After has the seconds to wait',
  INTERNAL: 'a fault of ours; the request id finds it in the log',
  NOT_IMPLEMENTED: 'it is not given in that form',
  UNAVAILABLE: 'not at the moment; Retry-After has the seconds to wait',
}
