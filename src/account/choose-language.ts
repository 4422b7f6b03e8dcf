import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Language } from '../lib/language/languages.ts'
import type { Viewer } from '../platform/http/session.ts'

/**
 * Returns the language of this code, which a viewer's account keeps (rule: languages). Throws
 * VALIDATION for one that the site does not offer.
 */
export function chooseLanguage(ctx: Ctx, viewer: Viewer | null, code: string): Language {
  const language = ctx.config.site.languages.find((each) => each === code)
  if (language === undefined) throw invalid('language', 'This site has no pages in that language.')
  if (viewer) ctx.db.update(users).set({ language }).where(eq(users.id, viewer.userId)).run()
  return language
}
