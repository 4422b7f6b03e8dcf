import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

/**
 * Returns the number of Unicode code points of a text; lengths count these, not UTF-16 units
 * (rule: text-length).
 */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns the text cut to at most `max` code points. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

type TextOptions = { minLength?: number; maxLength: number; description?: string }

TypeRegistry.Set('Text', (schema: TSchema, value: unknown) => {
  if (typeof value !== 'string' || !value.isWellFormed()) return false
  const length = codePoints(value)
  return length >= (schema.minLength ?? 0) && length <= schema.maxLength
})

/** Returns a string schema whose bounds count code points. */
export const Text = (options: TextOptions) => Type.Unsafe<string>({ [Kind]: 'Text', type: 'string', ...options })
