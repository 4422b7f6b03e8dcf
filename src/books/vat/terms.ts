import { asc, desc, gt, lte, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { vatTerms } from '../../../db/schema/books/vat.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { percentText } from '../../lib/money/vat.ts'
import { countryName, isCountry } from '../../lib/payment/country.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import { defaultRates, isInUnion } from './default-rates.ts'
import { firstMoment } from './first-moment.ts'
import type { Vat, VatTerms } from './model.ts'
import { listRates, rateOf } from './rates.ts'

const { fromAt } = vatTerms

const heldAt = prepared((db) =>
  db
    .select()
    .from(vatTerms)
    .where(lte(fromAt, sql.placeholder('at')))
    .orderBy(desc(fromAt))
    .limit(1),
)

/** Returns what held of VAT at a moment; undefined before anything was set. */
export const termsAt = ({ db }: Ctx, at: number): typeof vatTerms.$inferSelect | undefined => heldAt(db).get({ at })

/** Returns what will hold from a later moment on; undefined where nothing is set. */
export const termsToCome = ({ db }: Ctx, at: number): typeof vatTerms.$inferSelect | undefined =>
  db.select().from(vatTerms).where(gt(fromAt, at)).orderBy(asc(fromAt)).get()

export function readVat(ctx: Ctx): Vat {
  const now = termsAt(ctx, ctx.now())
  const toCome = termsToCome(ctx, ctx.now())
  const shown = toCome ?? now
  const { asOf, source, basisPoints } = defaultRates
  return {
    since: now?.isOn ? new Date(firstOf(ctx)).toISOString() : null,
    from: toCome ? dateOf(dayAt(toCome.fromAt)) : null,
    homeCountry: shown?.homeCountry ?? null,
    withTips: shown?.withTips ?? true,
    isHomeRate: shown?.isHomeRate ?? false,
    rates: listRates(ctx),
    standard: {
      asOf,
      source,
      rates: Object.entries(basisPoints).map(([country, rate]) => ({ country, percent: percentText(rate) })),
    },
  }
}

/** Returns since when prices have included VAT, through all changes of its terms. */
function firstOf({ db, now }: Ctx): number {
  const rows = db.select().from(vatTerms).where(lte(fromAt, now())).orderBy(desc(fromAt)).all()
  const off = rows.findIndex(({ isOn }) => !isOn)
  return rows[(off < 0 ? rows.length : off) - 1]?.fromAt ?? 0
}

/**
 * Switches VAT on, at once or from a day on, changes its terms, or switches it off at once.
 * Payments made before stay as they were. Throws VALIDATION for a country without a rate and a day
 * that is over.
 */
export function changeTerms(ctx: Ctx, { isOn, from, homeCountry, withTips, isHomeRate = false }: VatTerms): void {
  if (!isCountry(homeCountry))
    throw invalid('homeCountry', say('"{homeCountry}" is not the code of a country.', { homeCountry }))
  if (isHomeRate && !isInUnion(homeCountry))
    throw invalid('isHomeRate', say('{country} is not in the EU.', { country: countryName(homeCountry) }))
  const changedAt = ctx.now()
  const moment = isOn ? firstMoment(changedAt, 'from', from) : changedAt
  if (isOn && rateOf(ctx, homeCountry, moment) === null) {
    const hint = say('Set it first: it also holds for buyers whose country is not known.')
    throw invalid('homeCountry', say('{countryName} has no rate.', { countryName: countryName(homeCountry) }), hint)
  }
  const isRunning = termsAt(ctx, changedAt)?.isOn === true
  if (isRunning && moment > changedAt) {
    throw invalid('from', say('Prices include VAT already.'), say('To begin on a later day, switch it off first.'))
  }
  inTransaction(ctx.db, () => {
    ctx.db.delete(vatTerms).where(gt(fromAt, changedAt)).run()
    const terms = { isOn, homeCountry, withTips, isHomeRate, changedAt }
    ctx.db
      .insert(vatTerms)
      .values({ fromAt: moment, ...terms })
      .onConflictDoUpdate({ target: fromAt, set: terms })
      .run()
  })
  ctx.log.info('VAT changed', { isOn, homeCountry, withTips, isHomeRate })
}
