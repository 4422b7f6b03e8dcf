import { join } from 'node:path'
import { decodeForm } from '../../../src/test-processor/request/form.ts'
import { routes } from '../../../src/test-processor/routes.ts'
import { createLazyCheck } from '../machine/lazy-schema.ts'
import { inTree } from '../tree.ts'
import { createShapeCheck, requestSchemas } from './stripe-schema.ts'

const published = inTree('test/fixtures/stripe')
const prefix = '#/components/schemas/'

/** A request as it was sent, and what was answered. */
export type Exchange = { method: string; url: string; body: string; status: number; answer: unknown }

/** Holds what passes between the program and its processor against what Stripe publishes. */
export type Wire = {
  exchange(passed: Exchange): void
  event(body: string): void
  /** The differences from what Stripe publishes, each once. */
  readonly faults: ReadonlySet<string>
  /** The operations and events that passed. */
  readonly passed: ReadonlySet<string>
}

/** How often the same operation with the same names of parameters and keys is looked at. */
export type WireOptions = { each?: number }

// The words that the SDK's types know and the OpenAPI file of 2023 does not yet, each beside a word
// that it stands next to there.
const younger: Readonly<Record<string, readonly string[]>> = {
  // docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-events
  'charge.refund.updated': ['refund.failed'],
  // docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute
  // docs.stripe.com/changelog/endive/2026-10-28/evidence-submission-appeal-dispute-decisions
  warning_needs_response: ['prevented', 'appeal_needs_response', 'appeal_under_review'],
  uncategorized_text: ['appeal'],
  // docs.stripe.com/api/payment_intents/create
  capture_method: ['excluded_payment_method_types'],
}

// The examples show what an answer has only when it is asked for, or for accounts of other kinds.
const onRequest = new Set(['charge.refunds', 'balance.connect_reserved'])

type Part = { readonly [name: string]: unknown }
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

type Published = Record<'operations' | 'schemas', Record<string, Part>>

const youngerThan = (words: readonly string[]) => words.flatMap((word) => younger[word] ?? [])

/**
 * Reads the OpenAPI file of 2023, with the words that are younger: what such a parameter may be,
 * the SDK's types say.
 */
async function readApi(): Promise<Published> {
  const text = await Bun.file(join(published, 'api-2023-08-16.json')).text()
  return JSON.parse(text, (name, value) => {
    if (name === 'enum') return [...value, ...youngerThan(value)]
    if (name !== 'properties') return value
    return { ...value, ...Object.fromEntries(youngerThan(Object.keys(value)).map((word) => [word, {}])) }
  })
}

/**
 * Returns a question whether Stripe has a parameter of a dotted name; undefined for an operation
 * that it does not publish.
 */
export async function createParameterCheck(): Promise<(operation: string) => ((name: string) => boolean) | undefined> {
  const [api, sdk] = await Promise.all([readApi(), requestSchemas()])
  return (operation) => {
    const ways = [
      { schema: sdk.schemas[operation], definitions: sdk.definitions, prefix: sdk.prefix },
      { schema: api.operations[operation]?.request, definitions: api.schemas, prefix },
    ].filter(({ schema }) => schema !== undefined)
    return ways.length === 0
      ? undefined
      : (name) => ways.some(({ schema, ...from }) => has(schema, name.split('.'), from))
  }
}

type From = { definitions: Readonly<Record<string, unknown>>; prefix: string }

function has(schema: unknown, [name, ...rest]: readonly string[], from: From): boolean {
  if (!isPart(schema) || name === undefined) return name === undefined
  const { $ref, properties, anyOf, items, additionalProperties } = schema
  if (typeof $ref === 'string')
    return has(from.definitions[decodeURIComponent($ref.slice(from.prefix.length))], [name, ...rest], from)
  const own = isPart(properties) && name in properties && has(properties[name], rest, from)
  const ways: unknown[] = [...(Array.isArray(anyOf) ? anyOf : []), items]
  return own || isPart(additionalProperties) || ways.some((one) => has(one, [name, ...rest], from))
}

/**
 * Reads what Stripe publishes: the OpenAPI file of 2023 for parameters, kinds, lengths and required
 * fields; the examples of 2026 for keys; the types of the SDK for all of it, v2 and events
 * included. Answers may have more keys than the older two.
 */
export async function createWire({ each = 3 }: WireOptions = {}): Promise<Wire> {
  const api = await readApi()
  const examples: Part = await Bun.file(join(published, 'keys-2026-07-29.json')).json()
  const [shapeOf, requestOf] = [await createShapeCheck(), await createShapeCheck({ fromText: true })]
  const answered = createLazyCheck(api.schemas, prefix)
  const asked = createLazyCheck(api.schemas, prefix, { fromText: true })
  const faults = new Set<string>()
  const looked = new Map<string, number>()
  const passed = new Set<string>()

  function isDue(name: string, ...parts: unknown[]): boolean {
    passed.add(name)
    const print = [name, ...parts.map(namesIn)].join(' ')
    const before = looked.get(print) ?? 0
    looked.set(print, before + 1)
    return before < each
  }
  const tell = (where: string, found: readonly string[]) => {
    for (const fault of found) faults.add(`${where}: ${fault}`)
  }

  /** Looks at each object of an answer by its name. */
  function lookAt(where: string, thing: unknown): void {
    if (!isPart(thing)) return
    if (Array.isArray(thing.data)) for (const one of thing.data) lookAt(where, one)
    if (typeof thing.object !== 'string' || ['list', 'search_result'].includes(thing.object)) return
    if (thing.deleted !== true) tell(where, shapeOf(thing.object, thing))
    const keys = examples[thing.deleted === true ? `deleted_${thing.object}` : thing.object]
    if (isPart(keys)) tell(where, missingIn(thing, keys, thing.object))
  }

  return {
    faults,
    passed,
    exchange({ method, url, body, status, answer }) {
      const { pathname, search } = new URL(url)
      const route = routes.find((one) => one.method === method && one.pattern.test(pathname))
      if (!route) return void faults.add(`${method} ${pathname} is no operation`)
      const name = `${method} ${route.path}`
      const isForm = method !== 'POST' || pathname.startsWith('/v1/')
      const params = isForm ? decodeForm(method === 'POST' ? body : search.slice(1)) : JSON.parse(body || '{}')
      if (!isDue(`${name} ${status}`, params, answer)) return
      const operation = api.operations[name]
      // A refused request was often asked wrongly on purpose.
      if (status === 200) {
        tell(name, requestOf(name, structuredClone(params)))
        if (operation) tell(`${name} of 2023`, asked(name, operation.request, params))
        if (operation) tell(`${name} answered, of 2023`, answered(`${name} answer`, operation.answer, answer))
        lookAt(`${name} answered`, answer)
      } else tell(`${name} refused`, answered('error', api.schemas.error, answer))
    },
    event(body) {
      const event: unknown = JSON.parse(body)
      if (!isPart(event)) return void faults.add(`no event: ${body}`)
      const name = `event ${event.type}`
      if (!isDue(name, event)) return
      const { object: kind, data } = event
      tell(name, [...shapeOf(String(kind), event), ...shapeOf(`${kind}.type`, event.type)])
      if (isPart(data)) lookAt(name, data.object)
    },
  }
}

/** Returns the names in a thing at every depth, without those that people write. */
function namesIn(thing: unknown): string {
  if (Array.isArray(thing)) return [...new Set(thing.map(namesIn))].join('|')
  if (!isPart(thing)) return thing === null ? '-' : ''
  return Object.entries(thing)
    .map(([name, value]) => (name === 'metadata' ? name : `${name}(${namesIn(value)})`))
    .join(',')
}

/** Returns the keys of an example that a thing lacks, down to where one of both has no object. */
function missingIn(thing: Part, keys: Part, where: string): string[] {
  return Object.entries(keys).flatMap(([name, inner]) => {
    const value = thing[name]
    const path = `${where}.${name}`
    if (!(name in thing)) return onRequest.has(path) ? [] : [`${path} is missing`]
    return isPart(inner) && isPart(value) ? missingIn(value, inner, path) : []
  })
}
