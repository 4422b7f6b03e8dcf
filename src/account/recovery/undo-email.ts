import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { changeUser } from '../change-user.ts'
import { noteNewEmail } from '../customer/note-changes.ts'
import { resetEmail } from '../email/emails.ts'
import { doubtfulDays, endMailedLinks, refuseTakenAddress, takeFormerAddress } from '../email/former-address.ts'
import { endIdentities } from '../identity/identity.ts'
import { languageOfAddress } from '../language.ts'
import { removePasskeysSince } from '../passkey/second-factor.ts'
import { type Client, endSessions, endStreams } from '../session/session.ts'
import { userByEmail } from '../user-by-email.ts'
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
    const language = languageOfAddress(ctx, email)
    const name = userByEmail(ctx, email)?.handle ?? ''
    queueEmail(ctx, resetEmail(ctx, { name, address: email }))
    if (left?.email) {
      mailAddressNews(ctx, { name, address: left.email, language }, () => ({
        subject: say('Your email address was changed back'),
        paragraphs: [
          say('Your account at {host} has its former email address again.', { host: new URL(ctx.site.origin).host }),
        ],
      }))
    }
    return { former, ended: endSessions(ctx, userId) }
  })
  endStreams(ctx, ended)
  noteSecurity(ctx, 'address_restored', { userId: former.userId, address, userAgent })
  return former.email
}
