import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { users } from '../../../../db/schema/account/account.ts'
import { languageOfAccount } from '../../../account/language.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { inLanguage, say } from '../../../lib/language/say.ts'
import { rates } from '../../../platform/http/limiter.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import { letterById, ownLetter } from '../letter.ts'
import { nobodysToken } from './reader-token.ts'
import { requireMailServer, requireText } from './schedule-letter.ts'
import { templateOf } from './send-letter.ts'

export const tryLetterJob = defineJob('try-letter', {
  payload: t.Object({ letterId: t.String(), userId: t.String() }),
  concurrency: 1,
  maxAttempts: 5,
  isEnabled: ({ mailer }) => mailer !== undefined,
  async run(ctx, { letterId, userId }) {
    const letter = letterById(ctx, letterId)
    const user = ctx.db.select().from(users).where(eq(users.id, userId)).get()
    if (!letter || !ctx.mailer || !user?.email) return
    const language = languageOfAccount(ctx, userId)
    const subject = inLanguage(language, () => say('Test: {subject}', { subject: letter.subject }))
    const template = await templateOf(ctx, ctx.mailer, { ...letter, subject }, language)
    const beforeEnd = () => undefined
    const source = template(user.email, nobodysToken)
    const delivery = await ctx.mailer.deliver({ to: user.email, source, beforeEnd })
    if (delivery.end === 'later') throw new Error(delivery.problem)
  },
})

/**
 * Sends a letter to the caller alone, at their confirmed address. Throws BAD_STATE for an empty one
 * or an unconfirmed address, RATE_LIMIT.
 */
export function tryLetter(ctx: Ctx, author: Viewer, id: string): void {
  const letter = ownLetter(ctx, author, id)
  requireMailServer(ctx)
  requireText(letter)
  requireConfirmed(author)
  const wait = ctx.limiter.take(`test-letter ${mailboxOf(author.email)}`, rates['test-letter'])
  if (wait > 0) {
    const hint = say('Try again in {wait} s.', { wait })
    throw new AppError('RATE_LIMIT', say('You sent yourself many letters a moment ago.'), { hint, retryAfter: wait })
  }
  ctx.jobs.add(tryLetterJob, { letterId: id, userId: author.userId }, { key: ctx.uuid() })
}

/** Throws BAD_STATE while the caller's address is not confirmed. */
export function requireConfirmed({ emailVerified }: Pick<Viewer, 'emailVerified'>): void {
  if (emailVerified) return
  const hint = say('Open the link that we sent you, or have it sent again on your account’s page.')
  throw new AppError('BAD_STATE', say('Your email address is not confirmed yet.'), { hint })
}
