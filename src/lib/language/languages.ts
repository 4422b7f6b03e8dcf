export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
} as const

/**
 * A language of the program. `ar-XB` is English written from right to left, to see that pages can
 * be read that way.
 */
export type Language = keyof typeof languageNames | typeof rightToLeft

export const ownLanguage = 'en'

/** English from right to left, after the pseudo-locale of CLDR. */
export const rightToLeft = 'ar-XB'

/** The languages that people speak, the program's own first: a new site offers all of them. */
export const spokenLanguages: readonly (keyof typeof languageNames)[] = ['en', 'de', 'es', 'fr', 'ja']

export const languages: readonly Language[] = [...spokenLanguages, rightToLeft]

/** Returns languages as the setting of a site names them. */
export const listOfLanguages = (listed: readonly Language[]): string => listed.join(', ')

/** Returns the language of this code, in whatever case; undefined for any other text. */
export const languageOf = (code: string): Language | undefined =>
  languages.find((each) => each.toLowerCase() === code.trim().toLowerCase())

/** Returns the direction in which a language is written, for HTML's `dir`. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === rightToLeft ? 'rtl' : 'ltr')

export const attributesOf = (language: Language): string =>
  directionOf(language) === 'rtl' ? `lang="${language}" dir="rtl"` : `lang="${language}"`

export const nameOfLanguage = (language: Language): string =>
  language === rightToLeft ? 'English from right to left' : languageNames[language]

/** Returns the language whose numbers, dates and plurals these texts have, for Intl. */
export const intlLanguage = (language: Language): string => (language === rightToLeft ? ownLanguage : language)
