/** The lowest price an artist may set besides free (rule 4.6), in minor units. */
export const minMinor = 50

/** The highest price. */
export const maxMinor = 1_000_000

/** How many digits a currency has behind the point. */
export const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** How a currency is marked. */
export const symbolOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase()

/** Minor units as they are written in a price field. */
export const spellPrice = (minor: number, digits: number) => (minor / 10 ** digits).toFixed(minor === 0 ? 0 : digits)

/** What was written as minor units; null for what is no amount. */
export function readMinor(text: string, digits: number): number | null {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,9}(\.\d+)?$/.test(plain)) return null
  const [, fraction = ''] = plain.split('.')
  return fraction.length > digits ? null : Math.round(Number(plain) * 10 ** digits)
}

/** What was written as minor units; null for what is no price or not one that may be set. */
export function minorOf(text: string, digits: number): number | null {
  const minor = readMinor(text, digits)
  return minor === 0 || (minor !== null && minor >= minMinor && minor <= maxMinor) ? minor : null
}
