import { KindGuard, type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { type ApiError, invalidRequest } from './api-error.ts'
import type { Params } from './form.ts'

/** The parameter that every v1 operation accepts. */
export const Expand = { expand: t.Optional(t.Array(t.String({ maxLength: 200 }), { maxItems: 20 })) }

/** The parameters that every v1 list accepts. */
export const Paging = {
  ...Expand,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  starting_after: t.Optional(t.String()),
  ending_before: t.Optional(t.String()),
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

/** Returns the parameters in the types of the schema. Throws invalid_request_error with Stripe's code and message. */
export function readParams<S extends TSchema>(schema: S, raw: Params): Static<S> {
  const value = parseValues(schema, raw)
  if (Value.Check(schema, value)) return value
  const error = Value.Errors(schema, value).First()
  throw error ? explain(error) : invalidRequest('Invalid parameters.')
}

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the value with strings turned into the integers and booleans that the schema asks for, as forms hold strings
 * only.
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
    case ValueErrorType.ObjectAdditionalProperties:
      return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
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
