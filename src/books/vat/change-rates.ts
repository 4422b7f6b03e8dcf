import { and, eq, gt } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { vatRates } from '../../../db/schema/books/vat.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { readPercent } from '../../lib/money/vat.ts'
import { countryName, isCountry } from '../../lib/payment/country.ts'
import { firstMoment } from './first-moment.ts'
import type { RateChanges } from './model.ts'
import { rateOf } from './rates.ts'
import { termsAt, termsToCome } from './terms.ts'

const { country, fromAt } = vatRates

/**
 * Sets rates of countries, all or none, at once or from a day on, which replaces what was set for a
 * later day. Payments made before keep theirs. Throws VALIDATION, also for changes that would leave
 * the seller's country without a rate while prices include VAT.
 */
export function changeRates(ctx: Ctx, { rates: asked }: RateChanges): void {
  const changes = asked.map((each, index) => readChange(ctx, each, `rates.${index}`))
  const countries = new Set(changes.map((each) => each.country))
  if (countries.size < changes.length) throw invalid('rates', say('Each country can be set once at a time.'))
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
    for (const [index, change] of changes.entries()) refuseHomeWithout(ctx, change, `rates.${index}.percent`)
  })
  ctx.log.info('rates of VAT changed', { countries: [...countries].join(' ') })
}

function readChange(ctx: Ctx, { country, percent, from }: RateChanges['rates'][number], field: string) {
  if (!isCountry(country)) {
    const hint = say('It has two letters (ISO 3166), such as DE; Greece is GR, the United Kingdom GB.')
    throw invalid(`${field}.country`, say('"{country}" is not the code of a country.', { country }), hint)
  }
  const basisPoints = percent === null ? null : readPercent(percent)
  if (percent !== null && basisPoints === null) {
    throw invalid(
      `${field}.percent`,
      say('"{percent}" is not a rate: from 0 to 50, with two decimals at most.', { percent }),
    )
  }
  return { country, basisPoints, fromAt: firstMoment(ctx.now(), `${field}.from`, from) }
}

type Change = ReturnType<typeof readChange>

/** Throws VALIDATION where a stored change leaves the seller's country without its rate. */
function refuseHomeWithout(ctx: Ctx, { country, fromAt }: Change, field: string): void {
  const now = ctx.now()
  for (const terms of [termsAt(ctx, now), termsToCome(ctx, now)]) {
    if (!terms?.isOn || terms.homeCountry !== country) continue
    const since = Math.max(terms.fromAt, now)
    if (rateOf(ctx, country, since) !== null && rateOf(ctx, country, Math.max(fromAt, since)) !== null) continue
    const hint = say(
      'Its rate also holds for buyers whose country is not known. Switch VAT off first, or choose another.',
    )
    throw invalid(
      field,
      say('{countryName} is your country: it needs a rate while prices include VAT.', {
        countryName: countryName(country),
      }),
      hint,
    )
  }
}
