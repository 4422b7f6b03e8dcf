import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { changeUser, confirmEmail } from '../change-user.ts'
import { endAddressChanges } from '../email/former-address.ts'
import { ownerOfToken, useToken } from '../email/mailed-token.ts'
import { endIdentities } from '../identity/identity.ts'
import { removePasskeysSince, takeRecoveryCode } from '../passkey/second-factor.ts'
import { verifyProof } from '../passkey/verify-proof.ts'
import { endResetLinks } from '../password/forgot-password.ts'
import { passwordsOf } from '../password/password.ts'
import { forgetFailures } from '../password/password-attempt.ts'
import { mailPasswordChanged } from '../password/password-email.ts'
import { refuseWeakPassword } from '../password/refuse-weak-password.ts'
import { type Client, endSessions, endStreams } from '../session/session.ts'
import { beginStep, tryStep } from '../session/sign-in-step.ts'
import type { ResetPassword } from './model.ts'

const purpose = 'reset-password'

/** The account whose password was set, or the token of the step that it asks for first. */
export type Reset = { userId: string } | { secondStep: string }

/**
 * Sets a new password with an emailed token. That also confirms the address, ends all sessions and
 * clears the counted failures. An account that requires a passkey requires it here too, before
 * anything changes (rule: lost-passkeys). Throws VALIDATION for `token` and `password`,
 * UNAUTHENTICATED for a passkey or code of somebody else.
 */
export async function resetPassword(ctx: Ctx, body: ResetPassword, client: Client): Promise<Reset> {
  // An invalid token must not cost a password hash.
  const { userId, email: mailedTo } = ownerOfToken(ctx, purpose, body.token)
  const named = ctx.db.select().from(artists).where(eq(artists.userId, userId)).get()
  const user = ctx.db.select().from(users).where(eq(users.id, userId)).get()
  const { handle = '', displayName = '' } = named ?? {}
  const email = user?.email ?? ''
  await refuseWeakPassword(ctx, body.password, { email, handle, displayName })
  // If nobody had confirmed the address, a stranger's ways into the account end
  // (rule: linking-by-email), and this step is one of them.
  const isTakeover = mailedTo !== '' && user?.emailVerifiedAt === null
  const asksStep = user?.secondFactor === true && !isTakeover
  const { proof, recoveryCode } = body
  if (asksStep && proof === undefined && recoveryCode === undefined) {
    return { secondStep: beginStep(ctx, 'reset', userId).step }
  }
  if (asksStep) await provePasskey(ctx, userId, body, client)
  const passwordHash = await passwordsOf(ctx).hash(body.password, true)
  const ended = inTransaction(ctx.db, () => {
    const owner = useToken(ctx, purpose, body.token)
    if (asksStep && proof === undefined && !takeRecoveryCode(ctx, userId, recoveryCode ?? '')) throw wrongCode()
    changeUser(ctx, owner.userId, { passwordHash })
    if (isTakeover) endEarlierWays(ctx, owner.userId)
    confirmEmail(ctx, owner)
    endAddressChanges(ctx, userId)
    endResetLinks(ctx, { userId, email })
    mailPasswordChanged(ctx, { userId, email, how: 'reset' })
    return endSessions(ctx, owner.userId)
  })
  endStreams(ctx, ended)
  forgetFailures(ctx, email, client.address)
  noteSecurity(ctx, 'reset_done', { userId, address: client.address, userAgent: client.userAgent })
  return { userId }
}

const wrongCode = () =>
  new AppError('UNAUTHENTICATED', say('This recovery code does not work.'), { hint: say('Each works once.') })

/** Throws unless the account's passkey fits. Setting the password also uses up a recovery code. */
async function provePasskey(ctx: Ctx, userId: string, { step: token = '', proof }: ResetPassword, client: Client) {
  const { address, userAgent } = client
  try {
    const step = tryStep(ctx, 'reset', token)
    if (step.userId !== userId)
      throw new AppError('BAD_STATE', say('That took too long.'), { hint: say('Start again.') })
    if (proof !== undefined) await verifyProof(ctx, proof, step)
  } catch (error) {
    noteSecurity(ctx, 'sign_in_failed', { userId, address, userAgent }, { by: 'reset' })
    throw error
  }
}

/**
 * Removes the outside identities and passkeys of an account whose address nobody had confirmed: a
 * person who signed up with a stranger's address must not keep a way in once its real owner takes
 * the account over (rule: linking-by-email).
 */
function endEarlierWays(ctx: Ctx, userId: string): void {
  const whereUnproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt))
  if (!ctx.db.select({ id: users.id }).from(users).where(whereUnproven).get()) return
  endIdentities(ctx, userId)
  removePasskeysSince(ctx, userId)
}

/**
 * Returns the rate limit's actor for an unvalidated reset: a valid token has its own bucket, which
 * strangers cannot use up.
 */
export function actorOfReset(ctx: Ctx, body: unknown): string | undefined {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : undefined
  if (typeof token !== 'string') return undefined
  try {
    return `reset:${ownerOfToken(ctx, purpose, token).userId}`
  } catch {
    return undefined
  }
}
