import { say } from '../../src/lib/language/say.ts'

export const groupDigits = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ')

export function strokeDate(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  const padded = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded
}

export type Card = { number: string; expMonth: number; expYear: number; cvc: string }

/** Reads a card; for an impossible one it returns the field at fault. */
export function readCard(text: {
  number: string
  expiry: string
  cvc: string
}): Card | { field: string; text: string } {
  const number = text.number.replace(/\D/g, '')
  if (number.length < 12) return { field: 'number', text: say('A card number has 12 to 19 digits.') }
  const [, month = '', year = ''] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(text.expiry.trim()) ?? []
  if (Number(month) < 1 || Number(month) > 12)
    return { field: 'expiry', text: say('Enter month and year, like 12 / 34.') }
  if (!/^\d{3,4}$/.test(text.cvc.trim())) return { field: 'cvc', text: say('Enter three or four digits.') }
  return { number, expMonth: Number(month), expYear: 2000 + Number(year), cvc: text.cvc.trim() }
}
