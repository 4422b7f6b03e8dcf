import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Order } from '../order/order.ts'
import { returnWhole } from '../order/return-whole.ts'
import { startWithdrawal, withdrawableUntil } from '../order/withdrawal.ts'

/**
 * Gives an order back: its payer gets all of the money, and what was held by it ends
 * (rule: withdrawal). Throws BAD_STATE with the reason, UNAVAILABLE.
 */
export async function giveBack(ctx: Ctx, order: Order): Promise<void> {
  if (withdrawableUntil(ctx, order) === null) throw refusal(order)
  await returnWhole(ctx, order, 'withdrawal', () => {
    if (!startWithdrawal(ctx, order)) throw downloaded()
  })
}

const downloaded = () =>
  new AppError('BAD_STATE', say('This was downloaded, so it can no longer be given back.'), {
    hint: say('Ask its artist for a refund.'),
  })

function refusal({ withdrawal, downloadedAt, state, withdrawnAt }: Order): AppError {
  const hint = say('Ask its artist for a refund.')
  if (withdrawal === 'waived') {
    const why = say('You agreed when you paid that delivery begins at once, so this cannot be given back.')
    return new AppError('BAD_STATE', why, { hint })
  }
  if (withdrawal === null) return new AppError('BAD_STATE', say('You cannot give this back yourself.'), { hint })
  if (downloadedAt !== null) return downloaded()
  if (state !== 'PAID' || withdrawnAt !== null)
    return new AppError('BAD_STATE', say('Nobody has this from that order any more.'))
  return new AppError('BAD_STATE', say('The days in which this could be given back are over, or you do not have it.'), {
    hint,
  })
}
