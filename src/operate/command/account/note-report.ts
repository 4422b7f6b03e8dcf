import { inTransaction } from '../../../../db/commits.ts'
import { endDigests } from '../../../account/notification/end-digests.ts'
import { bounceByToken, complainByToken, endByKey } from '../../../audience/letter/end-letters.ts'
import type { MailReport } from '../../../audience/letter/report/read-reports.ts'
import { complainOfQuestion } from '../../../audience/opt-in/complain.ts'
import type { Ctx } from '../../../context.ts'
import { noteComplaint, noteReturned } from '../../../platform/mail/send-mail.ts'

/**
 * Notes a mail server's report about an email of ours, of whatever kind. Returns whether it was
 * one: only its reader knows its marks, so a forged report is about nobody else. Repeating it
 * changes nothing.
 */
export function noteReport(ctx: Ctx, report: MailReport): boolean {
  if (report.kind === 'bounce') {
    return (
      report.tokens.some((token) => bounceByToken(ctx, token, report)) ||
      report.mailIds.some((id) => inTransaction(ctx.db, () => noteReturned(ctx, id, report)))
    )
  }
  if (report.tokens.some((token) => complainByToken(ctx, token))) return true
  const ofMails = report.mailIds.filter((id) => inTransaction(ctx.db, () => complain(ctx, id)))
  // An email with a key that ends its kind is ended by it.
  const ofKeys = report.endKeys.filter((key) => endByKey(ctx, key) || endDigests(ctx, key))
  return ofMails.length + ofKeys.length > 0
}

function complain(ctx: Ctx, id: string): boolean {
  const key = noteComplaint(ctx, id)
  if (key !== undefined) complainOfQuestion(ctx, key)
  return key !== undefined
}
