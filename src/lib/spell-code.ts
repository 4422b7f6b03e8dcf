import { sha256Hex } from './hmac.ts'

// Crockford's base 32: no emails that look like digits, and no U, so that fewer words appear by
// accident.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16
const perGroup = 4
const whole = new RegExp(`^[${alphabet}]{${length}}$`)

/**
 * Returns a new code of 80 random bits. That is enough for a plain SHA-256: nobody can guess a code
 * from its hash, so a leaked database holds no usable codes.
 */
export const newCode = (random: (bytes: number) => Uint8Array): string =>
  Array.from(random(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')

/** Returns a code in groups, as it is printed. */
export const groupedCode = (code: string): string => code.replace(new RegExp(`.{${perGroup}}(?=.)`, 'g'), '$&-')

/**
 * Parses a typed code: any case, with or without dashes, O for 0, I or L for 1. Returns null when
 * it cannot be a code.
 */
export function readCode(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}._]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return whole.test(plain) ? plain : null
}

/** Returns the hash of a code that the database keeps. */
export const hashOfCode = (code: string): string => sha256Hex(`code ${code}`)
