import { inEachLanguage } from '../language/formats.ts'

const names = inEachLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))

// Codes that have a name and are no country of today: regions, former codes, and the mistaken one
// of the United Kingdom.
const others = new Set('EU EZ QO UN XA XB ZZ AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR'.split(' '))

/** Returns the name of a country by its code (ISO 3166-1); the code where it has none. */
export const countryName = (code: string): string => names().of(code) ?? code

/** Whether a text is the present code of a country (ISO 3166-1), in capitals. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !others.has(code) && names().of(code) !== undefined

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
const order = inEachLanguage((locale) => new Intl.Collator(locale))

/** Returns the countries of today with their names, in the order of these. */
export const namedCountries = (): { code: string; name: string }[] =>
  codes
    .filter(isCountry)
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => order().compare(one.name, other.name))
