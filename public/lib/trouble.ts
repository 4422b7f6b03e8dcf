import { say } from '../../src/lib/language/say.ts'
import { gap } from '../../src/lib/text/gap.ts'

/**
 * Why a call was refused, for the reader, and the field at fault, if any; `also`: other fields at
 * fault; `anyway`: the reader may insist.
 */
export type Trouble = { field: string | null; text: string; also?: readonly Trouble[]; anyway?: boolean }

export type Refusal = { value: unknown }

const wordOf = (body: unknown, key: string): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' ? value : null
}

/** Returns several troubles as one; null for none. */
export const joinTroubles = ([first, ...also]: readonly Trouble[]): Trouble | null =>
  first ? { ...first, also } : null

/** Parses the product's envelope or v1's. */
export function troubleOf({ value }: Refusal): Trouble {
  const message = wordOf(value, 'error') ?? wordOf(Reflect.get(Object(value), 'error'), 'message')
  if (message === null || value instanceof Error) {
    const text = navigator.onLine
      ? say('That did not go through. Try again.')
      : say('You are offline. Check the connection and try again.')
    return { field: null, text }
  }
  const hint = wordOf(value, 'hint')
  const text = hint === null ? message : message + gap() + hint
  return { field: wordOf(value, 'field'), text, anyway: Reflect.get(Object(value), 'anyway') === true }
}
