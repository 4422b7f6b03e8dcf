import { languageOf, ownLanguage } from './languages.ts'

/** Takes the place of say.ts in the browser: the build has put the message in one language. */
export const say = (said: string | ((values: unknown) => string), values?: unknown): string =>
  typeof said === 'string' ? said : said(values)

/** The language of the page. */
export const currentLanguage = () => languageOf(document.documentElement.lang) ?? ownLanguage
