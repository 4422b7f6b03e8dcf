import type { Viewer } from './session.ts'
import { signedIn } from './signed-in.ts'

/** The caller: a guest with the secret of a link or payment, or an account (rule: holders). */
export type Holder = { secret: string } | Viewer

/** Throws UNAUTHENTICATED without a secret in the body and a session. */
export function holderOf(viewer: Viewer | null | undefined, body: unknown): Holder {
  const { clientSecret, secret = clientSecret } = Object(body)
  return typeof secret === 'string' ? { secret } : signedIn(viewer)
}
