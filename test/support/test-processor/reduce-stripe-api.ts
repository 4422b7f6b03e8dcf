import { join } from 'node:path'
import { routes } from '../../../src/test-processor/routes.ts'
import { inTree } from '../tree.ts'

/**
 * Writes test/fixtures/stripe from what Stripe publishes in github.com/stripe/openapi (MIT): of the
 * OpenAPI file the operations that the test processor has, and of the example objects their keys.
 * Run it by hand: `bun test/support/test-processor/reduce-stripe-api.ts spec3.json fixtures3.json
 * 2026-07-29`; the last is the date of the examples.
 */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Part = { [name: string]: Json }

const folder = inTree('test/fixtures/stripe')
const kept = new Set(
  'type properties items anyOf enum maxLength minLength pattern required additionalProperties $ref'.split(' '),
)
const schemaOf = '#/components/schemas/'

const isPart = (value: Json | undefined): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (value: Json | undefined, ...path: string[]): Json | undefined =>
  path.reduce<Json | undefined>((found, name) => (isPart(found) ? found[name] : undefined), value)

/**
 * Returns a schema without its words. The expansion of an id is left out unless it is one of
 * `objects`.
 */
function bare(schema: Json, objects: ReadonlySet<string>, isRequest = false): Json {
  if (!isPart(schema)) return schema
  const left = Object.entries(schema).filter(([name]) => kept.has(name))
  const inner = (value: Json) => bare(value, objects, isRequest)
  const entries = left.map(([name, value]): [string, Json] => {
    if (name === 'properties' && isPart(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))]
    }
    if (name === 'anyOf' && Array.isArray(value)) {
      const isWanted = (one: Json) => !('x-expansionResources' in schema && isPart(one) && isForeign(one, objects))
      return [name, value.filter(isWanted).map(inner)]
    }
    return [name, name === 'items' || name === 'additionalProperties' ? inner(value) : value]
  })
  // Only the outermost object of a request says so in the OpenAPI file; Stripe refuses unknown
  // names at every depth.
  const isClosed = isRequest && 'properties' in schema && !('additionalProperties' in schema)
  const found = Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries)
  return schema.nullable === true ? { anyOf: [{ type: 'null' }, found] } : found
}

const isForeign = (one: Part, objects: ReadonlySet<string>) =>
  typeof one.$ref === 'string' && !objects.has(one.$ref.slice(schemaOf.length))

function requestOf(operation: Json | undefined, objects: ReadonlySet<string>): Json {
  const body = at(operation, 'requestBody', 'content')
  const form = at(body, 'application/x-www-form-urlencoded', 'schema') ?? at(body, 'multipart/form-data', 'schema')
  const parameters = at(operation, 'parameters')
  const inQuery = Array.isArray(parameters) ? parameters.filter((one) => at(one, 'in') === 'query') : []
  const named = inQuery.map((one) => [String(at(one, 'name')), at(one, 'schema') ?? {}])
  return bare(
    form && named.length === 0 ? form : { type: 'object', properties: Object.fromEntries(named) },
    objects,
    true,
  )
}

/** Returns the names of the schemas that these need, themselves included. */
function closure(all: Part, names: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const [, next = ''] of JSON.stringify(all[name] ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      open.push(next)
  }
  return found
}

const lines = (part: Part) => {
  const text = Object.entries(part).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${text.join(',\n')}\n}`
}

const [, , specFile = '', examplesFile = '', date = ''] = Bun.argv
const spec: Json = await Bun.file(specFile).json()
const examples: Json = await Bun.file(examplesFile).json()
const spelled = new Map(Object.keys(Object(at(spec, 'paths'))).map((path) => [path.replaceAll(/\{\w+\}/g, ':'), path]))
const operations = routes.flatMap(({ method, path }) => {
  const name = spelled.get(path.replaceAll(/:\w+/g, ':'))
  const operation = name === undefined ? undefined : at(spec, 'paths', name, method.toLowerCase())
  return operation === undefined ? [] : [{ name: `${method} ${path}`, operation }]
})
const answerOf = (operation: Json | undefined) =>
  at(operation, 'responses', '200', 'content', 'application/json', 'schema') ?? {}
const answers = operations.map(({ operation }) => JSON.stringify(answerOf(operation)))
const answered = answers.flatMap((text) =>
  [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name),
)
const objects = new Set([...answered, 'charge', 'balance_transaction', 'refund', 'customer', 'payout'])
const all = Object.fromEntries(
  Object.entries(Object(at(spec, 'components', 'schemas'))).map(([name, schema]) => [
    name,
    bare(JSON.parse(JSON.stringify(schema)), objects),
  ]),
)
const needed = closure(all, [...objects, 'error'])
const version = String(at(spec, 'info', 'version'))
const reduced = {
  version,
  operations: Object.fromEntries(
    operations.map(({ name, operation }) => [
      name,
      { request: requestOf(operation, objects), answer: bare(answerOf(operation), objects) },
    ]),
  ),
  schemas: Object.fromEntries([...needed].sort().map((name) => [name, all[name] ?? {}])),
}
await Bun.write(
  join(folder, `api-${version}.json`),
  `{"version": ${JSON.stringify(version)},\n"operations": ${lines(reduced.operations)},\n"schemas": ${lines(reduced.schemas)}}\n`,
)

/**
 * Returns the keys of an object and of those in it; of lists, of what people write and of what may
 * differ in kind nothing.
 */
function keysOf(value: Json): Json {
  if (!isPart(value)) return true
  const isOpen = (name: string) =>
    ['metadata', 'data', 'capabilities', 'settings', 'last_payment_error'].includes(name) || name.endsWith('_details')
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isOpen(name) ? true : keysOf(one)]))
}
const ofTheirs = Object.entries(Object(at(examples, 'resources'))).filter(([name]) => objects.has(name))
const keys = Object.fromEntries(ofTheirs.map(([name, example]) => [name, keysOf(JSON.parse(JSON.stringify(example)))]))
await Bun.write(join(folder, `keys-${date}.json`), `${lines(keys)}\n`)
