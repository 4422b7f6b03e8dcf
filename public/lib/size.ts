const oneDigitBelow = 9_950_000
const kilobytesBelow = 950_000

/** Returns a number of bytes in readable units. */
export function sizeOf(bytes: number): string {
  if (bytes < kilobytesBelow) return `${Math.ceil(bytes / 1_000)} KB`
  return `${(bytes / 1_000_000).toFixed(bytes < oneDigitBelow ? 1 : 0)} MB`
}
