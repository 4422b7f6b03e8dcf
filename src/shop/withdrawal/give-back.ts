import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { returnWhole } from '../../order/give-back/return-whole.ts'
import { isTakenOff, startWithdrawal, withdrawable } from '../../order/give-back/withdrawal.ts'
import { type Order, orderById } from '../../order/order.ts'
import { acknowledgePress } from './acknowledge.ts'

/**
 * Gives an order back: its payer gets all of the money, and what was held by it ends
 * (rule: withdrawal). Throws BAD_STATE with the reason, UNAVAILABLE.
 */
export async function giveBack(ctx: Ctx, order: Order): Promise<void> {
  if (!withdrawable(ctx, order)) throw refusal(ctx, order)
  await returnWhole(ctx, order, 'withdrawal', () => {
    // While the processor was asked, the rest may have been got, the hour come, an email be sent.
    const now = orderById(ctx, order.id) ?? order
    if (!withdrawable(ctx, now)) throw refusal(ctx, now)
    inTransaction(ctx.db, () => {
      if (!startWithdrawal(ctx, now)) throw downloaded()
      acknowledgePress(ctx, now, ctx.now())
    })
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

const withdrawn = () => new AppError('BAD_STATE', say('Nobody has this from that order any more.'))

/** Returns why an order cannot be withdrawn from. */
export function refusal(ctx: Ctx, order: Order): AppError {
  const { withdrawal, downloadedAt, state, withdrawnAt } = order
  if (withdrawnAt !== null && state === 'PAID') return withdrawn()
  const hint = say('Ask its artist for a refund.')
  if (withdrawal === 'waived') {
    const why = say('You agreed when you paid that delivery begins at once, so your right to withdraw has ended.')
    return new AppError('BAD_STATE', why, { hint })
  }
  if (withdrawal === null) return new AppError('BAD_STATE', say('You cannot withdraw from this yourself.'), { hint })
  if (downloadedAt !== null) return downloaded()
  if (isTakenOff(ctx, order)) return takenOff()
  if (state !== 'PAID') return withdrawn()
  return new AppError(
    'BAD_STATE',
    say('The days in which you could withdraw from this are over, or you do not have it.'),
    {
      hint,
    },
  )
}
