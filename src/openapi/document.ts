import { toOpenAPISchema } from '@elysiajs/openapi'
import { type TSchema, Type as t } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { handlePattern } from '../lib/handle.ts'
import { PublicArtist, PublicCatalog, V1Error } from '../public-v1/model.ts'

/** The error body of product routes (rule 2.6). */
const ProductError = t.Object({
  error: t.String(),
  code: t.String(),
  field: t.Optional(t.String()),
  hint: t.Optional(t.String()),
})

const json = (schema: TSchema | { $ref: string }, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const v1Read = (summary: string, schema: string) => ({
  get: {
    summary,
    tags: ['public v1'],
    parameters: [
      { name: 'handle', in: 'path', required: true, schema: { type: 'string', pattern: handlePattern.source } },
      { name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
    ],
    responses: {
      200: json(ref(schema), 'Of a published, public artist'),
      400: json(ref('V1Error'), 'INVALID_REQUEST: the handle is malformed'),
      404: json(ref('V1Error'), 'RESOURCE_UNAVAILABLE: unknown, private or unpublished, which cannot be told apart'),
      429: json(ref('V1Error'), 'RATE_LIMITED: wait for Retry-After seconds'),
      503: json(ref('V1Error'), 'INTEGRATION_FAILURE: may be retried'),
    },
  },
})

/**
 * Returns the OpenAPI 3 document of the running service, made from the schemas that validate requests and answers (rule
 * 2.15). Pages and assets are excluded.
 */
export function openApiDocument(app: AnyElysia, version: string) {
  const { paths: all } = toOpenAPISchema(app, { staticFile: false })
  const declared = declaredAnswers(app)
  const routes = Object.entries(all).filter(([path]) => path.startsWith('/api/'))
  const paths = Object.fromEntries(
    routes.map(([path, operations]) => [
      path,
      withErrors(operations ?? {}, (method) => declared.get(`${method} ${path}`) ?? {}),
    ]),
  )
  return {
    openapi: '3.0.3',
    info: {
      title: 'Tapedeck',
      version,
      description:
        'The public reads under /api/v1 are versioned and need no credential. Product routes serve the pages of this ' +
        'site: routes marked session need the cookie svc_session, which sign-in sets.',
    },
    components: {
      schemas: { PublicArtist, PublicCatalog, V1Error, ProductError },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'svc_session' } },
    },
    paths: {
      '/api/v1/artists/{handle}': v1Read('Read an artist', 'PublicArtist'),
      '/api/v1/artists/{handle}/catalog': v1Read("Read an artist's catalog", 'PublicCatalog'),
      ...paths,
    },
  }
}

type Answers = Record<string, { description?: string; content?: object }>

/**
 * Returns the answers that routes declare outside their schemas, as they are files or have no body: by method and path.
 */
function declaredAnswers(app: AnyElysia): Map<string, Answers> {
  const routes: { method: string; path: string; hooks?: { detail?: { responses?: Answers } } }[] = app.routes
  return new Map(
    routes.map(({ method, path, hooks }) => [
      `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
      hooks?.detail?.responses ?? {},
    ]),
  )
}

function withErrors(operations: object, declared: (method: string) => Answers): object {
  const told = Object.entries(operations).map(([method, operation]: [string, { responses?: Answers }]) => {
    const responses = merge(operation.responses ?? {}, declared(method))
    return [method, { ...operation, responses: { ...responses, default: json(ref('ProductError'), refusal) } }]
  })
  return Object.fromEntries(told)
}

const refusal = 'Any refusal or fault'

/** Merges the answers with one status into one, with all its types; 204 has none. */
function merge(validated: Answers, declared: Answers): Answers {
  const statuses = [...new Set([...Object.keys(validated), ...Object.keys(declared)])]
  return Object.fromEntries(
    statuses.map((status) => {
      if (status === '204') return [status, { description: declared[status]?.description ?? 'Done' }]
      const content = { ...validated[status]?.content, ...declared[status]?.content }
      const type = Object.keys(content).length === 0 ? {} : { content }
      return [status, { ...validated[status], ...declared[status], ...type }]
    }),
  )
}
