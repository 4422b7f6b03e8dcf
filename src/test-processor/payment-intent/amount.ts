import { invalidRequest } from '../fault.ts'

const leastOf: Readonly<Record<string, number>> = {
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
const most = 99_999_999
const known = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Refuses an amount or a currency that cannot be charged. Answers the currency in lower case. */
export function checkAmount(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  if (!known.has(code)) {
    throw invalidRequest(`Invalid currency: ${currency}`, {
      param: 'currency',
    })
  }
  const least = leastOf[code] ?? 50
  if (amount < least) {
    throw invalidRequest(`Amount must be at least ${least} ${code} in its smallest unit.`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > most) {
    throw invalidRequest(`Amount must be no more than ${most} ${code} in its smallest unit.`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return code
}
