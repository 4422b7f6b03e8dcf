import type { TSchema } from '@sinclair/typebox'
import { type JsonSchema, toJsonSchema } from '../../../lib/json/json-schema.ts'
import { sendsHeaders } from './answer-headers.ts'
import { refusals } from './refusals.ts'

export const sends = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }])),
})

export const sendsEvents = (events: Readonly<Record<string, TSchema>>) => ({
  events,
  // As a parameter it would have the name of the query's in generated clients.
  description:
    'A client that comes back sends Last-Event-ID, as EventSource does by itself: what it missed comes first, or a ' +
    'reset where that is too much.',
  responses: {
    307: {
      description: 'Where edges carry the rooms: go on at that address. It works for a minute.',
      headers: sendsHeaders('Location'),
    },
    ...refusals('NOT_FOUND', 'RATE_LIMIT'),
  },
})

export const sendsJson = (description: string, type: string, schema?: TSchema) => ({
  description,
  content: { [type]: { schema: schema ? toJsonSchema(schema) : anyObject } },
})

const anyObject: JsonSchema = { type: 'object' }

/** `fields`: what each further field is. */
export const takesForm = (file: string, fields: Readonly<Record<string, string>> = {}) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: { type: 'string' as const, format: 'binary', description: file },
          ...Object.fromEntries(
            Object.entries(fields).map(([name, description]) => [name, { type: 'string' as const, description }]),
          ),
        },
      },
    },
  },
})

export const sendsFile = (description: string, ...types: string[]) => {
  const headers = sendsHeaders('ETag', 'Accept-Ranges')
  return {
    200: { ...sends(description, ...types), headers },
    206: {
      ...sends('The range that was asked for', ...types),
      headers: { ...headers, ...sendsHeaders('Content-Range') },
    },
    ...refusals('NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'UNAVAILABLE'),
  }
}

const takesHeader = (name: string, description: string) => ({
  parameters: [{ name, in: 'header', required: false, description, schema: { type: 'string' as const } }],
})

/** Describes a write that is made only if nobody has changed its subject meanwhile. */
export const takesIfMatch = () =>
  takesHeader('If-Match', "the ETag of the owner's media, or of the last change; 409 when it is not the present one")

/** Returns the OpenAPI description of a request that can be repeated when its answer was lost. */
export const takesIdempotencyKey = () =>
  takesHeader('Idempotency-Key', 'up to 255 visible characters; the same request with the same key has the same answer')

export const takesPrefer = () =>
  takesHeader('Prefer', 'respond-async: 202 within seconds for what has to be made first, instead of waiting for it')

/** Describes a read that is not sent again to a client that holds it (answer-read.ts). */
export const takesIfNoneMatch = () => ({
  ...takesHeader('If-None-Match', 'the ETag of the answer that the client holds'),
  responses: { 304: { description: 'The client holds this answer already, by If-None-Match' } },
})
