import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../db/commits.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { rates } from '../http/limiter.ts'
import { defineJob } from '../job/define-job.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { keepActivity } from '../security/activity.ts'
import { noteSecurity } from '../security/note-security.ts'
import { resetLetter } from './letters.ts'
import type { Client } from './session.ts'
import { userByEmail } from './user-by-email.ts'

const LetterRequest = t.Object({
  email: t.String(),
  address: t.Optional(t.String()),
  userAgent: t.Optional(t.String()),
})

/** Looks up who asked for a new password, and writes the mail where there is an account. */
export const forgotPasswordJob = defineJob('forgot-password', {
  payload: LetterRequest,
  concurrency: 1,
  maxAttempts: 5,
  run: async (ctx, { email, ...from }) => mailReset(ctx, email, from),
})

/**
 * Asks for a link to a new password. Whether there is such an account is looked up later, in a job, so that the answer
 * takes the same time either way. An address is written to five times an hour at most; further requests are let pass.
 */
export function forgotPassword(ctx: Ctx, typed: string, { address, userAgent }: Client): void {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', 'This is not a mail address.')
  if (ctx.limiter.take(`mail-to-user ${email}`, rates['mail-to-user']) > 0) return
  noteSecurity(ctx, 'reset_asked', { address })
  ctx.jobs.add(forgotPasswordJob, { email: typed, address, userAgent }, { key: email })
}

function mailReset(ctx: Ctx, email: string, { address = '', userAgent = '' }: Partial<Client>): void {
  inTransaction(ctx.db, () => {
    const user = userByEmail(ctx, email)
    if (!user) return
    queueMail(ctx, resetLetter(ctx, { name: user.handle, address: user.email }))
    keepActivity(ctx, { userId: user.userId, what: 'reset_asked', address, userAgent })
  })
}
