import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { spend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { confirmEmail } from '../change-user.ts'
import type { Client } from '../session/session.ts'
import { verificationEmail } from './emails.ts'
import { useToken } from './mailed-token.ts'

/** Confirms an address by its emailed token. Throws VALIDATION for `token`. */
export function verifyEmail(ctx: Ctx, token: string, { address, userAgent }: Client): void {
  const { userId } = inTransaction(ctx.db, () => {
    const owner = useToken(ctx, 'verify-email', token)
    confirmEmail(ctx, owner)
    return owner
  })
  noteSecurity(ctx, 'address_confirmed', { userId, address, userAgent })
}

/** Throws BAD_STATE when the address is confirmed, RATE_LIMIT after five an hour. */
export function mailVerification(ctx: Ctx, { email, emailVerified }: Viewer): void {
  if (emailVerified) throw new AppError('BAD_STATE', say('This email address is already confirmed.'))
  spend(ctx.limiter, 'mail-to-user', email)
  inTransaction(ctx.db, () => {
    queueEmail(ctx, verificationEmail(ctx, email))
  })
}
