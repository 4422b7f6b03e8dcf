import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { Pace } from '../../lib/turn/pace.ts'

type Place = readonly string[]
export type Replace = (schema: JsonSchema, place: Place) => JsonSchema

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const word = (text: string) =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const single = (text: string) => text.replace(/ies$/, 'y').replace(/(?<![su])s$/, '')

// Keywords whose value is a schema, a list of them, or schemas by the names of properties.
const holdsSchema: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not'])
const holdsList: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf'])
const holdsNamed: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

/** Returns a schema with each schema right inside it replaced. */
function mapInside(schema: JsonSchema, place: Place, replace: Replace): JsonSchema {
  const own = place.at(-1) ?? ''
  const each = (value: unknown, at: Place) => (isObject(value) ? replace(value, at) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (holdsSchema.has(key)) return [key, each(value, [...place.slice(0, -1), single(own)])]
      if (holdsList.has(key) && Array.isArray(value)) return [key, value.map((inner) => each(inner, place))]
      if (!holdsNamed.has(key) || !isObject(value)) return [key, value]
      const named = Object.entries(value).map(([name, inner]) => [name, each(inner, [...place, name])])
      return [key, Object.fromEntries(named)]
    }),
  )
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const referenceBytes = 45

/** A schema in its place: the name of its holder, and the properties on the way. */
export type Placed = { schema: JsonSchema; place: Place }

const nameOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

// The body or answer of one operation, where it only wraps something.
const isWrapper = ([name, schema]: [string, JsonSchema]): boolean =>
  /(?:Body|Answer|Created)$/.test(name) && JSON.stringify(schema).length < 1_000

/**
 * Writes each schema that stands in several places once. `given` have names already, which those
 * that only wrap something lose; another that says the same as one of them becomes a reference to
 * it. `avoided`, in lower case, are no names. Returns a function that replaces a schema, and all
 * that have names in the end.
 */
export async function shareSchemas(
  given: Record<string, JsonSchema>,
  others: readonly Placed[],
  avoided: ReadonlySet<string>,
  pace: Pace,
) {
  const wrappers = Object.fromEntries(Object.entries(given).filter(isWrapper))
  const named = Object.fromEntries(Object.entries(given).filter((each) => !isWrapper(each)))
  const texts = new WeakMap<JsonSchema, string>()
  const textOf = (schema: JsonSchema): string => {
    const text = texts.get(schema) ?? JSON.stringify(schema)
    texts.set(schema, text)
    return text
  }
  const uses = new Map<string, { count: number; place: Place }>()
  const count = (schema: JsonSchema, place: Place): JsonSchema => {
    const name = nameOf(schema)
    const wrapper = wrappers[name ?? '']
    if (wrapper) return count(wrapper, place)
    if (name !== undefined) return schema
    const text = textOf(schema)
    const known = uses.get(text)
    if (known) known.count += 1
    else {
      uses.set(text, { count: 1, place })
      mapInside(schema, place, count)
    }
    return schema
  }
  const firstNames = new Map<string, string>()
  const renamed = new Map<string, string>()
  for (const [name, schema] of Object.entries(named)) {
    const text = textOf(schema)
    const first = firstNames.get(text)
    if (first === undefined) firstNames.set(text, name)
    else renamed.set(name, first)
    count(schema, [name])
    await pace()
  }
  for (const { schema, place } of others) {
    count(schema, place)
    await pace()
  }

  const all: Record<string, JsonSchema> = {}
  const names = new Map(firstNames)
  const taken = new Set(firstNames.values())
  const nameFor = (place: Place): string => {
    const candidates = place.map((_, from) => word(place.slice(place.length - 1 - from).join(' ')))
    const free = candidates.find((each) => !taken.has(each) && !avoided.has(each.toLowerCase()))
    const name = free ?? `${candidates.at(-1)}${taken.size}`
    taken.add(name)
    return name
  }
  const replace = (schema: JsonSchema, place: Place): JsonSchema => {
    const given = nameOf(schema)
    const wrapper = wrappers[given ?? '']
    if (wrapper) return replace(wrapper, place)
    if (given !== undefined) return reference(renamed.get(given) ?? given)
    const text = textOf(schema)
    const known = names.get(text)
    if (known !== undefined) return reference(known)
    const { count: times = 1, place: first = place } = uses.get(text) ?? {}
    if (times < 2 || (times - 1) * text.length <= (times + 1) * referenceBytes) return mapInside(schema, place, replace)
    const name = nameFor(first)
    names.set(text, name)
    all[name] = mapInside(schema, [name], replace)
    return reference(name)
  }
  for (const [text, name] of firstNames) {
    const schema = named[name]
    if (schema && textOf(schema) === text) all[name] = mapInside(schema, [name], replace)
    await pace()
  }
  return { all, replace }
}
