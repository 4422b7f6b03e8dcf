import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { settle } from '../../../order/settle/settle.ts'
import { randomToken, repeatedToken } from '../../../platform/http/request/repeatable.ts'
import { requireProcessor } from '../../../platform/payment/ask-processor.ts'
import { doesCount } from '../../../platform/payment/mode.ts'
import type { License } from '../order/checkout-model.ts'
import { issueToken } from '../order/claim-license.ts'
import { boughtBy, orderLicense } from '../order/order-license.ts'
import { licenseOf } from '../order/record-license.ts'
import { paymentReceipt } from './payment-challenge.ts'
import type { QuoteRow } from './save-quote.ts'

export type PaidLicense = { license: License; receipt: string }

export type QuotePayment = { sharedToken: string; address: string; idempotencyKey: string | undefined }

const makeTokenOf = (ctx: Ctx, { idempotencyKey: key, sharedToken }: QuotePayment) =>
  key === undefined ? undefined : repeatedToken(ctx, 'license', key, sharedToken)

/**
 * Pays a quote with what the agent's wallet shared, and claims the license: the same order, grant
 * and token as at the checkout (rule: payment-challenge). Throws what `orderLicense` throws,
 * BAD_STATE when the payment is declined.
 */
export async function payQuote(ctx: Ctx, quote: QuoteRow, payment: QuotePayment): Promise<PaidLicense> {
  const makeToken = makeTokenOf(ctx, payment)
  const { orderId, paymentIntentId } = await orderLicense(ctx, quote.id, {}, payment, makeToken)
  const settled = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  if (!settled?.charge) {
    throw new AppError('BAD_STATE', say('The payment did not go through.'), { hint: say('Pay with another method.') })
  }
  const license = await issueToken(ctx, orderId, makeToken?.(orderId) ?? randomToken(ctx))
  return { license, receipt: receiptOf(ctx, paymentIntentId, orderId) }
}

/**
 * Returns what the same payment with the same Idempotency-Key bought before its answer was lost;
 * undefined for any other, also in mode.
 */
export async function paidBefore(ctx: Ctx, quote: QuoteRow, payment: QuotePayment): Promise<PaidLicense | undefined> {
  const order = boughtBy(ctx, quote.id)
  const makeToken = makeTokenOf(ctx, payment)
  if (!order || !makeToken || !doesCount(ctx, order.mode)) return undefined
  const token = makeToken(order.id)
  const license = licenseOf(ctx, order.id)
  if (!license?.grantedAt || license.endedAt !== null) return undefined
  if ((license.tokenHash ?? license.reservedHash) !== sha256Hex(token)) return undefined
  const { orderId } = license
  return {
    license: await issueToken(ctx, orderId, token),
    receipt: receiptOf(ctx, order.paymentIntentId ?? '', orderId),
  }
}

const receiptOf = (ctx: Ctx, paymentIntentId: string, orderId: string): string =>
  paymentReceipt(paymentIntentId, licenseOf(ctx, orderId)?.grantedAt ?? ctx.now())
