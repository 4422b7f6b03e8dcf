import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { blockedDomainOf, blockedWordIn } from '../lib/account/block-list.ts'
import { say } from '../lib/language/say.ts'

/** Throws VALIDATION for a text with a word that the site does not want (rule: block-lists). */
export function refuseBlockedWords({ config }: Pick<Ctx, 'config'>, field: string, text: string): void {
  const word = blockedWordIn(text, config.blockLists.words)
  if (word === undefined) return
  throw invalid(field, say('This site does not allow the word “{word}”.', { word }), say('Say it in other words.'))
}

/** Throws VALIDATION for an email address at or below a domain of the site's list. */
export function refuseBlockedDomain({ config }: Pick<Ctx, 'config'>, field: string, email: string): void {
  const domain = blockedDomainOf(email, config.blockLists.domains)
  if (domain === undefined) return
  const hint = say('Use an address of another provider.')
  throw invalid(field, say('This site does not accept email addresses at {domain}.', { domain }), hint)
}
