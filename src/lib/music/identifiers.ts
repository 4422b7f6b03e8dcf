/** Digits weighted from the left, summed. */
const weighted = (digits: string, weightOf: (index: number) => number): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * weightOf(index), 0)

/** Whether a text is a UPC-A or EAN-13 with its check digit (GS1 General Specifications). */
export function isUpc(text: string): boolean {
  if (!/^\d{12,13}$/.test(text)) return false
  // As an EAN-13 a UPC-A begins with a zero, so that its weights are the same from the right.
  const sum = weighted(text.padStart(13, '0'), (index) => (index % 2 === 0 ? 1 : 3))
  return sum % 10 === 0
}

/** Returns whether a text is an ISRC without hyphens (ISO 3901): it has no check digit. */
export const isIsrc = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(text)

/** Whether a text is an ISWC, T-034.524.680-1 or T0345246801, with its check digit (ISO 15707). */
export function isIswc(text: string): boolean {
  const digits = /^T-?(\d{3})\.?(\d{3})\.?(\d{3})-?(\d)$/.exec(text)?.slice(1).join('')
  if (digits === undefined) return false
  const sum = 1 + weighted(digits.slice(0, 9), (index) => index + 1)
  return (10 - (sum % 10)) % 10 === Number(digits[9])
}

/** Whether a text is an ISNI, spaced or not, with its check character (ISO 27729). */
export function isIsni(text: string): boolean {
  if (!/^(?:\d{4} ?){3}\d{3}[\dX]$/.test(text)) return false
  const compact = text.replaceAll(' ', '')
  // ISO 7064, MOD 11-2.
  const remainder = [...compact.slice(0, 15)].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0)
  const check = (12 - remainder) % 11
  return compact.slice(15) === (check === 10 ? 'X' : String(check))
}

/** Returns whether a text is a MusicBrainz identifier: a UUID in lower case. */
export const isMbid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

/** Returns an ISWC as it is stored: T0345246801. */
export const compactIswc = (text: string): string => text.replace(/[-.]/g, '')

/** Returns an ISNI as it is stored: 16 characters. */
export const compactIsni = (text: string): string => text.replaceAll(' ', '')
