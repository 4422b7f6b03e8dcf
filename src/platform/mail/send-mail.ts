import { Type as t } from '@sinclair/typebox'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { inLanguage } from '../../lib/language/say.ts'
import { defineJob } from '../job/define-job.ts'
import { givenState } from '../own-state.ts'
import { signatureOf } from '../setting/site-config.ts'
import { emailLookOf } from './email-html.ts'
import { isRefusedForGood, type Mailer } from './mailer.ts'
import { htmlOfText } from './text-html.ts'

/** Selects emails that are not sent, not failed, and still useful. */
export const whereWaiting = (nowMs: number) =>
  and(isNull(mails.sentAt), isNull(mails.problem), or(isNull(mails.usefulUntil), gt(mails.usefulUntil, nowMs)))

type Mail = typeof mails.$inferSelect

/** Undefined when the email must no longer be sent to this reader. */
export type CompleteEmail = (
  ctx: Ctx,
  mail: Pick<Mail, 'uniqueKey' | 'kind' | 'recipient' | 'textBody'>,
) => string | undefined

/**
 * The kinds of emails with a sleeve (rule: emails): they follow a payment or go to confirmed
 * addresses, as a cover could be an advertisement to the real owner of any other.
 */
const withSleeve: ReadonlySet<string> = new Set([
  'receipt',
  'refund',
  'refund-failed',
  'dispute-lost',
  'undelivered',
  'gift',
  'gift-taken',
  'price-fell',
])

/** All that fill in parts of emails which are created only when they are sent. */
export const completionsOfEmail = givenState<readonly CompleteEmail[]>('completion of emails')

/**
 * Sends an email of the outbox when SMTP is configured: retries for about half a day, but not after
 * a permanent refusal. Emails queued while there was no SMTP are sent after the next start.
 */
export const sendMailJob = defineJob('send-mail', {
  payload: t.Object({ mailId: t.String() }),
  concurrency: 2,
  maxAttempts: 20,
  backoff: { firstMs: 5_000, capMs: 3_600_000 },
  isEnabled: ({ mailer }) => mailer !== undefined,
  atStart: queueWaitingMail,
  run: (ctx, { mailId }) => sendMail(ctx, mailId),
  failed: (ctx, { mailId }, problem) => note(ctx, mailId, { problem }),
})

function queueWaitingMail(ctx: Ctx): void {
  const waiting = ctx.db.select({ id: mails.id }).from(mails).where(whereWaiting(ctx.now())).all()
  for (const { id } of waiting) ctx.jobs.add(sendMailJob, { mailId: id }, { key: id })
}

/** Sends an email unless it has been sent, and then deletes its text. */
async function sendMail(ctx: Ctx, id: string): Promise<void> {
  const { mailer } = ctx
  if (!mailer) throw new Error('SMTP_URL is not set; the mail waits.')
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt !== null) return
  if (!mailer.unrecorded.has(id)) {
    const problem = await inLanguage(mail.language, () => deliver(ctx, mailer, mail))
    if (problem !== undefined) return note(ctx, id, { problem })
    mailer.unrecorded.add(id)
  }
  note(ctx, id, { sentAt: ctx.now(), textBody: '', problem: null })
  mailer.unrecorded.delete(id)
}

const completed = (ctx: Ctx, mail: Mail): string | undefined =>
  completionsOfEmail(ctx).reduce<string | undefined>(
    (textBody, complete) => (textBody === undefined ? undefined : complete(ctx, { ...mail, textBody })),
    mail.textBody,
  )

/** Sends an email, or returns why it must not be retried. Throws temporary failures. */
async function deliver(ctx: Ctx, mailer: Mailer, mail: Mail): Promise<string | undefined> {
  const { id, recipient: address, recipientName: name, subject, usefulUntil, unsubscribeUrl, language } = mail
  if (usefulUntil !== null && usefulUntil <= ctx.now()) return 'It could not be sent in time.'
  const text = completed(ctx, mail)
  if (text === undefined) return 'Its reader has another address now, or no account.'
  try {
    const site = { name: signatureOf(ctx), origin: ctx.site.origin }
    const html = htmlOfText(site, {
      subject,
      text,
      look: emailLookOf(ctx)(ctx, mail.cassetId, withSleeve.has(mail.kind)),
    })
    await mailer.send({ id, to: { name, address }, subject, text, html, unsubscribeUrl, language })
    return undefined
  } catch (error) {
    if (isRefusedForGood(error)) return error.message
    throw error
  }
}

const note = (ctx: Ctx, id: string, change: Partial<Mail>): void =>
  void ctx.db.update(mails).set(change).where(eq(mails.id, id)).run()
