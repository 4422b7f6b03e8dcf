import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { settle } from '../order/settle.ts'
import { requireProcessor } from '../payment/ask-processor.ts'
import type { License } from './checkout-model.ts'
import { issueToken } from './claim-license.ts'
import type { QuoteRow } from './keep-quote.ts'
import { orderLicense } from './order-license.ts'
import { paymentReceipt } from './payment-challenge.ts'

/** A license that was paid by a credential, and the receipt for its header. */
export type PaidLicense = { license: License; receipt: string }

/**
 * Pays a quote with what the agent's wallet shared, and claims the license: the same order, grant and token as at the
 * checkout (rule 12.44). Throws what `orderLicense` throws, BAD_STATE when the payment is declined.
 */
export async function payQuote(ctx: Ctx, quote: QuoteRow, sharedToken: string, address: string): Promise<PaidLicense> {
  const { orderId, paymentIntentId } = await orderLicense(ctx, quote.id, undefined, { address, sharedToken })
  const payment = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  if (!payment?.charge) {
    throw new AppError('BAD_STATE', 'The payment did not go through.', { hint: 'Pay with another method.' })
  }
  return { license: await issueToken(ctx, orderId), receipt: paymentReceipt(paymentIntentId, ctx.now()) }
}
