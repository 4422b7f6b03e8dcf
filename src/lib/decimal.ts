/** How many digits a currency has behind the point. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Minor units as a plain number with a dot, to the last digit whatever its size. */
export function decimal(minor: number, digits: number): string {
  const all = String(Math.abs(minor)).padStart(digits + 1, '0')
  const point = all.length - digits
  return `${minor < 0 ? '-' : ''}${all.slice(0, point)}${digits > 0 ? `.${all.slice(point)}` : ''}`
}
