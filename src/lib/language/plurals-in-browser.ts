import { once } from '../turn/once.ts'
import { intlLanguage } from './languages.ts'
import { currentLanguage } from './say-in-browser.ts'

const language = () => intlLanguage(currentLanguage())
const numbers = once(() => new Intl.NumberFormat(language()))
const rules = once(() => new Intl.PluralRules(language()))

/** Takes the place of @messageformat/runtime in the browser, which knows plurals by itself. */
export const number = (_: string, value: number, offset: number): string => numbers().format(value - offset)

/** Returns the form of a plural for this value: that of the very number, or of its category. */
export const plural = (value: number, offset: number, _: unknown, forms: Readonly<Record<string, string>>): string =>
  forms[value] ?? forms[rules().select(value - offset)] ?? forms.other ?? ''

// The names that compiled messages take their category from, which `plural` does not ask.
export const [en, de, es, fr, ja]: readonly unknown[] = []
