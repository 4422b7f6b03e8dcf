import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { spend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { refuseBlockedDomain } from '../block-list.ts'
import { bringAlong, changeUser } from '../change-user.ts'
import { noteNewEmail } from '../customer/note-changes.ts'
import { endAddressChanges, endMailedLinks, refuseTakenAddress, saveFormerAddress } from '../email/former-address.ts'
import { useToken } from '../email/mailed-token.ts'
import { proveOwner } from '../passkey/prove-owner.ts'
import { greetedAs, personOf } from '../person-of.ts'
import { requireSession } from '../session/require-session.ts'
import type { Client } from '../session/session.ts'
import { mailAddressNews, mailConfirmation, mailOldAddress } from './emails.ts'
import type { ChangeEmail } from './model.ts'

/**
 * Emails a link to a new address; the account gets the address when the link is opened
 * (rule: email-change). Throws VALIDATION for `email` and `password`, BAD_STATE for a taken address
 * and where the site sends no email.
 */
export async function requestEmailChange(ctx: Ctx, viewer: Viewer, body: ChangeEmail, client: Client): Promise<void> {
  const { userId } = viewer
  const email = readNewAddress(body.email, viewer.email)
  refuseBlockedDomain(ctx, 'email', email)
  if (!ctx.mailer) {
    const hint = say('Ask the person who runs it. The command: tapedeck email {email} {newEmail}', {
      email: viewer.email,
      newEmail: email,
    })
    throw new AppError('BAD_STATE', say('This site sends no email, so a new address cannot be confirmed.'), { hint })
  }
  await proveOwner(ctx, viewer, body, client)
  refuseTakenAddress(ctx, email, userId)
  spend(ctx.limiter, 'mail-to-user', userId)
  spend(ctx.limiter, 'email-to-stranger', mailboxOf(email))
  inTransaction(ctx.db, () => {
    requireSession(ctx, viewer)
    endAddressChanges(ctx, userId)
    mailConfirmation(ctx, userId, email)
  })
  const { address, userAgent } = client
  noteSecurity(ctx, 'address_asked', { userId, address, userAgent })
}

/** Returns a new address. Throws VALIDATION when it is invalid or unchanged. */
export function readNewAddress(typed: string, current: string): string {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  if (email === readAddress(current)) throw invalid('email', say('This is your email address already.'))
  return email
}

/** Throws VALIDATION for `token`, BAD_STATE when taken. */
export function confirmEmailChange(ctx: Ctx, token: string, { address, userAgent }: Client): string {
  const { userId, email } = inTransaction(ctx.db, () => {
    const owner = useToken(ctx, 'change-email', token)
    moveAddress(ctx, owner.userId, owner.email, true)
    return owner
  })
  noteSecurity(ctx, 'address_changed', { userId, address, userAgent })
  return email
}

/**
 * Gives an account another address and notifies both addresses, in the transaction of its cause.
 * The reader of a confirmed old address can undo the change. Throws BAD_STATE when the new one is
 * taken.
 */
export function moveAddress(ctx: Ctx, userId: string, email: string, isConfirmed: boolean): void {
  refuseTakenAddress(ctx, email, userId)
  const user = personOf(ctx, userId)
  if (!user || user.email === null) throw notFound('account')
  const emailVerifiedAt = isConfirmed ? ctx.now() : null
  changeUser(ctx, userId, { email, emailVerifiedAt })
  bringAlong(ctx, userId)
  noteNewEmail(ctx, userId)
  endMailedLinks(ctx, userId)
  const name = greetedAs(user)
  const formerId = user.verifiedAt === null ? null : saveFormerAddress(ctx, userId, user.email)
  // The old address has no account any more.
  const { language } = user
  mailOldAddress(ctx, { name, address: user.email, language }, { email, formerId })
  mailAddressNews(ctx, { address: email }, () => ({
    subject: say('This is your email address now'),
    paragraphs: [
      say('From now on you sign in at {site} with this email address, and our emails come here.', {
        site: signatureOf(ctx),
      }),
      say('If that was not you, ask the person who runs the site for help.'),
    ],
  }))
}
