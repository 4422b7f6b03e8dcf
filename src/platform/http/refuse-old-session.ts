import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { oldSession } from '../../lib/old-session.ts'
import type { Viewer } from './session.ts'

const freshMs = 15 * 60_000

/**
 * Throws BAD_STATE unless the viewer signed in, or proved who they are, a moment ago
 * (rule: fresh-proof): with a stolen cookie, nobody may change who gets into an account, or where
 * it is paid.
 */
export function refuseOldSession(ctx: Ctx, { sessionId }: Viewer): void {
  const { createdAt, confirmedAt } = sessions
  const found = ctx.db.select({ createdAt, confirmedAt }).from(sessions).where(eq(sessions.id, sessionId)).get()
  const isFresh = (at: number | null) => at !== null && Math.abs(ctx.now() - at) <= freshMs
  if (found && (isFresh(found.createdAt) || isFresh(found.confirmedAt))) return
  const hint = 'Sign out, sign in, then do it within a quarter of an hour.'
  throw new AppError('BAD_STATE', oldSession, { hint })
}
