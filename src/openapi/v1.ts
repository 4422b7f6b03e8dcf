import { handlePattern } from '../lib/handle.ts'
import { toJsonSchema } from '../lib/json-schema.ts'
import { PublicArtist, PublicCatalog, V1Error } from '../public-v1/model.ts'

/** The schemas of the public reads (rules 8.1 to 8.3). */
export const v1Schemas = {
  PublicArtist: toJsonSchema(PublicArtist),
  PublicCatalog: toJsonSchema(PublicCatalog),
  V1Error: toJsonSchema(V1Error),
}

const json = (name: keyof typeof v1Schemas) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})

const refusal = (description: string) => ({ description, content: json('V1Error') })

const read = (operationId: string, description: string, schema: keyof typeof v1Schemas) => ({
  get: {
    operationId,
    description,
    tags: ['v1'],
    security: [],
    parameters: [
      { name: 'handle', in: 'path', required: true, schema: { type: 'string', pattern: handlePattern.source } },
      { name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
      { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: {
      200: { description: 'Of a published, public artist, with an ETag', content: json(schema) },
      304: { description: 'The caller has this answer already, by If-None-Match' },
      400: refusal('INVALID_REQUEST: the handle is malformed'),
      404: refusal('RESOURCE_UNAVAILABLE: unknown, private or unpublished, which cannot be told apart'),
      405: refusal('INVALID_REQUEST: v1 supports GET only'),
      421: refusal('INVALID_REQUEST: this server does not answer for that host'),
      429: refusal('RATE_LIMITED: wait for Retry-After seconds'),
      503: refusal('INTEGRATION_FAILURE: may be retried after Retry-After seconds'),
    },
  },
})

/** The public reads, which Bun serves without Elysia's router (rule 8.4). */
export const v1Operations = {
  '/api/v1/artists/{handle}': read('getPublicArtist', 'Read an artist', 'PublicArtist'),
  '/api/v1/artists/{handle}/catalog': read('getPublicCatalog', "Read an artist's catalog", 'PublicCatalog'),
}
