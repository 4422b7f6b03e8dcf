import { and, gt, isNull, or } from 'drizzle-orm'
import { mailedTokens, sessions } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { clockStepMs } from './mailed-token.ts'

/**
 * What to do when the clock has been set back, so that nothing which was dated while it was ahead lasts until that date
 * comes. Nobody can tell whether it was ahead or is behind now. A session keeps its own times, which count again when
 * they are no longer to come; until then it lasts, from now on, for as long as one that is not used. A mailed link may
 * have ended already: it ends, and its reader asks for another one.
 */
export function mendTimes(ctx: Ctx): void {
  const now = ctx.now()
  const whereEarly = and(gt(sessions.createdAt, now), or(isNull(sessions.earlyAt), gt(sessions.earlyAt, now)))
  ctx.db.update(sessions).set({ earlyAt: now }).where(whereEarly).run()
  ctx.db
    .delete(mailedTokens)
    .where(gt(mailedTokens.createdAt, now + clockStepMs))
    .run()
}
