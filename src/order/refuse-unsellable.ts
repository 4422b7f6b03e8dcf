import { hasSuspended } from '../books/seller/has-suspended.ts'
import { isTakenDown } from '../casset/take-down.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'

/**
 * Throws BAD_STATE where nothing of a casset may be collected, as the site took it down, and for a
 * sum where the site suspended somebody whom it would pay (rule: suspension).
 */
export function refuseUnsellable(ctx: Ctx, cassetId: string, amountMinor: number): void {
  if (isTakenDown(ctx, cassetId)) throw new AppError('BAD_STATE', say('This was taken down, so nothing of it is sold.'))
  if (amountMinor > 0 && hasSuspended(ctx, cassetId)) {
    throw new AppError('BAD_STATE', say('This site has suspended the artist, so nothing of theirs is sold.'))
  }
}
