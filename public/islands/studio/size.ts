const oneDigitBelow = 9_950_000
const kilobytesBelow = 950_000

/** A number of bytes as people say it. */
export function sizeOf(bytes: number): string {
  if (bytes < kilobytesBelow) return `${Math.ceil(bytes / 1_000)} KB`
  return `${(bytes / 1_000_000).toFixed(bytes < oneDigitBelow ? 1 : 0)} MB`
}
