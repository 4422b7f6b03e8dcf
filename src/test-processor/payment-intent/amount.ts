import { settlementCurrency } from '../balance/balance.ts'
import type { AccountContext } from '../context.ts'
import { type ApiError, invalidRequest } from '../request/api-error.ts'

// docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const minimumAmounts: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
}
const maximumAmount = 99_999_999
const maximumRupiah = 999_999_999_999
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

// These have no minor unit or a thousandth, but Stripe counts hundredths and thousandths whose last
// digits are 0.
const multiples: Readonly<Record<string, number>> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 }

/**
 * Returns the currency in lower case. Throws amount_too_small, amount_too_large or
 * invalid_request_error for an unknown currency.
 */
export function checkAmount(ctx: AccountContext, amount: number, currency: string): string {
  const code = currency.toLowerCase()
  if (!currencies.has(code)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' })
  const multiple = multiples[code] ?? 1
  if (amount % multiple !== 0) {
    throw invalidRequest(`Invalid amount: ${code} amounts must be divisible by ${multiple}.`, { param: 'amount' })
  }
  const minimum = minimumAmounts[code] ?? Math.ceil(50 / ctx.server.exchange.rate(code, 'usd'))
  if (amount < minimum) throw tooSmall(`Amount must be at least ${minimum} ${code} in its smallest unit.`)
  requireSettledMinimum(ctx, amount, code)
  const maximum = code === 'idr' ? maximumRupiah : maximumAmount
  if (amount > maximum) {
    throw invalidRequest(`Amount must be no more than ${maximum} ${code} in its smallest unit.`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return code
}

/** The converted amount must reach the minimum of the account's settlement currency. */
function requireSettledMinimum(ctx: AccountContext, amount: number, currency: string): void {
  const settled = settlementCurrency(ctx, currency)
  const converted = Math.round(amount * ctx.server.exchange.rate(currency, settled))
  const minimum = minimumAmounts[settled] ?? 50
  if (settled === currency || converted >= minimum) return
  throw tooSmall(
    `Amount must convert to at least ${minimum} ${settled} in its smallest unit. ` +
      `${amount} ${currency} converts to approximately ${converted} ${settled}.`,
  )
}

const tooSmall = (message: string): ApiError => invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
