import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { platformAccounts } from '../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../context.ts'
import { askProcessor } from './ask-processor.ts'
import type { Processor } from './processor.ts'
import { reasonOf } from './refusal.ts'

const usual = 'usd'

/** Returns the configured one, or else that of the account that receives money. */
export const newPriceCurrency = (ctx: Pick<Ctx, 'config' | 'db'>): string =>
  ctx.config.currency ?? settlementCurrency(ctx) ?? usual

/**
 * Returns the currency into which payments of others are converted; undefined where they are not,
 * or before the processor was asked.
 */
export function settlementCurrency({ config, db }: Pick<Ctx, 'config' | 'db'>): string | undefined {
  const mode = config.paymentMode
  if (mode === 'test') return config.testSettlementCurrency
  return db.select().from(platformAccounts).where(eq(platformAccounts.mode, mode)).get()?.currency
}

/**
 * Returns the default currency of the account that money comes to; undefined when a restricted key
 * may not ask. Throws UNAVAILABLE.
 */
export async function askDefaultCurrency(ctx: Ctx, processor: Processor): Promise<string | undefined> {
  try {
    const ask = (stripe: Stripe, options: Stripe.RequestOptions) => stripe.accounts.retrieveCurrent({}, options)
    return (await askProcessor(ctx, processor, ask)).default_currency
  } catch (error) {
    if (reasonOf(error)?.type === 'StripePermissionError') return undefined
    throw error
  }
}

/** Keeps the currency of the account in the processor's mode. Called in a transaction. */
export function saveCurrency({ db, now }: Ctx, { mode }: Processor, currency: string): void {
  const row = { currency, askedAt: now() }
  db.insert(platformAccounts)
    .values({ mode, ...row })
    .onConflictDoUpdate({ target: platformAccounts.mode, set: row })
    .run()
}
