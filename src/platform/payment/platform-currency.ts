import { Type as t } from '@sinclair/typebox'
import { and, eq, notExists, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { emojis } from '../../../db/schema/money/emoji.ts'
import { orders } from '../../../db/schema/money/order.ts'
import { platformAccounts } from '../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../context.ts'
import { isCountedAlike, isCurrency } from '../../lib/usable-currency.ts'
import { defineJob } from '../job/define-job.ts'
import { askProcessor } from './ask-processor.ts'
import type { Processor } from './processor.ts'
import { reasonOf } from './refusal.ts'

const usual = 'usd'

/** Asks at each start for the currency of the account, where the configuration names none. */
export const learnCurrencyJob = defineJob('learn-currency', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 20,
  isEnabled: ({ config, processor }) =>
    config.currency === undefined && processor !== undefined && processor.mode !== 'test',
  atStart: (ctx) => ctx.jobs.add(learnCurrencyJob, {}, { key: 'account' }),
  run: learnCurrency,
})

/** Returns what new prices are in: as configured, or else the currency of the account that money comes to. */
export function newPriceCurrency({ config, db }: Pick<Ctx, 'config' | 'db'>): string {
  const mode = config.paymentMode
  if (mode === 'test') return config.currency ?? config.testSettlementCurrency ?? usual
  if (config.currency !== undefined) return config.currency
  const row = db.select().from(platformAccounts).where(eq(platformAccounts.mode, mode)).get()
  return row?.currency ?? usual
}

/**
 * Returns the default currency of the account that money comes to; undefined when a restricted key may not ask. Throws
 * UNAVAILABLE.
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

/** Keeps the account's currency. Cassets and emoji that have no price yet, and were never ordered, are then in it. */
async function learnCurrency(ctx: Ctx): Promise<void> {
  const { processor } = ctx
  const currency = processor && (await askDefaultCurrency(ctx, processor))
  if (!processor || currency === undefined) return
  if (!isCurrency(currency) || !isCountedAlike(currency)) {
    ctx.log.warn('prices cannot be in the currency of the account', { currency })
    return
  }
  await ctx.jointly(() => {
    const row = { currency, askedAt: ctx.now() }
    ctx.db
      .insert(platformAccounts)
      .values({ mode: processor.mode, ...row })
      .onConflictDoUpdate({ target: platformAccounts.mode, set: row })
      .run()
    takeUp(ctx, currency)
  })
}

function takeUp({ db }: Ctx, currency: string): void {
  const ordered = db.select({ one: sql`1` }).from(orders).where(eq(orders.cassetId, cassets.id))
  const priced = db.select({ one: sql`1` }).from(emojis).where(eq(emojis.cassetId, cassets.id))
  const whereUnpriced = and(eq(cassets.priceMinor, 0), notExists(ordered), notExists(priced))
  db.update(cassets).set({ currency }).where(whereUnpriced).run()
}
