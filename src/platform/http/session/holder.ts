import type { Viewer } from './session.ts'
import { signedIn } from './signed-in.ts'

/** The caller of a route about orders: a guest with a secret, or an account (rule: holders). */
export type Holder = { secret: string } | Viewer

/** Throws UNAUTHENTICATED without a secret in the body and a session. */
export function holderOf(viewer: Viewer | null | undefined, body: unknown): Holder {
  const { secret } = Object(body)
  return typeof secret === 'string' ? { secret } : signedIn(viewer)
}
