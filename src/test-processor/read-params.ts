import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { coerce } from './coerce.ts'
import { type Fault, invalidRequest } from './fault.ts'
import type { Params } from './form.ts'

/** Stripe's metadata: up to 50 short texts; an empty text unsets. */
export const Metadata = t.Record(t.String({ pattern: '^[^\\[\\]]{1,40}$' }), t.String({ maxLength: 500 }), {
  maxProperties: 50,
  additionalProperties: false,
})

/** What every operation takes besides its own parameters. */
export const Expand = { expand: t.Optional(t.Array(t.String({ maxLength: 200 }), { maxItems: 20 })) }

/** What every list takes. */
export const Paging = {
  ...Expand,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  starting_after: t.Optional(t.String()),
  ending_before: t.Optional(t.String()),
}

/** `created`: one second, or a range of them. */
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

/** An object schema that refuses what it does not name, as Stripe does. */
export const only = <const P extends Record<string, TSchema>>(properties: P) =>
  t.Object(properties, { additionalProperties: false })

/** Checks parameters against a schema, after texts have become the numbers it asks for. Throws Stripe's errors. */
export function readParams<S extends TSchema>(schema: S, raw: Params): Static<S> {
  const value = coerce(schema, raw)
  if (Value.Check(schema, value)) return value
  const error = Value.Errors(schema, value).First()
  throw error ? explain(error) : invalidRequest('Invalid parameters.')
}

const bracketed = (path: string) => {
  const [head = '', ...rest] = path.split('/').slice(1)
  return head + rest.map((part) => `[${part}]`).join('')
}

function explain(error: ValueError): Fault {
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
