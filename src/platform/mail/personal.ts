import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Personal } from '../personal.ts'

// Emails about an account. All others may belong to somebody who collected with that address.
const accountKinds = ['verify-email', 'reset-password', 'password-changed', 'sign-in-changed', 'identity-linked']

export const mailPersonal: Personal = {
  /** An unconfirmed address may be a stranger's, who keeps the emails that wait for them. */
  forget({ db }, { email, emailVerified, addresses }) {
    const toPerson = inArray(mails.recipient, [email, ...addresses])
    const isOurs = emailVerified ? toPerson : and(toPerson, inArray(mails.kind, accountKinds))
    db.delete(mails)
      .where(and(isOurs, isNull(mails.sentAt)))
      .run()
    // The keys stay, as those of all sent emails do.
    const blank = { recipient: '', recipientName: '', subject: '' }
    db.update(mails)
      .set(blank)
      .where(and(toPerson, isNotNull(mails.sentAt)))
      .run()
  },
}
