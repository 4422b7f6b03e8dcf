import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderToPay } from '../../order/order.ts'
import { returnPath } from '../../order/settle/return-path.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { testPageAt } from '../../platform/payment/test-card/answer-test-page.ts'
import type { TestConfirm, TestConfirmed } from './model.ts'

/**
 * Pays with a test card or a payment method that the test processor knows, as Stripe's script would
 * in a browser at `origin`. Exists only with the test processor. Throws NOT_FOUND when the payment
 * belongs to an account other than the caller's, VALIDATION without either, BAD_STATE when it can
 * no longer be paid.
 */
export async function confirmTest(
  ctx: Ctx,
  buyer: Viewer | null,
  asked: TestConfirm,
  origin: string,
): Promise<TestConfirmed> {
  const test = ctx.processor?.test
  if (!test) throw new AppError('NOT_FOUND', say('There is nothing at this address.'))
  const { paymentIntentId, clientSecret, paymentMethod, card = paymentMethod } = asked
  if (card === undefined) throw invalid('card', say('Enter a card.'))
  // The bank sends the visitor back to this origin. Under another host name of ours the browser
  // would not send its cookie.
  const returnUrl = origin + returnPath(ctx, orderToPay(ctx, buyer, paymentIntentId))
  const answer = await test.confirmCard({ paymentIntentId, clientSecret, card, returnUrl })
  if (!answer) {
    throw new AppError('BAD_STATE', say('This payment can no longer be made.'), {
      hint: say('Start the checkout again.'),
    })
  }
  const { status, declineCode, code, nextAction } = answer
  const page = nextAction && { url: testPageAt(nextAction.url, origin) }
  return { status, declineCode: declineCode ?? code, nextAction: page }
}
