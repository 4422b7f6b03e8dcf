import { Type as t } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { statusOf } from '../../errors.ts'
import { type JsonSchema, toJsonSchema } from '../../lib/json/json-schema.ts'
import type { Pace } from '../../lib/turn/pace.ts'
import { closed, Money } from '../../platform/http/request/schema.ts'
import { sessionCookie } from '../../platform/http/session/session.ts'
import { LicenseChallenge } from '../../release/license/shape.ts'
import { NextStep } from '../../release/shape.ts'
import { metricsOperation } from './metrics.ts'
import { anyone, type Operation, type Route, toOperation } from './operation.ts'
import { createShapes } from './shape-names.ts'
import { tags } from './tags.ts'
import { tileOperations } from './tiles.ts'
import { v1Operations, v1Schemas } from './v1.ts'

/** The error body of product routes (rule: refusals). */
const ProductError = t.Object(
  {
    error: t.String({ description: 'for people' }),
    code: t.Unsafe<string>({ type: 'string', enum: Object.keys(statusOf) }),
    field: t.Optional(t.String({ description: 'the field that is wrong, by its dotted path' })),
    hint: t.Optional(t.String({ description: 'what to do' })),
    anyway: t.Optional(t.Boolean({ description: 'whether it is done when asked for with `anyway`' })),
    needsProof: t.Optional(t.Boolean({ description: 'whether it is done once you have proved yourself again' })),
    givesBack: t.Optional(t.Array(Money, { description: 'what would go back to buyers: ask again with these sums' })),
    next: t.Optional(NextStep),
    challenge: t.Optional(LicenseChallenge),
  },
  closed,
)

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing up and by signing in' },
  stripeSignature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature', description: "The processor's signature" },
  agentSecret: { type: 'http', scheme: 'bearer', description: 'AGENT_API_SECRET of the instance' },
  messageSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: 'An HTTP message signature of an agent (RFC 9421), as Web Bot Auth has it',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the instance' },
  sandboxCredential: { type: 'http', scheme: 'bearer', description: 'A credential made at /studio/sandbox' },
  payment: {
    type: 'http',
    scheme: 'Payment',
    description: 'The answer to a Payment challenge of a 402 (draft-httpauth-payment)',
  },
  audioToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the address of a signed stream',
  },
} as const

type Paths = Record<string, Record<string, Operation>>

/** The document with all written out where it holds, but for schemas that have names. */
export type OpenApi = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, readonly string[]>[]
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
  paths: Paths
}

const about =
  'The public reads under /api/v1 are versioned and need no credential. Product routes serve the pages of this site. ' +
  'Every answer has an X-Request-Id: the one of the request, where that is 1 to 128 of A-Z, a-z, 0-9, dot, underscore ' +
  'and hyphen. Texts for people have Content-Language and vary by Accept-Language; a session comes as Set-Cookie. An answer for which no Cache-Control is named is kept by nobody (no-store). A write that a browser sends has to come from this very site.'

/**
 * Returns the OpenAPI 3.1 document of the running service, made from the options of its routes
 * (rule: openapi). Hidden routes, which are pages and their files, are left out.
 */
export async function openApiDocument(app: AnyElysia, version: string, pace: Pace): Promise<OpenApi> {
  const routes: Route[] = app.routes
  const shapes = createShapes()
  const paths: Paths = {}
  for (const route of routes.filter(({ hooks }) => !hooks?.detail?.hide)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, shapes) }
    await pace()
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tapedeck', version, description: about },
    servers: [{ url: '/' }],
    security: anyone,
    tags,
    components: {
      schemas: { ...v1Schemas, ProductError: shapes.refer(toJsonSchema(ProductError)), ...shapes.all },
      securitySchemes,
    },
    paths: inOrderOfUse({ ...v1Operations, ...paths, ...tileOperations, ...metricsOperation }),
  }
}

const placeOf = new Map(tags.map(({ name }, place) => [name, place]))

/** Returns the paths in the order of their tags. */
function inOrderOfUse(paths: Paths): Paths {
  const placed = ([, operations]: [string, Record<string, Operation>]) =>
    placeOf.get(Object.values(operations)[0]?.tags[0] ?? '') ?? tags.length
  return Object.fromEntries(Object.entries(paths).toSorted((a, b) => placed(a) - placed(b)))
}
