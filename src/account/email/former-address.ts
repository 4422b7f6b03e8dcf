import { and, eq, gt, gte, lte, ne } from 'drizzle-orm'
import { formerAddresses, mailedTokens } from '../../../db/schema/account/email.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { dropKeyed } from '../../platform/mail/forget-mails.ts'
import { clockStepMs } from '../session/sign-in-step.ts'
import { userByEmail } from '../user-by-email.ts'
import { endTokens } from './mailed-token.ts'
import { readSignedId } from './signed-id.ts'

/**
 * How long a change of email address can be undone; nobody else gets the old one until then (rule:
 * email-takeback).
 */
export const undoMs = 7 * dayMs

/**
 * Undoing a change also removes the ways to sign in that were added this many days before it: a
 * thief secures one first.
 */
export const doubtfulDays = 30

type Former = typeof formerAddresses.$inferSelect

/** Returns its id, which the email to that address refers to. */
export function saveFormerAddress(ctx: Ctx, userId: string, email: string): string {
  const now = ctx.now()
  ctx.db.delete(formerAddresses).where(lte(formerAddresses.expiresAt, now)).run()
  const row = { id: ctx.uuid(), userId, email, createdAt: now, expiresAt: now + undoMs }
  return ctx.db.insert(formerAddresses).values(row).returning().get().id
}

const whereLive = (ctx: Ctx) =>
  and(gt(formerAddresses.expiresAt, ctx.now()), lte(formerAddresses.createdAt, ctx.now() + clockStepMs))

export const isLiveAddress = (ctx: Ctx, id: string): boolean =>
  ctx.db
    .select({ id: formerAddresses.id })
    .from(formerAddresses)
    .where(and(eq(formerAddresses.id, id), whereLive(ctx)))
    .get() !== undefined

/** Undoes every later address too. Throws VALIDATION for `token`. */
export function takeFormerAddress(ctx: Ctx, token: string): Former {
  const which = and(eq(formerAddresses.id, readSignedId(ctx, 'former address', token) ?? ''), whereLive(ctx))
  const found = ctx.db.select().from(formerAddresses).where(which).get()
  if (!found)
    throw invalid('token', say('This link no longer works.'), say('A change can be taken back once, for seven days.'))
  const whereSince = and(eq(formerAddresses.userId, found.userId), gte(formerAddresses.id, found.id))
  ctx.db.delete(formerAddresses).where(whereSince).run()
  return found
}

/** Throws BAD_STATE for an address of another account, including one that it had a few days ago. */
export function refuseTakenAddress(ctx: Ctx, email: string, userId = ''): void {
  const holder = userByEmail(ctx, email)
  if (holder && holder.userId !== userId) {
    const hint = say('Sign in, or reset your password.')
    throw new AppError('BAD_STATE', say('There is already an account with this email address.'), {
      field: 'email',
      hint,
    })
  }
  const whereHeld = and(eq(formerAddresses.email, email), ne(formerAddresses.userId, userId), whereLive(ctx))
  if (ctx.db.select({ id: formerAddresses.id }).from(formerAddresses).where(whereHeld).get()) {
    const hint = say('It is free a week after that account got another one.')
    throw new AppError('BAD_STATE', say('This email address belonged to an account until now.'), {
      field: 'email',
      hint,
    })
  }
}

export function confirmedAddresses(
  { db }: Ctx,
  { userId, email, emailVerified }: Pick<Viewer, 'userId' | 'email' | 'emailVerified'>,
): string[] {
  const whose = eq(formerAddresses.userId, userId)
  const former = db.select({ email: formerAddresses.email }).from(formerAddresses).where(whose).all()
  return [...(emailVerified ? [email] : []), ...former.map((each) => each.email)]
}

export function endMailedLinks(ctx: Ctx, userId: string): void {
  ctx.db.delete(mailedTokens).where(eq(mailedTokens.userId, userId)).run()
  endAddressChanges(ctx, userId)
}

/** Ends the address changes that an account requested and did not confirm. */
export function endAddressChanges(ctx: Ctx, userId: string): void {
  endTokens(ctx, 'change-email', userId)
  // Their links are created when the emails are sent: a waiting email would create another one.
  dropKeyed(ctx, `change-email:${userId}`)
}

export function forgetAddresses(ctx: Ctx, userId: string): void {
  endMailedLinks(ctx, userId)
  ctx.db.delete(formerAddresses).where(eq(formerAddresses.userId, userId)).run()
}
