import { sha256Hex } from '../lib/hmac.ts'

// Crockford's: no letter that looks like a digit, and no U, so that fewer words come up.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16
const perGroup = 4
const whole = new RegExp(`^[${alphabet}]{${length}}$`)

/**
 * A new code of 80 bits, so many that its plain SHA-256 is enough: nobody finds a code from its hash, and who has read
 * the database can redeem nothing.
 */
export const newCode = (random: (bytes: number) => Uint8Array): string =>
  Array.from(random(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')

/** A code in groups, as it is printed. */
export const grouped = (code: string): string => code.replace(new RegExp(`.{${perGroup}}(?=.)`, 'g'), '$&-')

/** A code as somebody typed it: any case, with or without dashes, O for 0, I or L for 1. Null when it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}._]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return whole.test(plain) ? plain : null
}

/** What is kept of a code. */
export const hashOfCode = (code: string): string => sha256Hex(`code ${code}`)
