import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { returnWhole } from '../../order/give-back/return-whole.ts'
import { isTakenOff, startWithdrawal, withdrawableUntil } from '../../order/give-back/withdrawal.ts'
import type { Order } from '../../order/order.ts'

/**
 * Gives an order back: its payer gets all of the money, and what was held by it ends
 * (rule: withdrawal). Throws BAD_STATE with the reason, UNAVAILABLE.
 */
export async function giveBack(ctx: Ctx, order: Order): Promise<void> {
  if (withdrawableUntil(ctx, order) === null) throw refusal(ctx, order)
  await returnWhole(ctx, order, 'withdrawal', () => {
    // The rest may have been got while the processor was asked.
    if (isTakenOff(ctx, order)) throw takenOff()
    if (!startWithdrawal(ctx, order)) throw downloaded()
  })
}

const takenOff = () =>
  new AppError('BAD_STATE', say('What you paid for this was taken off the price of what you got later.'), {
    hint: say('Give that back first, or ask its artist for a refund.'),
  })

const downloaded = () =>
  new AppError('BAD_STATE', say('This was downloaded, so it can no longer be given back.'), {
    hint: say('Ask its artist for a refund.'),
  })

function refusal(ctx: Ctx, order: Order): AppError {
  const { withdrawal, downloadedAt, state, withdrawnAt } = order
  const hint = say('Ask its artist for a refund.')
  if (withdrawal === 'waived') {
    const why = say('You agreed when you paid that delivery begins at once, so this cannot be given back.')
    return new AppError('BAD_STATE', why, { hint })
  }
  if (withdrawal === null) return new AppError('BAD_STATE', say('You cannot give this back yourself.'), { hint })
  if (downloadedAt !== null) return downloaded()
  if (isTakenOff(ctx, order)) return takenOff()
  if (state !== 'PAID' || withdrawnAt !== null)
    return new AppError('BAD_STATE', say('Nobody has this from that order any more.'))
  return new AppError('BAD_STATE', say('The days in which this could be given back are over, or you do not have it.'), {
    hint,
  })
}
