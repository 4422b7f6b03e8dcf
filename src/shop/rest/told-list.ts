import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { Id } from '../../order/order-metadata.ts'

const key = (name: string, index: number) => `${name}${index}`

/**
 * Returns metadata of a payment that tells a list without commas: name0, name1 and so on. A value
 * of the processor's metadata holds 500 characters.
 */
export const listMetadata = (name: string, entries: readonly string[], ofValue: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(entries.length / ofValue) }, (_, index) => [
      key(name, index),
      entries.slice(index * ofValue, (index + 1) * ofValue).join(','),
    ]),
  )

/** Returns the list that metadata tells; empty where it tells none. */
export function listIn(metadata: Stripe.Metadata, name: string): string[] {
  const entries: string[] = []
  for (let index = 0; ; index += 1) {
    const value = metadata[key(name, index)]
    if (value === undefined) return entries
    entries.push(...value.split(','))
  }
}

// The processor counts an emoji as two.
const charactersOfValue = 500

/** Returns metadata that tells a text, name0, name1 and so on, in which no character is cut. */
export function textMetadata(name: string, text: string): Record<string, string> {
  const pieces = ['']
  for (const character of text) {
    const last = pieces.at(-1) ?? ''
    if (last.length + character.length <= charactersOfValue) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return Object.fromEntries(pieces.map((piece, index) => [key(name, index), piece]))
}

/** Returns the text that metadata tells; empty where it tells none. */
export function textIn(metadata: Stripe.Metadata, name: string): string {
  let text = ''
  for (let index = 0; metadata[key(name, index)] !== undefined; index += 1) text += metadata[key(name, index)]
  return text
}

// An id has 36 characters.
const idsOfValue = 13

export const idsMetadata = (name: string, ids: readonly string[]): Record<string, string> =>
  listMetadata(name, ids, idsOfValue)

/** Returns the ids that metadata tells; undefined where there are none, or one is no id. */
export function idsIn(metadata: Stripe.Metadata, name: string): string[] | undefined {
  const ids = listIn(metadata, name)
  return ids.length > 0 && ids.every((id) => Value.Check(Id, id)) ? ids : undefined
}
