import { Type as t } from '@sinclair/typebox'
import { and, eq, notExists, sql } from 'drizzle-orm'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { orders } from '../../../../db/schema/order/order.ts'
import { emojis } from '../../../../db/schema/shop/emoji.ts'
import { changeCassets } from '../../../casset/casset.ts'
import type { Ctx } from '../../../context.ts'
import { isCountedAlike, isCurrency } from '../../../lib/money/usable-currency.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { askDefaultCurrency, saveCurrency } from '../../../platform/payment/platform-currency.ts'

/** Reads the currency of the account at each start, where the configuration names none. */
export const learnCurrencyJob = defineJob('learn-currency', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 20,
  isEnabled: ({ config, processor }) =>
    config.currency === undefined && processor !== undefined && processor.mode !== 'test',
  atStart: (ctx) => ctx.jobs.add(learnCurrencyJob, {}, { key: 'account' }),
  run: learnCurrency,
})

/** The currency then applies to cassets and emoji with no price yet that were never ordered. */
async function learnCurrency(ctx: Ctx): Promise<void> {
  const { processor } = ctx
  const currency = processor && (await askDefaultCurrency(ctx, processor))
  if (!processor || currency === undefined) return
  if (!isCurrency(currency) || !isCountedAlike(currency)) {
    ctx.log.warn('prices cannot be in the currency of the account', { currency })
    return
  }
  await ctx.jointly(() => {
    saveCurrency(ctx, processor, currency)
    takeUp(ctx, currency)
  })
}

function takeUp(ctx: Ctx, currency: string): void {
  const { db } = ctx
  const ordered = db.select({ one: sql`1` }).from(orders).where(eq(orders.cassetId, cassets.id))
  const priced = db.select({ one: sql`1` }).from(emojis).where(eq(emojis.cassetId, cassets.id))
  changeCassets(ctx, and(eq(cassets.priceMinor, 0), notExists(ordered), notExists(priced)), { currency })
}
