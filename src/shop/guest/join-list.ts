import { inTransaction } from '../../../db/commits.ts'
import { agreedList } from '../../audience/mailing-list/join-list.ts'
import { recordConsent } from '../../audience/mailing-list/record-consent.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { heldOrder } from './read-collected.ts'

/**
 * Puts a guest's email address on the artist's mailing list, with the sentence that they were shown
 * (rule: mailing-consent). Throws NOT_FOUND for a link that we did not issue, BAD_STATE while the
 * guest does not have the purchase, VALIDATION.
 */
export function joinListAsGuest(ctx: Ctx, secret: string, text: string): void {
  const order = heldOrder(ctx, secret)
  if (!order.buyerEmail) throw new AppError('BAD_STATE', say('The email address of this purchase is forgotten.'))
  const { id: artistId } = agreedList(ctx, order.cassetId, text)
  const from = order.amountMinor === 0 ? 'free' : 'checkout'
  const draft = { artistId, email: order.buyerEmail, userId: null, text, from, isConfirmed: false } as const
  inTransaction(ctx.db, () => recordConsent(ctx, draft))
}
