import { invalidRequest } from '../api-error.ts'

const minimumAmounts: Readonly<Record<string, number>> = {
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
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/**
 * Returns the currency in lower case. Throws amount_too_small, amount_too_large or invalid_request_error for an unknown
 * currency.
 */
export function checkAmount(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  if (!currencies.has(code)) {
    throw invalidRequest(`Invalid currency: ${currency}`, {
      param: 'currency',
    })
  }
  const minimum = minimumAmounts[code] ?? 50
  if (amount < minimum) {
    throw invalidRequest(`Amount must be at least ${minimum} ${code} in its smallest unit.`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > maximumAmount) {
    throw invalidRequest(`Amount must be no more than ${maximumAmount} ${code} in its smallest unit.`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return code
}
