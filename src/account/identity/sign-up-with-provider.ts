import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { pendingIdentities } from '../../../db/schema/account/identity.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { readDisplayName } from '../clean-text.ts'
import { invitationById, spendInvitation } from '../invitation/use-invitation.ts'
import { type Client, startSession } from '../session/session.ts'
import { insertAccount, refuseClosed, type SignedIn } from '../sign-in/sign-up.ts'
import { insertIdentity, userOfIdentity } from './identity.ts'
import type { Join } from './model.ts'
import { pendingOf } from './pending.ts'

/**
 * Creates the account of the person a provider vouched for in this browser, under the handle they
 * chose, with its address confirmed. Throws FORBIDDEN when registration is not open, BAD_STATE for
 * a taken handle or address and when the provider's answer is too old, VALIDATION by field.
 */
export function signUpWithProvider(
  ctx: Ctx,
  browserHash: string | null,
  body: Join,
  client: Client,
): SignedIn & { next: string } {
  const displayName = readDisplayName(body.displayName)
  const joined = inTransaction(ctx.db, () => {
    if (ctx.config.registration === 'closed') refuseClosed(ctx)
    const pending = pendingOf(ctx, browserHash)
    if (!pending || userOfIdentity(ctx, pending) !== undefined) {
      const hint = say('Go back to the sign-in page and start again.')
      throw new AppError('BAD_STATE', say('That took too long, or is done already.'), { hint })
    }
    const { provider, subject, email, next, invitationId } = pending
    const invitation = ctx.config.registration === 'invite' && invitationById(ctx, invitationId)
    if (!invitation) refuseClosed(ctx)
    const { handle } = body
    const draft = { email, handle, displayName, passwordHash: null, emailVerifiedAt: ctx.now() }
    const account = insertAccount(ctx, draft)
    if (invitation) spendInvitation(ctx, invitation, account.user)
    insertIdentity(ctx, account.user.id, { provider, subject, email })
    ctx.db.delete(pendingIdentities).where(eq(pendingIdentities.browserHash, pending.browserHash)).run()
    return { account, provider, next, token: startSession(ctx, account.user.id, client) }
  })
  const { address, userAgent } = client
  const { account, provider, next, token } = joined
  noteSecurity(ctx, 'signed_up', { userId: account.user.id, address, userAgent }, { by: provider })
  return { account, token, next }
}
