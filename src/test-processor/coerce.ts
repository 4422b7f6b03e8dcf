import { KindGuard, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes the numbers and booleans that a schema asks for out of a form's texts; others stay texts. */
export function coerce(schema: TSchema, value: unknown): unknown {
  if (KindGuard.IsInteger(schema)) {
    return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  }
  if (KindGuard.IsBoolean(schema)) return value === 'true' ? true : value === 'false' ? false : value
  if (KindGuard.IsArray(schema)) return Array.isArray(value) ? value.map((item) => coerce(schema.items, item)) : value
  if (KindGuard.IsUnion(schema)) {
    for (const option of schema.anyOf) {
      const candidate = coerce(option, value)
      if (Value.Check(option, candidate)) return candidate
    }
    return value
  }
  if (!KindGuard.IsObject(schema) || !isThing(value)) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    return [key, property ? coerce(property, item) : item]
  })
  return Object.fromEntries(entries)
}
