import { sha256Hex } from '../hash/hmac.ts'

// Crockford's base 32: no letters that look like digits, and no U, so that fewer words appear by
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

export const groupedCode = (code: string): string => code.replace(new RegExp(`.{${perGroup}}(?=.)`, 'g'), '$&-')

const plainOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}._]/gu, '')

// Shorter ones could be guessed where there are many.
const elsewhere = /^[A-Z0-9]{8,64}$/

/**
 * Parses a code that another service gave out, such as Bandcamp's "abcd-1234": any case, with or
 * without dashes. Returns null when it is too short to be safe, or no code.
 */
export function readCodeOfElsewhere(typed: string): string | null {
  const plain = plainOf(typed)
  return elsewhere.test(plain) ? `elsewhere ${plain}` : null
}

/** Any case, with or without dashes, O for 0, I or L for 1; null when it cannot be a code. */
export function readCode(typed: string): string | null {
  const plain = plainOf(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
  return whole.test(plain) ? plain : null
}

export const hashOfCode = (code: string): string => sha256Hex(`code ${code}`)

/** Returns the hashes under which a typed code may be kept: as one of ours, or of elsewhere. */
export const hashesOfCode = (typed: string): string[] =>
  [readCode(typed), readCodeOfElsewhere(typed)].flatMap((code) => (code === null ? [] : hashOfCode(code)))
