import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { Pace } from '../../lib/turn/pace.ts'
import type { HeaderWords } from '../../platform/http/answer/answer-headers.ts'
import type { OpenApi } from './document.ts'
import type { Content, Operation, Parameter } from './operation.ts'
import { mapSchemas, schemasOf } from './operation-schemas.ts'
import { createShared, type Reference } from './share.ts'
import { shareSchemas } from './share-schemas.ts'
import { simplify } from './simplify.ts'
import { withDefault } from './usual-refusals.ts'

export type SentAnswer = Omit<Content, 'headers'> & { headers?: Record<string, Reference> }

export type SentOperation = Omit<Operation, 'parameters' | 'responses'> & {
  parameters?: (Parameter | Reference)[]
  responses: Record<string, SentAnswer | Reference>
}

export type SentDocument = Awaited<ReturnType<typeof compactDocument>>

/**
 * Returns the document as it is sent: what it says several times is written once, under
 * `components`, with references in its places; the usual refusals are the `default` answer of an
 * operation, and its `security` is written where it is not that of the document.
 */
export async function compactDocument(api: OpenApi, pace: Pace) {
  const short: Operation[] = []
  for (const operation of Object.values(api.paths).flatMap((methods) => Object.values(methods))) {
    const simple = mapSchemas(operation, simplify)
    short.push({ ...simple, responses: withDefault(simple.responses) })
    await pace()
  }
  const named: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    named[name] = simplify(schema)
    await pace()
  }
  const placed = short.flatMap((operation) =>
    schemasOf(operation).map((schema) => ({ schema, place: [operation.operationId] })),
  )
  // Generators of clients make a file of each name, a parameter's too, and some disks ignore case.
  const avoided = new Set(short.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name.toLowerCase())))
  const schemas = await shareSchemas(named, placed, avoided, pace)
  const headers = createShared<HeaderWords>('headers')
  const parameters = createShared<Parameter>('parameters')
  const responses = createShared<SentAnswer>('responses')

  const withHeaderNames = ({ headers: told = {}, ...answer }: Content): SentAnswer => {
    const references = Object.entries(told).map(([name, words]) => [name, headers.put(words, name)])
    return { ...answer, ...(references.length > 0 && { headers: Object.fromEntries(references) }) }
  }
  const written: { operation: Operation; answers: (readonly [status: string, answer: SentAnswer])[] }[] = []
  for (const each of short) {
    const operation = mapSchemas(each, (schema) => schemas.replace(schema, [each.operationId]))
    const answers = Object.entries(operation.responses).map(
      ([status, answer]) => [status, withHeaderNames(answer)] as const,
    )
    for (const taken of operation.parameters ?? []) parameters.count(taken)
    for (const [, answer] of answers) responses.count(answer)
    written.push({ operation, answers })
    await pace()
  }
  const usual = JSON.stringify(api.security)
  const sent = new Map<string, SentOperation>()
  for (const { operation, answers } of written) {
    const { parameters: taken, security, responses: _, ...more } = operation
    sent.set(operation.operationId, {
      ...more,
      ...(JSON.stringify(security) !== usual && { security }),
      ...(taken && { parameters: taken.map((each) => parameters.share(each, each.name)) }),
      responses: Object.fromEntries(answers.map(([status, answer]) => [status, responses.share(answer, status)])),
    })
    await pace()
  }
  const { all } = schemas
  const shared = { schemas: all, headers: headers.all, parameters: parameters.all, responses: responses.all }
  return { ...api, components: { ...api.components, ...shared }, paths: mapPaths(api.paths, sent) }
}

/** Returns the same paths and methods with another operation of the same name for each. */
function mapPaths(paths: OpenApi['paths'], sent: ReadonlyMap<string, SentOperation>) {
  const mapped: Record<string, Record<string, SentOperation>> = {}
  for (const [path, methods] of Object.entries(paths)) {
    mapped[path] = Object.fromEntries(
      Object.entries(methods).flatMap(([method, { operationId }]) => {
        const operation = sent.get(operationId)
        return operation ? [[method, operation] as const] : []
      }),
    )
  }
  return mapped
}
