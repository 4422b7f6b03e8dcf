import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import type { Buyer } from '../buyer.ts'
import type { Checkout } from '../shape.ts'
import { beginPayment, type PaymentDraft, type PaymentStart } from './begin-payment.ts'
import { collectFree } from './collect-free.ts'

/** Gives free goods at once, and begins a payment for others. Throws as `beginPayment` does. */
export async function startSale(
  ctx: Ctx,
  buyer: Buyer,
  forSale: CassetForSale,
  draft: PaymentDraft,
  start: PaymentStart,
): Promise<Checkout> {
  if (draft.amountMinor > 0) return beginPayment(ctx, buyer, forSale, draft, start)
  const { title: _, refuse, seller: _none, ...free } = draft
  refuse()
  return { orderId: collectFree(ctx, buyer, forSale.casset, free).id, entitled: true }
}
