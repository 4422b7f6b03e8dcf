import { type CassetForSale, visibleCassetForSale } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Order } from '../../../order/order.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { discountText } from '../../../shop/discount/discount.ts'
import { offerFor, refuseUsed } from '../../../shop/discount/use-discount.ts'
import { cassetOfCode } from '../../../shop/download-code/casset-of-code.ts'
import type { CodeOffer } from './code-line.tsx'

export type CodeTerms = {
  /** The unpaid order that a new one replaces. */
  replaced: (forSale: CassetForSale) => Order | undefined
  priceOf: (forSale: CassetForSale, priceMinor: number) => number
}

/** Returns what a code in an address does to the price of a casset; null for none. */
export function codeOffer(
  ctx: Ctx,
  viewer: Viewer | null,
  { slug, code }: { slug: string; code: string | undefined },
  { replaced, priceOf }: CodeTerms,
): CodeOffer | null {
  if (!code?.trim()) return null
  const forSale = visibleCassetForSale(ctx, slug, viewer)
  try {
    const offer = offerFor(ctx, forSale, code)
    const { priceMinor, discount } = offer
    if (!discount) return null
    refuseUsed(ctx, offer, viewer ?? { userId: null, agentKey: null, email: '' }, replaced(forSale))
    return {
      code: discount.code,
      priceMinor: priceOf(forSale, priceMinor),
      words: discountText(discount),
      problem: null,
      isGift: false,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isGift = !(cassetOfCode(ctx, code) instanceof AppError)
    return { code, priceMinor: null, words: '', problem: error.told, isGift }
  }
}
