import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { rates } from '../http/limiter.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { resetLetter } from './letters.ts'

const kind = 'forgot-password'

/**
 * Asks for a link to a new password. Whether there is such an account is looked up later, in a job, so that the answer
 * takes the same time either way. An address is written to five times an hour at most; further requests are let pass.
 */
export function forgotPassword(ctx: Ctx, typed: string): void {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', 'This is not a mail address.')
  if (ctx.limiter.take(`mail-to-user ${email}`, rates['mail-to-user']) > 0) return
  ctx.jobs.add({ kind, payload: { email }, uniqueKey: `${kind}:${email}` })
}

/** Does the looking up, and writes the mail where there is an account. */
export function handleForgotPassword(ctx: Ctx): void {
  ctx.jobs.handle(kind, {
    payload: t.Object({ email: t.String() }),
    concurrency: 1,
    maxAttempts: 5,
    run: async ({ email }) => mailReset(ctx, email),
  })
}

function mailReset(ctx: Ctx, email: string): void {
  ctx.db.transaction(() => {
    const user = ctx.db
      .select({ handle: artists.handle })
      .from(users)
      .innerJoin(artists, eq(artists.userId, users.id))
      .where(eq(users.email, email))
      .get()
    if (!user) return
    queueMail(ctx, resetLetter(ctx, { name: user.handle, address: email }))
  })
}
