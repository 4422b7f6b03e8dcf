import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { failingAddresses, mails } from '../../../db/schema/platform/mail.ts'
import type { Personal } from '../personal.ts'

// Emails about an account. All others may belong to somebody who collected with that address.
const accountKinds = ['verify-email', 'reset-password', 'password-changed', 'sign-in-changed', 'identity-linked']

const blank = { recipient: '', recipientName: '', subject: '', textBody: '', problem: null, refusal: null }

export const mailPersonal: Personal = {
  sections: [
    {
      name: 'emails-failed',
      start: [0],
      sql: `SELECT f.failures, f.last_failed_at, 1 AS k0 FROM failing_addresses f
        WHERE f.email = $email AND $k0 < 1 LIMIT $limit`,
    },
  ],
  erases: ['failing_addresses'],
  ofAddress: {
    lists: {
      emails: `SELECT kind, subject, created_at, sent_at FROM mails WHERE recipient = $email AND recipient <> ''`,
      'emails-failed': 'SELECT failures, last_failed_at FROM failing_addresses WHERE email = $email',
    },
    forget({ db }, email) {
      const isTheirs = and(eq(mails.recipient, email), ne(mails.recipient, ''))
      db.delete(mails)
        .where(and(isTheirs, isNull(mails.sentAt)))
        .run()
      db.update(mails).set(blank).where(isTheirs).run()
      db.delete(failingAddresses).where(eq(failingAddresses.email, email)).run()
    },
  },
  /** An unconfirmed address may be a stranger's, who keeps the emails that wait for them. */
  forget({ db }, { email, emailVerified, addresses }) {
    // The keys stay, as those of all sent emails do.
    // One by one: with a list SQLite would go through all unsent emails instead.
    for (const address of new Set([email, ...addresses])) {
      const toPerson = and(eq(mails.recipient, address), sql`${mails.recipient} <> ''`)
      const isOurs = emailVerified ? toPerson : and(toPerson, inArray(mails.kind, accountKinds))
      db.delete(mails)
        .where(and(isOurs, isNull(mails.sentAt)))
        .run()
      db.update(mails)
        .set(blank)
        .where(and(toPerson, isNotNull(mails.sentAt)))
        .run()
    }
    db.delete(failingAddresses)
      .where(inArray(failingAddresses.email, [...addresses]))
      .run()
  },
}
