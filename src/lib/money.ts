type Format = { digits: number; write: (amount: number) => string }

// Made once for a currency: a format costs as much as several rows of the database.
const formats = new Map<string, Format>()

function formatOf(currency: string): Format {
  const known = formats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const made = { digits: format.resolvedOptions().maximumFractionDigits ?? 2, write: format.format }
  formats.set(currency, made)
  return made
}

/** An amount as it is written on papers: the currency by its code, so that no dollar is taken for another. */
export function writeMoney({ amount, currency }: { amount: number; currency: string }): string {
  const { digits, write } = formatOf(currency)
  return write(amount / 10 ** digits).replaceAll('\u00a0', ' ')
}
