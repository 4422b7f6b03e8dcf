import { partsBy } from '../../db/prepared.ts'
import { users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Language } from '../lib/language/languages.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { offeredLanguage } from '../platform/mail/reader-language.ts'
import { changeUser } from './change-user.ts'

/**
 * Returns the language of this code, which a viewer's account keeps (rule: languages). Throws
 * VALIDATION for one that the site does not offer.
 */
export function chooseLanguage(ctx: Ctx, viewer: Viewer | null, code: string): Language {
  const language = ctx.config.site.languages.find((each) => each === code)
  if (language === undefined) throw invalid('language', say('This site has no pages in that language.'))
  if (viewer) changeUser(ctx, viewer.userId, { language })
  return language
}

const ofId = partsBy(users, ['language'], 'id')

/** Returns the language in which the holder of an account is written to (rule: languages). */
export function languageOfAccount(ctx: Ctx, userId: string): Language {
  return offeredLanguage(ctx, () => ofId(ctx.db).get({ id: userId })?.language ?? null)
}
