import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { accountWords, type Known } from '../lib/account-words.ts'
import { weaknessHint, weaknessOf, weaknessText } from '../lib/password-rule.ts'

/** Refuses a new password that is too easy to guess for this account. Throws VALIDATION of `password`. */
export async function refuseWeakPassword(ctx: Ctx, password: string, account: Omit<Known, 'host'>): Promise<void> {
  // Only who sets a password waits for the list, and takes its memory.
  const { isCommonPassword: isCommon } = await import('../lib/frequent-passwords.ts')
  const words = accountWords({ ...account, host: new URL(ctx.site.origin).hostname })
  const weakness = weaknessOf(password, { isCommon, words })
  if (weakness) throw invalid('password', weaknessText, weaknessHint(weakness))
}
