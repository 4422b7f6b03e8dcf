import type { JsonSchema } from '../../lib/json/json-schema.ts'

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (schema: JsonSchema, ...keys: string[]): boolean =>
  Object.keys(schema).every((key) => keys.includes(key))

/** Returns the words of a choice of words, or of one; undefined for anything else. */
function wordsOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema && hasOnly(schema, 'const', 'type')) return [schema.const]
  return Array.isArray(schema.enum) && hasOnly(schema, 'enum', 'type') ? schema.enum : undefined
}

/** Returns a schema that holds for the same values in fewer words, and so do all inside it. */
export function simplify(schema: JsonSchema): JsonSchema {
  const made: JsonSchema = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, inside(each)]))
  const { anyOf, type, ...more } = made
  if (!Array.isArray(anyOf) || !anyOf.every(isObject) || type !== undefined) return made
  const words = anyOf.map(wordsOf)
  if (words.every((each) => each !== undefined)) return { ...more, ...typeOf(anyOf), enum: words.flat() }
  const [first, second, ...others] = anyOf
  if (!first || !second || others.length > 0 || second.type !== 'null' || !hasOnly(second, 'type')) return made
  if ('const' in first || !hasOwnWords(first, more)) return made
  const { enum: choice } = first
  if (Array.isArray(choice)) return { ...more, ...first, ...nullType(first), enum: [...choice, null] }
  return typeof first.type === 'string' ? { ...more, ...first, type: [first.type, 'null'] } : made
}

const inside = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inside)
  return isObject(value) ? simplify(value) : value
}

/** The type that all have; generators of clients look for it beside a list of words. */
const typeOf = ([first, ...others]: readonly JsonSchema[]): JsonSchema =>
  typeof first?.type === 'string' && others.every(({ type }) => type === first.type) ? { type: first.type } : {}

const nullType = ({ type }: JsonSchema): JsonSchema => (typeof type === 'string' ? { type: [type, 'null'] } : {})

/** Whether two schemas can be one: neither says what the other says too. */
const hasOwnWords = (a: JsonSchema, b: JsonSchema): boolean => Object.keys(a).every((key) => !(key in b))
