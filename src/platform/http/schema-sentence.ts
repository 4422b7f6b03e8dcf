import type { TSchema } from '@sinclair/typebox'

/**
 * Returns what a schema requires, in words that fit after "must be"; prefers the schema's own
 * description.
 */
export function requirementText(schema: TSchema): string {
  const { type, anyOf, enum: words, const: only } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(words)) return `one of ${words.join(', ')}`
  if (Array.isArray(anyOf)) return anyOf.map(requirementText).join(', or ')
  if (type === 'string') return wantedText(schema)
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'a whole number' : 'a number'}${span(schema)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'null') return 'null'
  if (type === 'array') return schema.maxItems === undefined ? 'a list' : `a list of at most ${schema.maxItems}`
  return 'an object'
}

function wantedText({ description, pattern, minLength = 0, maxLength }: TSchema): string {
  if (description !== undefined) return description
  if (typeof pattern === 'string') return `a string like ${pattern}`
  if (maxLength === undefined) return 'a string'
  return minLength > 0
    ? `a string of ${minLength} to ${maxLength} characters`
    : `a string of at most ${maxLength} characters`
}

function span({ minimum, maximum }: TSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}
