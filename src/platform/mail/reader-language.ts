import type { Ctx } from '../../context.ts'
import { type Language, ownLanguage } from '../../lib/language/languages.ts'
import { accountsOf } from '../http/session/accounts.ts'

/**
 * The reader of an email. `name`: of somebody without an account, who is greeted as a stranger
 * when left out. `language`: that of the page where they left the address.
 */
export type MailReader = { address: string; name?: string; language?: Language | null }

/**
 * Returns the language in which a person is written to, of those that the site offers: the one that
 * they chose, else that of the page where they left the address, else the site's first
 * (rule: languages).
 */
export function readerLanguage(ctx: Ctx, { address, language = null }: Omit<MailReader, 'name'>): Language {
  return offeredLanguage(ctx, () => accountsOf(ctx).readerOf(ctx, address)?.language ?? language)
}

/** Returns the language that somebody chose where the site offers it, else the site's first. */
export function offeredLanguage({ config }: Ctx, chosen: () => Language | null): Language {
  const { languages } = config.site
  const [first = ownLanguage] = languages
  // Nothing is read on a site with one language.
  if (languages.length < 2) return first
  const language = chosen()
  return language !== null && languages.includes(language) ? language : first
}
