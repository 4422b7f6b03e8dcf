/**
 * The forms of VAT numbers of the member states of the European Union (VIES), and of Northern
 * Ireland (XI). Greece writes EL.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

export const vatNumberCountries = Object.keys(forms)

const otherCountries: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

/**
 * Returns the country of a VAT number of the Union or Northern Ireland (ISO 3166-1); undefined of
 * any other number.
 */
export function vatNumberCountry(vatNumber: string): string | undefined {
  const letters = vatNumber.slice(0, 2)
  return Object.hasOwn(forms, letters) ? (otherCountries[letters] ?? letters) : undefined
}

/**
 * Returns a VAT number as it is written on papers: in capitals, without gaps; that of a country
 * outside of the Union as it is. Undefined where it has not the form of the country that it names.
 */
export function readVatNumber(typed: string): string | undefined {
  const plain = typed
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/^GR/, 'EL')
  const form = forms[plain.slice(0, 2)]
  if (form) return form.test(plain.slice(2)) ? plain : undefined
  return /^[A-Z]{2}[A-Z0-9]{2,18}$/.test(plain) ? plain : undefined
}
