import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'
import { siteSeller } from './site-seller.ts'

const isNamed = (ctx: Ctx): boolean => {
  const { country, name } = ctx.config.site.seller
  return (siteSeller(ctx)?.address.length ?? 0) > 0 && (name === null || country !== null)
}

/**
 * Reports a site that sells and does not say who does: a problem where real money moves, else a
 * remark (rule: seller-is-named).
 */
export const sellerCheck: Check = {
  name: 'seller',
  place: 45,
  look(ctx) {
    const { payments, paymentMode, site } = ctx.config
    if (payments === 'off') return { note: say('nothing is sold here') }
    // The law of the United States asks shops for no imprint.
    const asksImprint = site.seller.country !== 'US'
    const lacks = [
      ...(isNamed(ctx) ? [] : [say('buyers are not told who sells: name, address or country is not set')]),
      ...(site.imprint === null && asksImprint ? [say('this site sells and has no imprint')] : []),
      ...(site.terms === null ? [say('it has no terms')] : []),
      ...(site.privacy === null ? [say('it has no page on privacy')] : []),
    ]
    if (lacks.length === 0) return { note: say('buyers see who sells, and on what terms') }
    const told = lacks.join('; ')
    const fix = say('set SELLER_NAME, SELLER_ADDRESS and SELLER_COUNTRY; IMPRINT, TERMS and PRIVACY_POLICY have drafts')
    return paymentMode === 'live' ? { problem: told, fix } : { note: told, fix }
  },
}
