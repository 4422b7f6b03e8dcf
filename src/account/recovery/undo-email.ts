import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { changeUser } from '../change-user.ts'
import { noteNewEmail } from '../customer/note-changes.ts'
import { resetEmail } from '../email/emails.ts'
import { doubtfulDays, endMailedLinks, refuseTakenAddress, takeFormerAddress } from '../email/former-address.ts'
import { endIdentities } from '../identity/identity.ts'
import { removePasskeysSince } from '../passkey/second-factor.ts'
import { readerOf } from '../person-of.ts'
import { type Client, endSessions, endStreams } from '../session/session.ts'
import { mailAddressNews } from './emails.ts'

/**
 * Restores an account's former address with the link that was sent to it (rule: email-takeback).
 * The person who changed it knew the password, so the password ends, with all sessions and the ways
 * in that were added since, or in the days before. Throws VALIDATION for `token`.
 */
export function undoEmailChange(ctx: Ctx, token: string, { address, userAgent }: Client): string {
  const { former, ended } = inTransaction(ctx.db, () => {
    const former = takeFormerAddress(ctx, token)
    const { userId, email } = former
    refuseTakenAddress(ctx, email, userId)
    const left = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
    changeUser(ctx, userId, { email, emailVerifiedAt: ctx.now(), passwordHash: null })
    noteNewEmail(ctx, userId)
    const since = former.createdAt - doubtfulDays * dayMs
    endIdentities(ctx, userId, since)
    removePasskeysSince(ctx, userId, since)
    endMailedLinks(ctx, userId)
    const reader = readerOf(ctx, email)
    queueEmail(ctx, resetEmail(ctx, email))
    if (left?.email) {
      mailAddressNews(ctx, { ...reader, address: left.email }, () => ({
        subject: say('Your email address was changed back'),
        paragraphs: [say('Your account at {site} has its former email address again.', { site: signatureOf(ctx) })],
      }))
    }
    return { former, ended: endSessions(ctx, userId) }
  })
  endStreams(ctx, ended)
  noteSecurity(ctx, 'address_restored', { userId: former.userId, address, userAgent })
  return former.email
}
