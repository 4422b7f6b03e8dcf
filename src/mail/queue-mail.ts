import { prepared, wholeRow } from '../../db/prepared.ts'
import { mails } from '../../db/schema/job.ts'
import type { Ctx } from '../context.ts'
import { readAddress } from './address.ts'
import { sendMailJob } from './send-mail.ts'

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

const addMail = prepared((db) =>
  db.insert(mails).values(wholeRow(mails)).onConflictDoNothing().returning({ id: mails.id }).prepare(),
)

/** A mail to be written into the outbox. `usefulUntil`: after that it is not sent any more. */
export type NewMail = {
  uniqueKey: string
  kind: string
  to: { name: string; address: string }
  subject: string
  text: string
  usefulUntil?: number
}

/**
 * Writes a mail into the outbox, once for a unique key, and the job that sends it; called in the transaction of its
 * cause. Without SMTP it stays there. The log shows id and kind only.
 */
export function queueMail(ctx: Ctx, { uniqueKey, kind, to, subject, text, usefulUntil }: NewMail): void {
  const recipient = readAddress(to.address)
  if (recipient === undefined) throw new Error('A mail was queued to what is not an address.')
  const row: typeof mails.$inferSelect = {
    id: ctx.uuid(),
    uniqueKey,
    kind,
    recipient,
    recipientName: oneLine(to.name),
    subject: oneLine(subject),
    textBody: text,
    createdAt: ctx.now(),
    usefulUntil: usefulUntil ?? null,
    sentAt: null,
    problem: null,
  }
  if (!addMail(ctx.db).get(row)) return
  ctx.log.info(ctx.mailer ? 'mail queued' : 'mail kept in the outbox', { id: row.id, kind })
  if (ctx.mailer) ctx.jobs.add(sendMailJob, { mailId: row.id }, { key: row.id })
}

const oneLine = (text: string): string => text.replace(controls, ' ').trim()
