import { type Static, t } from 'elysia'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

const country = t.String({ maxLength: 2, description: 'ISO 3166-1, such as DE' })
const percent = t.String({ maxLength: 10, description: 'such as "19" or "25.5"' })
const day = t.String({ maxLength: 10, description: 'a date like 2027-01-01, in UTC' })

export const Vat = t.Object({
  since: Nullable(t.String({ description: 'since when prices have included VAT; null where they do not now' })),
  from: Nullable(t.String({ description: 'the day from which they will; null where none is set' })),
  homeCountry: Nullable(country),
  withTips: t.Boolean({ description: 'whether tips are taxed as well' }),
  isHomeRate: t.Boolean({ description: 'whether buyers in the whole European Union pay the rate of that country' }),
  rates: t.Array(
    t.Object({
      country,
      name: t.String(),
      percent: Nullable(t.String({ description: 'null before its first day' })),
      next: Nullable(
        t.Object({ percent, from: day }, { description: 'another rate from a day to come; null where none is set' }),
      ),
    }),
  ),
  standard: t.Object(
    { asOf: day, source: t.String(), rates: t.Array(t.Object({ country, percent })) },
    { description: 'the standard rates of the European Union on a day, to start from' },
  ),
})

export const VatTerms = t.Object(
  {
    isOn: t.Boolean({ description: 'false ends it at once' }),
    from: t.Optional(
      t.String({ ...day, description: 'the first day on which prices include VAT; at once without it' }),
    ),
    homeCountry: country,
    withTips: t.Boolean(),
    isHomeRate: t.Optional(t.Boolean({ description: 'false without it' })),
  },
  closed,
)

export const RateChanges = t.Object(
  {
    rates: t.Array(t.Object({ country, percent: Nullable(percent), from: t.Optional(day) }, closed), {
      minItems: 1,
      maxItems: 250,
      description: 'percent null: no rate from then on',
    }),
  },
  closed,
)

export const QuarterQuery = t.Object({ quarter: t.String({ maxLength: 10, description: 'such as 2026-Q4' }) }, closed)

export type Vat = Static<typeof Vat>
export type VatTerms = Static<typeof VatTerms>
export type RateChanges = Static<typeof RateChanges>
