import type { Static, TSchema } from '@sinclair/typebox'
import type { Params } from './form.ts'
import { readParams } from './read-params.ts'
import type { Desk } from './till.ts'

/** Who asks: the holder of a secret key, or a browser with the publishable one. */
export type Asker = 'secret' | 'publishable'

/** One request as a handler sees it. */
export type Call = Desk & {
  readonly asker: Asker
  /** The pinned version of the asker, undefined when it sends none. */
  readonly version: string | undefined
  /** What stands in the address where the pattern has `:name`, in order. */
  readonly at: readonly string[]
  /** The path that was asked, for the `url` of lists. */
  readonly path: string
}

/** One operation: where it is and how it answers. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly pattern: RegExp
  /** Whether a browser with the publishable key may ask for it. */
  readonly isPublic: boolean
  answer(call: Call, raw: Params): object
}

/** Declares an operation: parameters are checked against the schema before `run` sees them. */
export function route<S extends TSchema>(
  method: Route['method'],
  path: string,
  schema: S,
  run: (call: Call, params: Static<S>, id: string) => object,
  { isPublic = false } = {},
): Route {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
  return { method, pattern, isPublic, answer: (call, raw) => run(call, readParams(schema, raw), call.at[0] ?? '') }
}
