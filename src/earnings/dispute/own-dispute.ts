import { eq } from 'drizzle-orm'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Order, orderById } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'

export type OwnDispute = { dispute: typeof disputes.$inferSelect; order: Order }

/**
 * Returns whether an artist paid an order themselves, into their own drop: the owner of the
 * instance answers it (rule: refunds-and-disputes).
 */
export const isOwnPayment = ({ userId }: Pick<Viewer, 'userId'>, order: Pick<Order, 'userId'>): boolean =>
  order.userId === userId

/**
 * Returns a dispute of one of the caller's sales; the owner of the instance, whose account it is,
 * has access to all. Throws NOT_FOUND when absent, FORBIDDEN when it is another artist's or about a
 * payment of the caller's (rule: forbidden-or-absent).
 */
export function ownDispute(ctx: Ctx, author: Viewer, id: string): OwnDispute {
  const dispute = ctx.db.select().from(disputes).where(eq(disputes.id, id)).get()
  const order = dispute && orderById(ctx, dispute.orderId)
  if (!order) throw notFound('dispute')
  if (author.role === 'owner') return { dispute, order }
  ownCasset(ctx, order.cassetId, author)
  if (isOwnPayment(author, order)) {
    throw new AppError('FORBIDDEN', say('You made this payment, so the owner of this site answers the bank.'))
  }
  return { dispute, order }
}

/** Throws BAD_STATE when it takes none. */
export function whereAnswered(ctx: Ctx, { dispute, order }: OwnDispute): Processor {
  const processor = requireProcessor(ctx)
  if (processor.mode !== order.mode) {
    const message = say('This sale was paid in another payment mode (test or live); switch PAYMENTS back to answer.')
    throw new AppError('BAD_STATE', message)
  }
  if (!dispute.needsAnswer) throw takesNone(dispute)
  return processor
}

function takesNone({ endedAt, answers }: OwnDispute['dispute']): AppError {
  if (endedAt !== null) return new AppError('BAD_STATE', say('This dispute is decided.'))
  if (answers > 0) {
    const hint = say('A bank takes one answer. You get an email when it has decided.')
    return new AppError('BAD_STATE', say('Your evidence is already with the bank.'), { hint })
  }
  return new AppError('BAD_STATE', say('The bank takes no evidence for this dispute.'), {
    hint: say('It decides on its own.'),
  })
}
