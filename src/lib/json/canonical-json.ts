import canonicalize from 'canonicalize'

/** JSON that has one canonical form in every language: numbers are whole and exact. */
export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

/**
 * Returns the canonical JSON of a value (RFC 8785, the JSON Canonicalization Scheme). Throws
 * RangeError for a number that is not whole or beyond 2^53, which other languages would read as
 * another one, and for text that is no Unicode.
 */
export function canonicalJson(value: Canonical): string {
  refuseInexact(value)
  const text = canonicalize(value)
  if (text === undefined) throw new RangeError('There is nothing to write as canonical JSON.')
  return text
}

function refuseInexact(value: Canonical): void {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not a whole number below 2^53.`)
  }
  if (typeof value !== 'object' || value === null) return
  for (const each of Object.values(value)) refuseInexact(each)
}
