import type { Static, TSchema } from '@sinclair/typebox'
import type { AccountContext } from './context.ts'
import type { Params } from './request/form.ts'
import { readParams } from './request/read-params.ts'

/** Which API key a request is made with; browsers have the publishable one. */
export type KeyType = 'secret' | 'publishable'

export type ApiRequest = AccountContext & {
  readonly keyType: KeyType
  /** The Stripe-Version header; undefined when there is none. */
  readonly version: string | undefined
  /** Values of the `:name` segments of the path, in order. */
  readonly pathParams: readonly string[]
  /** The path of the request, for the `url` of lists. */
  readonly path: string
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As the documentation writes it: `/v1/refunds/:id`. */
  readonly path: string
  readonly pattern: RegExp
  /** The accepted parameters; all others are refused. */
  readonly schema: TSchema
  /** Whether the publishable key may call it. */
  readonly isPublic: boolean
  /** Checks parameters; returns a function that acts and returns the body. Both throw ApiError. */
  prepare(request: ApiRequest, raw: Params): () => object
}

/** Returns an operation whose parameters are checked against the schema before `run` gets them. */
export function route<S extends TSchema>(
  method: Route['method'],
  path: string,
  schema: S,
  run: (request: ApiRequest, params: Static<S>, id: string) => object,
  { isPublic = false } = {},
): Route {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
  return {
    method,
    path,
    pattern,
    schema,
    isPublic,
    prepare(request, raw) {
      const params = readParams(schema, raw)
      return () => run(request, params, request.pathParams[0] ?? '')
    },
  }
}
