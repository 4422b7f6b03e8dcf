import type { Ctx } from '../../context.ts'
import { endEarlyTokens } from '../email/mailed-token.ts'
import { markEarly } from '../session/session.ts'

/**
 * Corrects stored times after the clock was set back, so that nothing dated while it was ahead
 * lasts until that date. It is unknown whether the clock was ahead or is behind now. A session
 * keeps its times, which count again once they are past; until then it expires as if unused from
 * now on. An emailed link may have expired already, so it is deleted; its reader can request
 * another.
 */
export function fixTimes(ctx: Ctx): void {
  markEarly(ctx)
  endEarlyTokens(ctx)
}
