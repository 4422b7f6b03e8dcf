import { KindGuard, type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { type ApiError, invalidRequest } from './api-error.ts'
import type { Params } from './form.ts'

export const Expand = { expand: t.Optional(t.Array(t.String({ maxLength: 200 }), { maxItems: 20 })) }

export const Paging = {
  ...Expand,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  starting_after: t.Optional(t.String()),
  ending_before: t.Optional(t.String()),
}

/**
 * The parameters of every v2 list; `page` is of the link to the next one. Of the size Stripe's only
 * words are "The page size.", so that nothing above the default is counted on.
 */
export const V2Paging = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 20 })),
  page: t.Optional(t.String()),
}

/** The `created` filter of lists: a time in Unix seconds, or a range. */
export const Created = t.Optional(
  t.Union([
    t.Integer(),
    t.Object(
      {
        gt: t.Optional(t.Integer()),
        gte: t.Optional(t.Integer()),
        lt: t.Optional(t.Integer()),
        lte: t.Optional(t.Integer()),
      },
      { additionalProperties: false },
    ),
  ]),
)

/** Returns an object schema that rejects unknown parameters, as Stripe does. */
export const strictObject = <const P extends Record<string, TSchema>>(properties: P) =>
  t.Object(properties, { additionalProperties: false })

/** Throws invalid_request_error with Stripe's code and message. */
export function readParams<S extends TSchema>(schema: S, raw: Params): Static<S> {
  const value = parseValues(schema, raw)
  if (Value.Check(schema, value)) return value
  const unknown = unknownNames(schema, value)
  if (unknown.length > 0) throw unknownParameters(unknown)
  const error = Value.Errors(schema, value).First()
  throw error ? explain(error) : invalidRequest('Invalid parameters.')
}

/**
 * Returns the names of the parameters at any depth that the schema does not know, as in
 * `payment_method_data[card][brand]`. Where it allows several kinds of values, it knows what one of
 * them does.
 */
function unknownNames(schema: TSchema, value: unknown, path = ''): string[] {
  if (KindGuard.IsUnion(schema)) {
    const found = schema.anyOf.filter((one) => isFor(one, value)).map((one) => unknownNames(one, value, path))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (KindGuard.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownNames(schema.items, item, `${path}[${index}]`))
  }
  if (!KindGuard.IsObject(schema) || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const name = path === '' ? key : `${path}[${key}]`
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    return property ? unknownNames(property, item, name) : [name]
  })
}

const isFor = (schema: TSchema, value: unknown) =>
  isJsonObject(value) ? KindGuard.IsObject(schema) || KindGuard.IsRecord(schema) : !KindGuard.IsObject(schema)

export function unknownParameters(names: readonly string[]): ApiError {
  const [param = ''] = names
  const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`
  return invalidRequest(message, { code: 'parameter_unknown', param })
}

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the value with strings turned into the integers and booleans that the schema asks for, as
 * forms hold strings only.
 */
function parseValues(schema: TSchema, value: unknown): unknown {
  if (KindGuard.IsInteger(schema)) {
    return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  }
  if (KindGuard.IsBoolean(schema)) return value === 'true' ? true : value === 'false' ? false : value
  if (KindGuard.IsArray(schema))
    return Array.isArray(value) ? value.map((item) => parseValues(schema.items, item)) : value
  if (KindGuard.IsUnion(schema)) {
    for (const option of schema.anyOf) {
      const candidate = parseValues(option, value)
      if (Value.Check(option, candidate)) return candidate
    }
    return value
  }
  if (!KindGuard.IsObject(schema) || !isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    return [key, property ? parseValues(property, item) : item]
  })
  return Object.fromEntries(entries)
}

const bracketed = (path: string) => {
  const [head = '', ...rest] = path.split('/').slice(1)
  return head + rest.map((part) => `[${part}]`).join('')
}

function explain(error: ValueError): ApiError {
  const param = bracketed(error.path)
  const value = typeof error.value === 'string' || typeof error.value === 'number' ? String(error.value) : ''
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    case ValueErrorType.Integer:
      return invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
    case ValueErrorType.IntegerMinimum:
      return invalidRequest(`This value must be greater than or equal to ${error.schema.minimum}.`, {
        code: 'parameter_invalid_integer',
        param,
      })
    case ValueErrorType.IntegerMaximum:
      return invalidRequest(`This value must be less than or equal to ${error.schema.maximum}.`, {
        code: 'parameter_invalid_integer',
        param,
      })
    case ValueErrorType.StringMinLength:
      return invalidRequest(`You passed an empty string for '${param}', which cannot be unset.`, {
        code: 'parameter_invalid_empty',
        param,
      })
    default:
      return invalidRequest(`Invalid ${param}${value === '' ? '' : `: ${value}`}`, { param })
  }
}
