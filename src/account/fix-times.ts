import { and, gt, isNull, or } from 'drizzle-orm'
import { mailedTokens, sessions } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { clockStepMs } from './mailed-token.ts'

/**
 * Corrects stored times after the clock was set back, so that nothing dated while it was ahead
 * lasts until that date. It is unknown whether the clock was ahead or is behind now. A session
 * keeps its times, which count again once they are past; until then it expires as if unused from
 * now on. An emailed link may have expired already, so it is deleted; its reader can request
 * another.
 */
export function fixTimes(ctx: Ctx): void {
  const now = ctx.now()
  const whereEarly = and(gt(sessions.createdAt, now), or(isNull(sessions.earlyAt), gt(sessions.earlyAt, now)))
  ctx.db.update(sessions).set({ earlyAt: now }).where(whereEarly).run()
  ctx.db
    .delete(mailedTokens)
    .where(gt(mailedTokens.createdAt, now + clockStepMs))
    .run()
}
