import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes the numbers and booleans that a schema asks for out of a form's texts; others stay texts. */
export function coerce(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsInteger(schema)) {
    return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  }
  if (TypeGuard.IsBoolean(schema)) return value === 'true' ? true : value === 'false' ? false : value
  if (TypeGuard.IsArray(schema)) return Array.isArray(value) ? value.map((item) => coerce(schema.items, item)) : value
  if (TypeGuard.IsUnion(schema)) {
    for (const option of schema.anyOf) {
      const candidate = coerce(option, value)
      if (Value.Check(option, candidate)) return candidate
    }
    return value
  }
  if (!TypeGuard.IsObject(schema) || !isThing(value)) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    return [key, property ? coerce(property, item) : item]
  })
  return Object.fromEntries(entries)
}
