import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'

// A range, since LIKE would scan every email.
const beginsWith = (start: string) => and(gt(mails.uniqueKey, `${start}:`), lt(mails.uniqueKey, `${start};`))

export function dropWaiting({ db }: Ctx, recipient: string, kind: string): void {
  // That the recipient is not empty is what lets SQLite use the index of recipients.
  const whereWaiting = and(eq(mails.recipient, recipient), sql`${mails.recipient} <> ''`, isNull(mails.sentAt))
  db.delete(mails)
    .where(and(whereWaiting, eq(mails.kind, kind)))
    .run()
}

export const dropKeyed = ({ db }: Ctx, start: string): void => void db.delete(mails).where(beginsWith(start)).run()

/**
 * Deletes the waiting emails with these keys, and forgets the recipients of the others. Some of
 * `keys` may continue after a colon.
 */
export function forgetReader({ db }: Ctx, keys: readonly string[]): void {
  const which = or(...keys.flatMap((key) => [eq(mails.uniqueKey, key), beginsWith(key)]))
  db.delete(mails)
    .where(and(which, isNull(mails.sentAt)))
    .run()
  // The key stays, so that nothing is sent twice.
  db.update(mails)
    .set({ recipient: '', textBody: '', problem: null, refusal: null })
    .where(and(which, isNotNull(mails.sentAt)))
    .run()
}
