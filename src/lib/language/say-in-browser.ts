import { languageOf, ownLanguage } from './languages.ts'
import { withoutElements } from './message.ts'

/** Takes the place of say.ts in the browser: the build has put the message in one language. */
export const say = (
  said: string | ((values: unknown) => string),
  values?: Readonly<Record<string, unknown>>,
): string => (typeof said === 'string' ? said : said(String(said).includes('</') ? withoutElements(values) : values))

export const currentLanguage = () => languageOf(document.documentElement.lang) ?? ownLanguage
