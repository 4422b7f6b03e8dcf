import type { TSchema } from '@sinclair/typebox'
import type { ErrorCode } from '../../errors.ts'
import { parseJsonObject } from '../../lib/json/json.ts'
import { isEmpty, type JsonSchema, toJsonSchema } from '../../lib/json/json-schema.ts'
import { isSandboxPath } from '../../machine/sandbox/read-route.ts'
import type { HeaderName, HeaderWords } from '../../platform/http/answer/answer-headers.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import type { Limit } from '../../platform/http/guard.ts'
import { isTold } from '../../platform/http/limiter.ts'
import { isWebhook } from '../../platform/http/request/path.ts'
import type { Shapes } from './shape-names.ts'
import { tagOf } from './tags.ts'
import { foreignWrite } from './usual-refusals.ts'
import { inV1Envelope } from './v1.ts'
import { withHeaders } from './with-headers.ts'

export type Content = {
  description?: string
  required?: boolean
  headers?: Record<string, HeaderWords>
  content?: Record<string, { schema?: JsonSchema }>
}

type Detail = {
  hide?: boolean
  elsewhere?: boolean
  act?: string
  limit?: Limit
  limited?: true
  part?: string
  summary?: string
  operationId?: string
  refuses?: readonly ErrorCode[]
  tells?: readonly HeaderName[]
  events?: Readonly<Record<string, TSchema>>
  description?: string
  responses?: Record<string, Content>
  requestBody?: Content
  parameters?: readonly Parameter[]
  security?: readonly Record<string, readonly string[]>[]
}

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: JsonSchema }

export type Route = {
  method: string
  path: string
  hooks?: {
    body?: TSchema | undefined
    query?: TSchema | undefined
    response?: Record<string, TSchema> | undefined
    detail?: Detail
  }
}

export type Operation = Detail & {
  operationId: string
  tags: string[]
  responses: Record<string, Content>
}

export function toOperation({ method, path, hooks = {} }: Route, shapes: Shapes): Operation {
  const { body, query, response = {}, detail = {} } = hooks
  const {
    hide: _,
    elsewhere: isOpen,
    act: _act,
    limit,
    limited = false,
    part: _part,
    refuses = [],
    tells = [],
    events,
    responses,
    parameters = [],
    security = anyone,
    operationId = `${method} ${path}`,
    ...more
  } = detail
  const all = [...pathParameters(path), ...queryParameters(query), ...parameters]
  const inOurs = (told: Record<string, Content>) => (isSandboxPath(path) ? inV1Envelope(told) : told)
  const ofLimit: readonly ErrorCode[] = limited && limit !== 'none' ? ['RATE_LIMIT', 'UNAVAILABLE'] : []
  const limitName = typeof limit === 'object' ? limit.name : limit
  const nameOf = (what: string) => operationId.charAt(0).toUpperCase() + operationId.slice(1) + what
  const answers = Object.entries(response).map(([status, schema]) => {
    const name = nameOf(status === '201' ? 'Created' : 'Answer')
    return [status, toAnswer(status, schema, (made) => shapes.refer(made, name))] as const
  })
  return {
    operationId,
    tags: [tagOf(path)],
    ...more,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(shapes.refer(closedSchema(body), nameOf('Body'))) } }),
    ...(all.length === 0 ? {} : { parameters: all }),
    security,
    responses: inOurs(
      withHeaders(
        merge(
          path.startsWith('/api/casset/:slug') ? ofFormer : {},
          isWrite(method) && !isWebhook(path) && !isOpen ? forbidden(path) : {},
          refusals(...commonRefusals(method, path, query), ...ofLimit, ...refuses),
          Object.fromEntries(answers),
          events ? { 200: toStream(events, shapes) } : {},
          responses,
        ),
        {
          parameters: all,
          security,
          isTold: limitName !== undefined && limitName !== 'none' && isTold(limitName),
          tells: events ? [...tells, 'X-Accel-Buffering'] : tells,
        },
      ),
    ),
  }
}

/** With or without a session: a signed-in viewer may see more. */
export const anyone = [{}, { session: [] }]

/** A body takes no other keys than those of its schema, unless that says so. */
const closedSchema = (body: TSchema): JsonSchema => ({
  ...(body.type === 'object' ? { additionalProperties: false } : {}),
  ...toJsonSchema(body),
})

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const toAnswer = (status: string, schema: TSchema, refer: (schema: JsonSchema) => JsonSchema): Content =>
  isEmpty(schema)
    ? { description: 'Done' }
    : { description: status === '201' ? 'Created' : 'The answer', content: json(refer(openSchema(schema))) }

/**
 * Elysia writes `additionalProperties` into schemas, shared ones too, when a route is first asked:
 * with it the document would depend on what was asked before.
 */
const openSchema = (schema: TSchema): JsonSchema =>
  parseJsonObject(JSON.stringify(toJsonSchema(schema), (key, value) => (isClosing(key, value) ? undefined : value)))

const isClosing = (key: string, value: unknown): boolean => key === 'additionalProperties' && value === false

const toStream = (events: Readonly<Record<string, TSchema>>, { refer }: Shapes): Content => ({
  description: 'Events: the name of each, and its data as JSON',
  content: {
    'text/event-stream': {
      schema: {
        oneOf: Object.entries(events).map(([event, data]) => ({
          type: 'object',
          required: ['event', 'data'],
          properties: { id: { type: 'string' }, event: { const: event }, data: refer(toJsonSchema(data)) },
        })),
      },
    },
  },
})

/** The answer to a former handle or word in the place of a slug (rule: former-words). */
const ofFormer = { 307: { description: 'A former slug leads to the present one' } }

/** The thing that a path names may be another's. */
const forbidden = (path: string) => (path.includes(':') ? refusals('FORBIDDEN') : { 403: foreignWrite })

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The refusals that every route of its kind makes first (rule: order-of-checks). */
function commonRefusals(method: string, path: string, query: TSchema | undefined): ErrorCode[] {
  return [
    ...(isWrite(method) ? (isWebhook(path) ? webhookRefusals : writeRefusals) : []),
    ...(query ? (['VALIDATION'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    'MISDIRECTED',
    'INTERNAL',
  ]
}

// Signed instead, so accepted from any origin and with any type (rule: foreign-writes).
const webhookRefusals = ['VALIDATION', 'PAYLOAD_TOO_LARGE'] as const
const writeRefusals = ['VALIDATION', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(query: TSchema | undefined): Parameter[] {
  if (!query) return []
  const required = new Set<string>(query.required ?? [])
  const properties: Record<string, TSchema> = query.properties
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: withWholeNumbers(toJsonSchema(schema)),
  }))
}

/** In an address everything is text: what takes whole numbers only is described as such. */
function withWholeNumbers(schema: JsonSchema): JsonSchema {
  const [, maximum] = /^1 to (\d+)$/.exec(String(schema.description ?? '')) ?? []
  return maximum === undefined || schema.type !== 'string'
    ? schema
    : { type: 'integer', minimum: 1, maximum: Number(maximum) }
}

/** Merges answers by their status: a validated one and a declared one may differ in type. */
function merge(...all: (Record<string, Content> | undefined)[]): Record<string, Content> {
  const merged: Record<string, Content> = {}
  for (const [status, answer] of all.flatMap((answers) => Object.entries(answers ?? {}))) {
    const content = { ...merged[status]?.content, ...answer.content }
    const headers = { ...merged[status]?.headers, ...answer.headers }
    merged[status] = {
      ...merged[status],
      ...answer,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(Object.keys(content).length === 0 ? {} : { content }),
    }
  }
  return merged
}
