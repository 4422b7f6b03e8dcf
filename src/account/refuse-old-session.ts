import { eq } from 'drizzle-orm'
import { sessions } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

const freshMs = 15 * 60_000

/**
 * Throws BAD_STATE unless the viewer signed in a moment ago (rule 3.15): with a cookie that was found or stolen, nobody
 * may add a way into an account.
 */
export function refuseOldSession(ctx: Ctx, { sessionId }: Viewer): void {
  const found = ctx.db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId)).get()
  if (found && Math.abs(ctx.now() - found.at) <= freshMs) return
  const hint = 'Sign out, sign in, then do it within a quarter of an hour.'
  throw new AppError('BAD_STATE', 'For this you must have signed in a moment ago.', { hint })
}
