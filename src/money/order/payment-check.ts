import { and, eq, isNotNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import type { Check, Finding } from '../../platform/check.ts'
import { askDefaultCurrency, newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import type { Processor } from '../../platform/payment/processor.ts'

const setKeys = 'to sell, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY and restart'
const copyKeys = 'copy both keys from the processor’s dashboard again, both of the same mode'

/**
 * Checks that the processor accepts the keys, and that they are live or test keys as their prefix
 * says.
 */
export const paymentCheck: Check = {
  name: 'payments',
  async look(ctx) {
    const { config, processor } = ctx
    if (config.payments === 'off') {
      return {
        note: 'PAYMENTS is off: people can get only what is free',
        fix: `${setKeys}; PAYMENTS=test tries it out`,
      }
    }
    if (config.payments === 'test')
      return { note: 'test payments: no real money moves', fix: `${setKeys} without PAYMENTS=test` }
    if (!processor) return {}
    try {
      const { livemode } = await processor.stripe.balance.retrieve()
      const isMeantLive = /^pk_live_/.test(processor.publishableKey)
      if (livemode === isMeantLive) {
        const money = livemode ? 'real money' : 'keys for tests: no real money moves'
        return { note: [money, ...(await exchangeNote(ctx, processor)), ...percentNote(ctx, processor)].join('; ') }
      }
      const [key, page] = livemode ? ['real money', 'tests'] : ['tests', 'real money']
      return { problem: `the secret key is for ${key}, the publishable key for ${page}`, fix: copyKeys }
    } catch (error) {
      return faultOf(error)
    }
  },
}

/** Notes when sales are exchanged into another currency, which costs a fee of its own. */
async function exchangeNote(ctx: Ctx, processor: Processor): Promise<string[]> {
  const [prices, account] = [newPriceCurrency(ctx), await askDefaultCurrency(ctx, processor)]
  if (account === undefined || account === prices) return []
  return [`new prices are in ${prices} and the account is in ${account}: the processor exchanges what is sold`]
}

/**
 * Warns while the platform keeps nothing of others' sales: the owner then pays the processor's fees
 * for their accounts.
 */
function percentNote({ config, db }: Ctx, { mode }: Processor): string[] {
  const isOfOthers = and(isNotNull(orders.sellerAccountId), eq(orders.mode, mode))
  if (config.platformFeePercent > 0 || !db.select({ id: orders.id }).from(orders).where(isOfOthers).limit(1).get())
    return []
  return [
    'PLATFORM_FEE_PERCENT is 0 and others sell here: the processor takes about 2 dollars a month for each account that is paid out, which they owe you when they sell too little',
  ]
}

function faultOf(error: unknown): Finding {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors
  if (error instanceof StripeAuthenticationError) {
    return { problem: 'the processor does not know STRIPE_SECRET_KEY', fix: copyKeys }
  }
  if (error instanceof StripePermissionError) {
    const fix = 'let the restricted key read the balance, or use the secret key'
    return { problem: 'STRIPE_SECRET_KEY may not read the balance', fix }
  }
  if (error instanceof StripeConnectionError) {
    return { problem: 'the processor cannot be reached', fix: 'check the network, and STRIPE_API_BASE if it is set' }
  }
  throw error
}
