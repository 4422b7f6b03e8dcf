import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { vatRates } from '../../../db/schema/money/vat.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { dateOf, dayAt } from '../../lib/calendar.ts'
import { countryName, isCountry } from '../../lib/country.ts'
import { percentText, readPercent } from '../../lib/vat.ts'
import { firstMoment } from './first-moment.ts'
import type { RateChanges, Vat } from './model.ts'

const { country, fromAt, basisPoints } = vatRates
const { placeholder } = sql

const rateAt = prepared((db) =>
  db
    .select({ basisPoints })
    .from(vatRates)
    .where(and(eq(country, placeholder('country')), lte(fromAt, placeholder('at'))))
    .orderBy(desc(fromAt))
    .limit(1),
)

/**
 * Returns the rate of a country at a moment, in hundredths of a percent; null where it has none.
 */
export const rateOf = ({ db }: Ctx, country: string, at: number): number | null =>
  rateAt(db).get({ country, at })?.basisPoints ?? null

/** Returns the rates of all countries that have one now or will have one, by name. */
export function listRates({ db, now }: Ctx): Vat['rates'] {
  const rates = new Map<string, Vat['rates'][number]>()
  for (const row of db.select().from(vatRates).orderBy(asc(country), asc(fromAt)).all()) {
    const known = rates.get(row.country) ?? {
      country: row.country,
      name: countryName(row.country),
      percent: null,
      next: null,
    }
    const percent = row.basisPoints === null ? null : percentText(row.basisPoints)
    if (row.fromAt <= now()) rates.set(row.country, { ...known, percent })
    else if (percent !== null) rates.set(row.country, { ...known, next: { percent, from: dateOf(dayAt(row.fromAt)) } })
  }
  return [...rates.values()]
    .filter(({ percent, next }) => percent !== null || next !== null)
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * Sets rates of countries, all or none, at once or from a day on, which replaces what was set for a
 * later day. Payments made before keep theirs. Throws VALIDATION.
 */
export function changeRates(ctx: Ctx, { rates: asked }: RateChanges): void {
  const changes = asked.map((each, index) => readChange(ctx, each, `rates.${index}`))
  const countries = new Set(changes.map((each) => each.country))
  if (countries.size < changes.length) throw invalid('rates', 'Each country can be set once at a time.')
  const changedAt = ctx.now()
  inTransaction(ctx.db, () => {
    for (const change of changes) {
      const isToCome = and(eq(country, change.country), gt(fromAt, changedAt))
      ctx.db.delete(vatRates).where(isToCome).run()
      ctx.db
        .insert(vatRates)
        .values({ ...change, changedAt })
        .onConflictDoUpdate({ target: [country, fromAt], set: { basisPoints: change.basisPoints, changedAt } })
        .run()
    }
  })
  ctx.log.info('rates of VAT changed', { countries: [...countries].join(' ') })
}

function readChange(ctx: Ctx, { country, percent, from }: RateChanges['rates'][number], field: string) {
  if (!isCountry(country)) {
    const hint = 'It has two letters (ISO 3166), such as DE; Greece is GR, the United Kingdom GB.'
    throw invalid(`${field}.country`, `"${country}" is not the code of a country.`, hint)
  }
  const basisPoints = percent === null ? null : readPercent(percent)
  if (percent !== null && basisPoints === null) {
    throw invalid(`${field}.percent`, `"${percent}" is not a rate: from 0 to 50, with two decimals at most.`)
  }
  return { country, basisPoints, fromAt: firstMoment(ctx.now(), `${field}.from`, from) }
}
