import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { sessionBuckets, tryPassword } from '../password/password-attempt.ts'
import { type Client, confirmSession } from '../session/session.ts'
import { beginStep, endStep, tryStep } from '../session/sign-in-step.ts'
import { refuseOldSession } from '../session/viewer.ts'
import { credentialIdsOf } from './list-passkeys.ts'
import type { OwnerProof, Proof } from './shape.ts'
import { rpIdOf, verifyProof } from './verify-proof.ts'

/** Returns also whether the password works. */
export const confirmChallenge = (ctx: Ctx, { userId }: Viewer) => ({
  ...beginStep(ctx, 'confirm', userId),
  rpId: rpIdOf(ctx),
  passkeyIds: credentialIdsOf(ctx, userId),
  takesPassword: waysToProve(ctx, userId).hasPassword && !asksForPasskey(ctx, userId),
})

const asksForPasskey = (ctx: Ctx, userId: string): boolean =>
  ctx.db.select({ second: users.secondFactor }).from(users).where(eq(users.id, userId)).get()?.second ?? false

/**
 * Lets the viewer's session do what needs a recent sign-in, for a while (rule: fresh-proof). Throws
 * as `proveOwner` does, and BAD_STATE when only a password is given and signing in also asks for a
 * passkey.
 */
export async function confirmOwner(ctx: Ctx, viewer: Viewer, given: OwnerProof, client: Client): Promise<void> {
  if (given.proof === undefined && asksForPasskey(ctx, viewer.userId)) {
    throw new AppError('BAD_STATE', say('Signing in to your account asks for a passkey.'), {
      hint: say('Use your passkey.'),
    })
  }
  await proveOwner(ctx, viewer, given, client)
  confirmSession(ctx, viewer.sessionId)
}

export function waysToProve(ctx: Ctx, userId: string): { hasPassword: boolean; hasPasskey: boolean } {
  const user = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  return { hasPassword: (user?.hash ?? null) !== null, hasPasskey: credentialIdsOf(ctx, userId).length > 0 }
}

/**
 * Throws unless the request comes with the viewer's password or passkey (rule: email-change):
 * VALIDATION for `password`, UNAUTHENTICATED for a passkey of somebody else. An account with
 * neither must have signed in a moment ago.
 */
export async function proveOwner(ctx: Ctx, viewer: Viewer, given: OwnerProof, client: Client): Promise<void> {
  const { userId } = viewer
  const { address, userAgent } = client
  try {
    if (given.proof !== undefined) return await provePasskey(ctx, userId, given.step ?? '', given.proof)
    const { hasPassword, hasPasskey } = waysToProve(ctx, userId)
    if (!hasPassword && !hasPasskey) return refuseOldSession(ctx, viewer)
    if (!hasPassword)
      throw new AppError('BAD_STATE', say('Your account has no password.'), { hint: say('Use your passkey.') })
  } catch (error) {
    if (given.proof !== undefined) noteSecurity(ctx, 'proof_failed', { userId, address, userAgent })
    throw error
  }
  if (given.password === undefined) throw invalid('password', say('Enter your password.'))
  await provePassword(ctx, viewer, given.password, client)
}

async function provePasskey(ctx: Ctx, userId: string, token: string, proof: Proof): Promise<void> {
  const step = tryStep(ctx, 'confirm', token)
  const late = new AppError('BAD_STATE', say('That took too long.'), { hint: say('Start again.') })
  if (step.userId !== userId) throw late
  await verifyProof(ctx, proof, step)
  if (!endStep(ctx, step)) throw late
}

async function provePassword(ctx: Ctx, { userId, sessionId }: Viewer, password: string, client: Client) {
  const user = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  const attempt = { ...sessionBuckets(sessionId), password, hash: user?.hash ?? null, userId, client }
  if (await tryPassword(ctx, attempt)) return
  const { address, userAgent } = client
  noteSecurity(ctx, 'proof_failed', { userId, address, userAgent })
  throw invalid('password', say('This is not your password.'))
}
