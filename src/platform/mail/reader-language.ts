import type { Ctx } from '../../context.ts'
import { type Language, ownLanguage } from '../../lib/language/languages.ts'
import { accountsOf } from '../http/accounts.ts'

/**
 * The reader of an email. Without a name they are greeted as somebody whom nobody knows.
 * `language`: that of the page where they left the address.
 */
export type MailReader = { name: string; address: string; language?: Language | null }

/**
 * Returns the language in which a person is written to, of those that the site offers: the one that
 * they chose, else that of the page where they left the address, else the site's first
 * (rule: languages).
 */
export function readerLanguage(ctx: Ctx, { address, language = null }: Omit<MailReader, 'name'>): Language {
  const { languages } = ctx.config.site
  const [first = ownLanguage] = languages
  if (languages.length < 2) return first
  const liked = accountsOf(ctx).languageOf(ctx, address) ?? language
  return liked !== null && languages.includes(liked) ? liked : first
}
