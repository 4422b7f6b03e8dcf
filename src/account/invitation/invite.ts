import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { cleanLine } from '../clean-text.ts'
import { refuseTakenAddress } from '../email/former-address.ts'
import { invitationEmail } from './invitation-email.ts'
import { toInvitation } from './list-invitations.ts'
import type { InvitationDraft, NewInvitation } from './model.ts'
import { addInvitation, endInvitation, invitationById, invitationUrl } from './use-invitation.ts'

const validMs = 7 * dayMs

/**
 * Creates an invitation, and emails its link to its address where the site sends email
 * (rule: invitations). Throws VALIDATION for an invalid address, BAD_STATE for an address that has
 * an account.
 */
export function createInvitation(ctx: Ctx, { userId, displayName }: Viewer, draft: InvitationDraft): NewInvitation {
  const email = draft.email === undefined ? null : (readAddress(draft.email) ?? null)
  if (draft.email !== undefined && email === null) throw invalid('email', say('Enter a valid email address.'))
  if (email !== null) refuseTakenAddress(ctx, email)
  const note = cleanLine(draft.note ?? '') || null
  const now = ctx.now()
  const times = { createdAt: now, expiresAt: now + validMs, revokedAt: null, usedAt: null }
  const row = { id: ctx.uuid(), email, note, userId: null, ...times }
  const mailed = email !== null && ctx.mailer !== undefined
  inTransaction(ctx.db, () => {
    addInvitation(ctx, row)
    if (mailed) queueEmail(ctx, invitationEmail(ctx, { ...row, email, from: displayName }))
  })
  noteSecurity(ctx, 'invitation_made', { userId })
  return { ...toInvitation(ctx, row, null), url: invitationUrl(ctx, row.id), mailed }
}

/** Throws NOT_FOUND, and BAD_STATE when somebody has used it to sign up. */
export function revokeInvitation(ctx: Ctx, { userId }: Viewer, id: string): void {
  const found = isUuidV7(id) ? invitationById(ctx, id) : undefined
  if (!found) throw notFound('invitation')
  if (found.usedAt !== null)
    throw new AppError('BAD_STATE', say('Somebody has signed up with this invitation already.'))
  endInvitation(ctx, id)
  noteSecurity(ctx, 'invitation_revoked', { userId })
}
