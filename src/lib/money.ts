/** An amount as it is written on papers: the currency by its code, so that no dollar is taken for another. */
export function writeMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits).replaceAll('\u00a0', ' ')
}
