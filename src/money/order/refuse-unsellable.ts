import { isTakenDown } from '../../casset/take-down.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** Throws BAD_STATE where nothing of a casset may be sold: the site took it down. */
export function refuseUnsellable(ctx: Ctx, cassetId: string): void {
  if (isTakenDown(ctx, cassetId)) throw new AppError('BAD_STATE', 'This was taken down, so nothing of it is sold.')
}
