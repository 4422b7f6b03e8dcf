import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

/** Tells what is wrong with something of that name; nothing when it is as its schema says. */
export type CheckSchema = (name: string, schema: unknown, thing: unknown) => string[]

/**
 * Makes a check against schemas that refer to each other by `prefix` and name. Each is compiled
 * when something first reaches it: compiling all of them takes seconds. `fromText`: numbers and
 * booleans may be written as text, as in forms.
 */
export function createLazyCheck(
  definitions: Readonly<Record<string, unknown>>,
  prefix: string,
  { fromText = false } = {},
): CheckSchema {
  const ajv = new Ajv({
    strict: false,
    allErrors: false,
    validateSchema: false,
    coerceTypes: fromText,
    // Making the code of a check shorter takes longer than that saves in a few things.
    code: { optimize: false },
  })
  const compiled = new Map<string, ValidateFunction>()
  let found: string[] = []
  const holds = (name: string, schema: unknown, thing: unknown, put: (thing: unknown) => void = () => {}): boolean => {
    // A coerced value is written where it stands, so that it stands in something.
    const check = compiled.get(name) ?? ajv.compile({ type: 'object', properties: { thing: lazily(schema, prefix) } })
    compiled.set(name, check)
    const held = { thing }
    const isRight = check(held)
    if (isRight) put(held.thing)
    else found.push(`${name}: ${(check.errors ?? []).map(wordsOf).join('; ')}`)
    return isRight
  }
  ajv.addKeyword({
    keyword: 'lazyRef',
    modifying: true,
    validate: (
      name: string,
      thing: unknown,
      _: unknown,
      place?: { parentData: object; parentDataProperty: PropertyKey },
    ) =>
      holds(name, definitions[name], thing, (next) => {
        if (place && next !== thing) Reflect.set(place.parentData, place.parentDataProperty, next)
      }),
  })
  return (name, schema, thing) => {
    found = []
    return holds(name, schema, thing) ? [] : found
  }
}

const wordsOf = ({ instancePath, message, params }: ErrorObject): string => {
  const about = 'allowedValues' in params ? '' : ` ${JSON.stringify(params)}`
  return `${instancePath} ${message}${about}`
}

/** The same schema with each reference compiled only when it is reached. */
function lazily(schema: unknown, prefix: string): object {
  if (schema === undefined) return { not: {} }
  const reference = new RegExp(`"\\$ref":"${prefix}([^"]+)"`, 'g')
  return JSON.parse(
    JSON.stringify(schema).replaceAll(
      reference,
      (_, name: string) => `"lazyRef":${JSON.stringify(decodeURIComponent(name))}`,
    ),
  )
}
