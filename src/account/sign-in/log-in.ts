import type { Ctx } from '../../context.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { toAccount } from '../artist.ts'
import { signInBuckets, tryPassword, wrongPassword } from '../password/password-attempt.ts'
import type { Client } from '../session/session.ts'
import { userByEmail } from '../user-by-email.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { LogIn } from './model.ts'
import type { SignedIn } from './sign-up.ts'

export type LoggedIn = SignedIn | { secondStep: string }

/**
 * Signs in by email and password, or asks for the passkey that the account requires. Throws
 * UNAUTHENTICATED for an unknown email and a wrong password alike, after the same work.
 */
export async function logIn(ctx: Ctx, { email: typed, password }: LogIn, client: Client): Promise<LoggedIn> {
  const known = userByEmail(ctx, typed)
  const email = known?.email ?? readAddress(typed) ?? ''
  const { address, userAgent } = client
  const userId = known?.userId ?? null
  const counted = signInBuckets(email, known, client)
  const isRight = await tryPassword(ctx, { ...counted, password, hash: known?.passwordHash ?? null, userId, client })
  if (!isRight || !known) {
    noteSecurity(ctx, 'sign_in_failed', { userId, address, userAgent })
    throw wrongPassword()
  }
  const admitted = beginSignIn(ctx, known.userId, client)
  if (admitted.kind === 'second') return { secondStep: admitted.step }
  noteSecurity(ctx, 'signed_in', { userId, address, userAgent })
  return { account: toAccount(known), token: admitted.token }
}
