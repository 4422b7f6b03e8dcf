import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { vatRates } from '../../../db/schema/books/vat.ts'
import type { Ctx } from '../../context.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { percentText } from '../../lib/money/vat.ts'
import { countryName } from '../../lib/payment/country.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import type { Vat } from './model.ts'

const order = inEachLanguage((locale) => new Intl.Collator(locale))

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

/** In hundredths of a percent; null where the country has none. */
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
    .toSorted((one, other) => order().compare(one.name, other.name))
}
