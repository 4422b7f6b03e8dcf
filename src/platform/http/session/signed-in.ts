import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from './session.ts'

/** Returns the signed-in viewer. Throws UNAUTHENTICATED. */
export function signedIn(viewer: Viewer | null | undefined): Viewer {
  if (viewer) return viewer
  throw new AppError('UNAUTHENTICATED', say('You are not signed in. Sign in, then try again.'))
}
