import { and, eq, isNull } from 'drizzle-orm'
import { invitations } from '../../../db/schema/account/invitation.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { readAddress } from '../../platform/mail/address.ts'
import type { Leaving } from '../../platform/personal.ts'
import { readSignedId, signId } from '../email/signed-id.ts'
import { clockStepMs } from '../session/sign-in-step.ts'

export type Invitation = typeof invitations.$inferSelect

/** Returns the link of an invitation. Its owner can copy it again as long as it is open. */
export const invitationUrl = (ctx: Ctx, id: string): string =>
  `${ctx.site.origin}/signup?invite=${signId(ctx, 'invitation', id)}`

/** Returns the invitation of a link's code; undefined for a code that this site did not issue. */
export const invitationOf = (ctx: Ctx, code: string): Invitation | undefined =>
  invitationById(ctx, readSignedId(ctx, 'invitation', code) ?? null)

export const invitationById = ({ db }: Pick<Ctx, 'db'>, id: string | null): Invitation | undefined =>
  db
    .select()
    .from(invitations)
    .where(eq(invitations.id, id ?? ''))
    .get()

export const addInvitation = ({ db }: Ctx, row: Invitation): void => void db.insert(invitations).values(row).run()

export const endInvitation = ({ db, now }: Ctx, id: string): void =>
  void db
    .update(invitations)
    .set({ revokedAt: now() })
    .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)))
    .run()

/**
 * Forgets the people of invitations when an account is deleted. One that only a forgotten address
 * could use is revoked: without the address, anybody could use it.
 */
export function forgetInvitations({ db, now }: Ctx, { userId, email, emailVerified }: Leaving): void {
  const blank = { email: null, note: null }
  db.update(invitations).set(blank).where(eq(invitations.userId, userId)).run()
  if (!emailVerified) return
  const whereOpen = and(eq(invitations.email, email), isNull(invitations.usedAt), isNull(invitations.revokedAt))
  db.update(invitations).set({ revokedAt: now() }).where(whereOpen).run()
  db.update(invitations).set(blank).where(eq(invitations.email, email)).run()
}

export const isOpenInvitation = (ctx: Ctx, id: string): boolean =>
  faultOfInvitation(ctx, invitationById(ctx, id)) === undefined

const refused = (message: string, field = 'invite') =>
  new AppError('BAD_STATE', message, { field, hint: say('Ask the person who runs this site for a new invitation.') })

/** Returns why an invitation cannot be used, or not with this address; undefined when it can. */
export function faultOfInvitation(ctx: Ctx, invitation: Invitation | undefined, email?: string): AppError | undefined {
  if (!invitation) return invalid('invite', say('This invitation is incomplete.'), say('Open the whole link again.'))
  if (invitation.revokedAt !== null) return refused(say('This invitation was revoked.'))
  if (invitation.usedAt !== null) return refused(say('Somebody has signed up with this invitation already.'))
  // One made while the clock was ahead would last until that time comes.
  const isOver = invitation.expiresAt <= ctx.now() || invitation.createdAt > ctx.now() + clockStepMs
  if (isOver) return refused(say('This invitation has expired.'))
  const isForOther = email !== undefined && invitation.email !== null && invitation.email !== readAddress(email)
  return isForOther ? refused(say('This invitation is for another email address.'), 'email') : undefined
}

/**
 * Uses up an invitation, in the transaction of the sign-up. Throws like `faultOfInvitation`: each
 * admits one person.
 */
export function spendInvitation(ctx: Ctx, { id }: Invitation, { id: userId, email }: { id: string; email: string }) {
  const fault = faultOfInvitation(ctx, invitationById(ctx, id), email)
  if (fault) throw fault
  const whereUnused = and(eq(invitations.id, id), isNull(invitations.usedAt))
  ctx.db.update(invitations).set({ usedAt: ctx.now(), userId }).where(whereUnused).run()
}
