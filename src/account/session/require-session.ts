import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { viewerOfSession } from './viewer.ts'

/**
 * Throws UNAUTHENTICATED when the viewer's session has ended while their request waited: a new
 * password also ends what was begun with the old one. Called in the transaction that writes.
 */
export function requireSession(ctx: Ctx, { sessionId }: Viewer): void {
  if (viewerOfSession(ctx, sessionId)) return
  throw new AppError('UNAUTHENTICATED', say('You were signed out meanwhile. Sign in, then try again.'))
}
