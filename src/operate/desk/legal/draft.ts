import type { Ctx } from '../../../context.ts'
import { inLanguages } from '../../../lib/language/in-languages.ts'
import { inLanguage } from '../../../lib/language/say.ts'
import { contactText } from './contact.ts'
import { dropRules } from './drop-rules.ts'
import { factsOf, type LegalFacts } from './facts.ts'
import { imprint } from './imprint.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

/** Whether a text still has [[…]], places for the owner's words: it is not published then. */
export const hasBlanks = (text: string): boolean => text.includes('[[')

const drafts: Readonly<Record<string, (facts: LegalFacts) => string>> = {
  IMPRINT: imprint,
  PRIVACY_POLICY: privacy,
  TERMS: terms,
  CONTACT: contactText,
  DROP_RULES: dropRules,
}

/**
 * Returns a draft of a text about the site, by the country of its seller and filled from how the
 * site is set up, in each of its languages; null for a setting that is no such text. It says only
 * what this program does, and marks what the owner alone knows (rule: legal-drafts).
 */
export function draftOf(ctx: Ctx, name: string): string | null {
  const write = drafts[name]
  if (!write) return null
  const { languages } = ctx.config.site
  const texts = languages.map((language) => [language, inLanguage(language, () => write(factsOf(ctx)))] as const)
  return inLanguages(texts)
}
