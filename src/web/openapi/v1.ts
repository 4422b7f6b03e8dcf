import { handlePattern } from '../../lib/account/handle.ts'
import { toJsonSchema } from '../../lib/json/json-schema.ts'
import { PublicArtist, PublicCatalog, V1Error } from '../../machine/public-v1/model.ts'
import { sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import type { Content } from './operation.ts'

/** The schemas of the public reads (rules: v1-artist, v1-catalog, v1-errors). */
export const v1Schemas = {
  PublicArtist: toJsonSchema(PublicArtist),
  PublicCatalog: toJsonSchema(PublicCatalog),
  V1Error: toJsonSchema(V1Error),
}

const json = (name: keyof typeof v1Schemas) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})

const text = (description: string) => ({ description, schema: { type: 'string' as const } })
const named = { 'X-Request-Id': text('the one of the request where it is valid, else a new one') }
const kept = { ...named, ...sendsHeaders('Cache-Control') }
const tagged = { ...kept, ETag: text('for If-None-Match') }

const refusal = (description: string, status: string) => ({
  description,
  headers: {
    ...kept,
    ...(['429', '502', '503'].includes(status) ? sendsHeaders('Retry-After') : {}),
    ...(status === '401' ? sendsHeaders('WWW-Authenticate') : {}),
    ...(status === '405' ? sendsHeaders('Allow') : {}),
  },
  content: json('V1Error'),
})

const meanings = {
  400: 'INVALID_REQUEST: the request is malformed',
  401: 'INVALID_CREDENTIAL: missing, invalid or revoked',
  403: 'PERMISSION_DENIED: not yours, or not allowed at the moment',
  404: 'RESOURCE_UNAVAILABLE: unknown, private or unpublished, which cannot be told apart',
  405: 'INVALID_REQUEST: the address takes other methods, which Allow names',
  413: 'INVALID_REQUEST: the body is too large',
  415: 'INVALID_REQUEST: the body has another type than this address takes',
  421: 'INVALID_REQUEST: this server does not answer for that host',
  429: 'RATE_LIMITED: wait for Retry-After seconds',
  502: 'INTEGRATION_FAILURE: may be retried',
  503: 'INTEGRATION_FAILURE: may be retried',
} as const

const refusals = (...statuses: readonly (keyof typeof meanings)[]) =>
  Object.fromEntries(statuses.map((status) => [status, refusal(meanings[status], String(status))]))

/** Returns the answers with refusals in v1's envelope: 503 for 500, which v1 lacks. */
export function inV1Envelope(responses: Record<string, Content>): Record<string, Content> {
  const { 500: _, ...others } = responses
  const told = new Map(Object.entries(meanings))
  return Object.fromEntries(
    Object.entries({ ...others, 503: {} }).map(([status, answer]) => {
      const meaning = told.get(status)
      return [status, meaning === undefined ? answer : refusal(meaning, status)]
    }),
  )
}

const read = (operationId: string, summary: string, schema: keyof typeof v1Schemas, isSandbox = false) => ({
  get: {
    operationId,
    summary,
    tags: [isSandbox ? 'sandbox' : 'artists'],
    security: isSandbox ? [{ sandboxCredential: [] }] : [],
    parameters: [
      { name: 'handle', in: 'path', required: true, schema: { type: 'string', pattern: handlePattern.source } },
      { name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
      { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: isSandbox ? 'Of a fictional artist' : 'Of a published, public artist, with an ETag',
        headers: tagged,
        content: json(schema),
      },
      304: { description: 'The caller has this answer already, by If-None-Match', headers: tagged },
      ...refusals(400, 404, 405, 421, 429, 503, ...(isSandbox ? ([401, 502] as const) : [])),
    },
  },
})

/**
 * The public reads and those of the sandbox, which Bun serves without Elysia's router
 * (rules: v1-checks, sandbox-reads).
 */
export const v1Operations = {
  '/api/v1/artists/{handle}': read('getPublicArtist', 'Read an artist', 'PublicArtist'),
  '/api/v1/artists/{handle}/catalog': read('getPublicCatalog', "Read an artist's catalog", 'PublicCatalog'),
  '/api/sandbox/v1/artists/{handle}': read('getSandboxArtist', 'Try the read of an artist', 'PublicArtist', true),
  '/api/sandbox/v1/artists/{handle}/catalog': read(
    'getSandboxCatalog',
    "Try the read of an artist's catalog",
    'PublicCatalog',
    true,
  ),
}
