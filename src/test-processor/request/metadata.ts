import { Type as t } from '@sinclair/typebox'
import { invalidRequest } from './api-error.ts'

const mostKeys = 50

/** Stripe's metadata: up to 50 short strings. */
export const Metadata = t.Record(t.String({ pattern: '^[^\\[\\]]{1,40}$' }), t.String({ maxLength: 500 }), {
  maxProperties: mostKeys,
  additionalProperties: false,
})

type Values = Readonly<Record<string, string>>

/**
 * Returns metadata with these keys changed; an empty string unsets one. Throws
 * invalid_request_error when it becomes too many.
 */
export function withChanges(before: Values, changes: Values = {}): Record<string, string> {
  const values = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')
  if (values.length <= mostKeys) return Object.fromEntries(values)
  throw invalidRequest(`Metadata can hold ${mostKeys} keys at most.`, { param: 'metadata' })
}
