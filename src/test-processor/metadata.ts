import { Type as t } from '@sinclair/typebox'

/** Stripe's metadata: up to 50 short strings. */
export const Metadata = t.Record(t.String({ pattern: '^[^\\[\\]]{1,40}$' }), t.String({ maxLength: 500 }), {
  maxProperties: 50,
  additionalProperties: false,
})

type Values = Readonly<Record<string, string>>

/** Returns metadata with these keys changed; an empty string unsets one. */
export const withChanges = (before: Values, changes: Values = {}): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
