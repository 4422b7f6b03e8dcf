import { and, eq, isNotNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Check, Finding } from '../../platform/check.ts'
import { askDefaultCurrency, newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import type { Processor } from '../../platform/payment/processor.ts'

const copyKeys = () => say('copy both keys from the processor’s dashboard again, both of the same mode')

/** Checks that the processor accepts the keys, live or test as their prefix says. */
export const paymentCheck: Check = {
  name: 'payments',
  place: 120,
  async look(ctx) {
    const { config, processor } = ctx
    if (config.payments === 'off') {
      return {
        note: say('PAYMENTS is off: people can get only what is free'),
        fix: say('to sell, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY; PAYMENTS=test tries it out'),
      }
    }
    if (config.payments === 'test')
      return {
        note: say('test payments: no real money moves'),
        fix: say('to sell, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY in place of PAYMENTS=test'),
      }
    if (!processor) return {}
    try {
      const { livemode } = await processor.stripe.balance.retrieve()
      const isMeantLive = /^pk_live_/.test(processor.publishableKey)
      if (livemode === isMeantLive) {
        const money = livemode ? say('real money') : say('keys for tests: no real money moves')
        return { note: [money, ...(await exchangeNote(ctx, processor)), ...percentNote(ctx, processor)].join('; ') }
      }
      const problem = livemode
        ? say('the secret key is for real money, the publishable key for tests')
        : say('the secret key is for tests, the publishable key for real money')
      return { problem, fix: copyKeys() }
    } catch (error) {
      return faultOf(error)
    }
  },
}

/** Notes when sales are exchanged into another currency, which costs a fee of its own. */
async function exchangeNote(ctx: Ctx, processor: Processor): Promise<string[]> {
  const [prices, account] = [newPriceCurrency(ctx), await askDefaultCurrency(ctx, processor)]
  if (account === undefined || account === prices) return []
  return [
    say('new prices are in {prices} and the account is in {account}: the processor exchanges what is sold', {
      prices,
      account,
    }),
  ]
}

/** The owner then pays the processor's fees for the artists' accounts. */
function percentNote({ config, db }: Ctx, { mode }: Processor): string[] {
  const isOfOthers = and(isNotNull(orders.sellerAccountId), eq(orders.mode, mode))
  if (config.platformFeePercent > 0 || !db.select({ id: orders.id }).from(orders).where(isOfOthers).limit(1).get())
    return []
  return [
    say(
      'PLATFORM_FEE_PERCENT is 0 and others sell here: the processor takes about 2 dollars a month for each account that is paid out, which they owe you when they sell too little',
    ),
  ]
}

function faultOf(error: unknown): Finding {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors
  if (error instanceof StripeAuthenticationError) {
    return { problem: say('the processor does not know STRIPE_SECRET_KEY'), fix: copyKeys() }
  }
  if (error instanceof StripePermissionError) {
    const fix = say('let the restricted key read the balance, or use the secret key')
    return { problem: say('STRIPE_SECRET_KEY may not read the balance'), fix }
  }
  if (error instanceof StripeConnectionError) {
    return {
      problem: say('the processor cannot be reached'),
      fix: say('check the network, and STRIPE_API_BASE if it is set'),
    }
  }
  throw error
}
