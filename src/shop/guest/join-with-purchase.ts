import { inTransaction } from '../../../db/commits.ts'
import type { Client } from '../../account/session/session.ts'
import { type SignedIn, signUp } from '../../account/sign-in/sign-up.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderById } from '../../order/order.ts'
import { paymentOf } from '../checkout/verify-payment.ts'
import { claimJoined } from '../rest/claim-joined.ts'
import { claimFor } from './claim-purchase.ts'
import type { NewKeeper } from './model.ts'

/**
 * Makes an account for a guest who has the payment's secret, with the address that they paid with,
 * and puts the purchase into its library. Throws NOT_FOUND for another secret, BAD_STATE for a
 * purchase that cannot be claimed and for an address that has an account, and what `signUp` throws.
 */
export async function joinWithPurchase(ctx: Ctx, asked: NewKeeper, client: Client): Promise<SignedIn> {
  const { displayName, password, paymentIntentId, clientSecret: secret } = asked
  const { order } = await paymentOf(ctx, { secret }, paymentIntentId)
  const { problem } = claimFor(ctx, null, order)
  if (problem) throw problem
  if (!order.buyerEmail) {
    throw new AppError('BAD_STATE', say('Your email address is forgotten.'), {
      hint: say('Sign up, then use the link in your email.'),
    })
  }
  const signedIn = await signUp(ctx, { displayName, password, email: order.buyerEmail }, client)
  const { id: userId } = signedIn.account.user
  await ctx.jointly(() =>
    inTransaction(ctx.db, () => {
      const now = orderById(ctx, order.id)
      // Somebody else may have claimed it while the password was hashed.
      if (now && claimFor(ctx, null, now).problem === null) claimJoined(ctx, now, userId)
    }),
  )
  return signedIn
}
