import { and, asc, between, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { vatMonths } from '../../../db/schema/books/vat.ts'
import type { Ctx } from '../../context.ts'
import { decimalText, digitsOf } from '../../lib/money/money.ts'
import { percentText } from '../../lib/money/vat.ts'
import { countryName } from '../../lib/payment/country.ts'
import { toCsv } from '../../lib/text/csv.ts'
import { isInUnion } from './default-rates.ts'
import { endOf, monthsOf, type Quarter, quarterOf, quarterText } from './quarter.ts'
import { termsAt } from './terms.ts'

/**
 * Where sales are declared: in the OSS return, in that of the seller's own country, or in neither,
 * as the buyers are outside of the European Union.
 */
export type Scope = 'oss' | 'home' | 'outside'

/** The sales to a country at a rate in a currency, less what went back of them. */
export type SummaryLine = {
  country: string
  name: string
  scope: Scope
  percent: string
  currency: string
  grossMinor: number
  vatMinor: number
}

/** `quarter`: that of the sales of which money went back. */
export type Correction = SummaryLine & { quarter: string }

/** The VAT of a quarter: of its own sales, and corrections of earlier ones. */
export type Summary = {
  quarter: Quarter
  isOver: boolean
  homeCountry: string | null
  supplies: readonly SummaryLine[]
  corrections: readonly Correction[]
}

const rowsOf = prepared((db) => {
  const { mode, month, saleMonth, country, basisPoints, currency, grossMinor, vatMinor } = vatMonths
  return db
    .select({
      saleMonth,
      country,
      basisPoints,
      currency,
      grossMinor: sql<number>`sum(${grossMinor})`,
      vatMinor: sql<number>`sum(${vatMinor})`,
    })
    .from(vatMonths)
    .where(and(eq(mode, sql.placeholder('mode')), between(month, sql.placeholder('first'), sql.placeholder('last'))))
    .groupBy(saleMonth, country, basisPoints, currency)
    .orderBy(asc(saleMonth), asc(country), asc(basisPoints), asc(currency))
})

/**
 * Returns the VAT of a quarter in the present mode, as an OSS return wants it: by country and rate,
 * and apart what went back of sales of earlier quarters (rule: vat-summary). Nothing is converted.
 */
export function readSummary(ctx: Ctx, quarter: Quarter): Summary {
  const rows = rowsOf(ctx.db).all({ mode: ctx.config.paymentMode, ...monthsOf(quarter) })
  const homeCountry = termsAt(ctx, Math.min(ctx.now(), endOf(quarter) - 1))?.homeCountry ?? null
  const lines = new Map<string, Correction>()
  for (const { saleMonth, country, basisPoints, currency, grossMinor, vatMinor } of rows) {
    const ofSales = quarterText(quarterOf(saleMonth))
    const key = [ofSales, country, basisPoints, currency].join(' ')
    const known = lines.get(key)
    if (known) {
      known.grossMinor += grossMinor
      known.vatMinor += vatMinor
      continue
    }
    const scope = country === homeCountry ? 'home' : isInUnion(country) ? 'oss' : 'outside'
    const percent = percentText(basisPoints)
    const what = { country, name: countryName(country), scope, percent, currency } as const
    lines.set(key, { quarter: ofSales, ...what, grossMinor, vatMinor })
  }
  const isAny = ({ grossMinor, vatMinor }: SummaryLine) => grossMinor !== 0 || vatMinor !== 0
  const all = [...lines.values()].filter(isAny)
  const here = quarterText(quarter)
  return {
    quarter,
    isOver: ctx.now() >= endOf(quarter),
    homeCountry,
    supplies: all.filter((line) => line.quarter === here),
    corrections: all.filter((line) => line.quarter !== here),
  }
}

const headings = ['kind', 'quarter', 'declared', 'country', 'rate', 'currency', 'gross', 'net', 'vat']
const minorHeadings = ['gross_minor', 'net_minor', 'vat_minor']

/** Returns a summary as a CSV file: a line for each country, rate and currency. */
export function summaryCsv({ quarter, supplies, corrections }: Summary): string {
  const own = quarterText(quarter)
  const lines = [
    ...supplies.map((line) => ({ kind: 'SALES', quarter: own, ...line })),
    ...corrections.map((line) => ({ kind: 'CORRECTION', ...line })),
  ]
  return toCsv([
    [...headings, ...minorHeadings],
    ...lines.map(({ kind, quarter: of, scope, country, percent, currency, grossMinor, vatMinor }) => {
      const sums = [grossMinor, grossMinor - vatMinor, vatMinor]
      const written = sums.map((minor) => decimalText(minor, digitsOf(currency)))
      return [kind, of, scope, country, percent, currency.toUpperCase(), ...written, ...sums.map(String)]
    }),
  ])
}
