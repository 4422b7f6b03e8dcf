import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { rates } from '../../platform/http/limiter.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { dropWaiting } from '../../platform/mail/forget-mails.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { recordActivity } from '../../platform/security/activity.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { resetEmail } from '../email/emails.ts'
import { endTokens, type Owner, type Purpose } from '../email/mailed-token.ts'
import type { Client } from '../session/session.ts'
import { userByEmail } from '../user-by-email.ts'

const ResetRequest = t.Object({
  email: t.String(),
  address: t.Optional(t.String()),
  userAgent: t.Optional(t.String()),
})

export const forgotPasswordJob = defineJob('forgot-password', {
  payload: ResetRequest,
  concurrency: 1,
  maxAttempts: 5,
  run: async (ctx, { email, ...from }) => mailReset(ctx, email, from),
})

/**
 * Requests an email with a link to set a new password. A job looks up the account later, so the
 * answer takes the same time whether or not it exists. At most five emails an hour go to an
 * address; further requests are accepted and ignored.
 */
export function forgotPassword(ctx: Ctx, typed: string, { address, userAgent }: Client): void {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  if (ctx.limiter.take(`mail-to-user ${email}`, rates['mail-to-user']) > 0) return
  noteSecurity(ctx, 'reset_asked', { address })
  ctx.jobs.add(forgotPasswordJob, { email: typed, address, userAgent }, { key: email })
}

function mailReset(ctx: Ctx, email: string, { address = '', userAgent = '' }: Partial<Client>): void {
  inTransaction(ctx.db, () => {
    const user = userByEmail(ctx, email)
    if (!user) return
    queueEmail(ctx, resetEmail(ctx, user.email))
    recordActivity(ctx, { userId: user.userId, what: 'reset_asked', address, userAgent })
  })
}

/** Ends also those of emails that have not been sent. */
export function endResetLinks(ctx: Ctx, { userId, email }: Owner): void {
  const purpose: Purpose = 'reset-password'
  endTokens(ctx, purpose, userId)
  dropWaiting(ctx, email, purpose)
}
