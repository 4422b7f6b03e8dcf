import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { type AccountFacts, accountWords } from '../../lib/account/account-words.ts'
import { weaknessHint, weaknessOf, weaknessText } from '../../lib/account/password-rule.ts'

/** Throws VALIDATION for `password` when a new password is too easy to guess for this account. */
export async function refuseWeakPassword(
  ctx: Ctx,
  password: string,
  account: Omit<AccountFacts, 'host'>,
): Promise<void> {
  // The list is large: it is loaded only when somebody sets a password.
  const { isCommonPassword: isCommon } = await import('../../lib/account/frequent-passwords.ts')
  const words = accountWords({ ...account, host: new URL(ctx.site.origin).hostname })
  const weakness = weaknessOf(password, { isCommon, words })
  if (weakness) throw invalid('password', weaknessText(), weaknessHint(weakness))
}
