import type { TSchema } from '@sinclair/typebox'
import { inEachLanguage } from '../../../lib/language/formats.ts'
import { ownLanguage } from '../../../lib/language/languages.ts'
import { currentLanguage, say } from '../../../lib/language/say.ts'

const choices = inEachLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

/**
 * Returns what a schema requires, in words that fit after "must be"; in English the schema's own
 * description is preferred, which is written for programmers and in no other language.
 */
export function requirementText(schema: TSchema): string {
  const { type, anyOf, enum: words, const: only } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(words)) return say('one of {words}', { words: words.join(', ') })
  if (Array.isArray(anyOf)) return choices().format(anyOf.map(requirementText))
  if (type === 'string') return wantedText(schema)
  if (type === 'integer') return wholeText(schema)
  if (type === 'number') return numberText(schema)
  if (type === 'boolean') return say('true or false')
  if (type === 'null') return 'null'
  if (type !== 'array') return say('an object ## of JSON')
  return schema.maxItems === undefined ? say('a list') : say('a list of at most {most}', { most: schema.maxItems })
}

function wantedText({ description, pattern, minLength: least = 0, maxLength: most }: TSchema): string {
  if (description !== undefined && currentLanguage() === ownLanguage) return description
  if (typeof pattern === 'string') return say('a string like {pattern}', { pattern })
  if (most === undefined) return say('a string ## of characters')
  return least > 0
    ? say('a string of {least} to {most} characters', { least, most })
    : say('a string of at most {most} characters', { most })
}

function wholeText({ minimum: least, maximum: most }: TSchema): string {
  if (least !== undefined && most !== undefined) return say('a whole number from {least} to {most}', { least, most })
  if (least !== undefined) return say('a whole number of at least {least}', { least })
  return most === undefined ? say('a whole number') : say('a whole number of at most {most}', { most })
}

function numberText({ minimum: least, maximum: most }: TSchema): string {
  if (least !== undefined && most !== undefined) return say('a number from {least} to {most}', { least, most })
  if (least !== undefined) return say('a number of at least {least}', { least })
  return most === undefined ? say('a number') : say('a number of at most {most}', { most })
}
