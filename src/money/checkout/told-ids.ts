import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { Id } from '../order/order-metadata.ts'

// A value of the processor's metadata holds 500 characters.
const idsOfValue = 13

/** Returns metadata of a payment that lists ids of ours: name0, name1 and so on. */
export const idsMetadata = (name: string, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(ids.length / idsOfValue) }, (_, index) => [
      `${name}${index}`,
      ids.slice(index * idsOfValue, (index + 1) * idsOfValue).join(' '),
    ]),
  )

/** Returns the ids that metadata lists; undefined where there are none, or one is not an id. */
export function idsIn(metadata: Stripe.Metadata, name: string): string[] | undefined {
  const ids: string[] = []
  for (let index = 0; metadata[`${name}${index}`] !== undefined; index += 1) {
    ids.push(...(metadata[`${name}${index}`] ?? '').split(' '))
  }
  return ids.length > 0 && ids.every((id) => Value.Check(Id, id)) ? ids : undefined
}
