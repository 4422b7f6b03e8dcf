import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'
import type { Ctx } from '../context.ts'
import { isRefusedForGood, type Mailer } from './mailer.ts'
import { sendMailJob } from './queue-mail.ts'
import { isWaiting } from './waiting-mail.ts'

const maxAttempts = 20
const backoff = { firstMs: 5_000, capMs: 3_600_000 }

type Mail = typeof mails.$inferSelect

/**
 * Sends the outbox when SMTP is configured: tries for about half a day, and gives up at once on what the server refuses
 * for good. What was written while there was no SMTP is taken up now.
 */
export function handleMail(ctx: Ctx): void {
  const { mailer } = ctx
  if (!mailer) return
  const unrecorded = new Set<string>()
  ctx.jobs.handle('send-mail', {
    payload: t.Object({ mailId: t.String() }),
    concurrency: 2,
    maxAttempts,
    backoff,
    run: ({ mailId }) => sendMail(ctx, mailer, unrecorded, mailId),
    failed: ({ mailId }, problem) => note(ctx, mailId, { problem }),
  })
  const waiting = ctx.db.select({ id: mails.id }).from(mails).where(isWaiting(ctx.now())).all()
  for (const { id } of waiting) ctx.jobs.add(sendMailJob(id))
}

/**
 * Sends one mail unless it has been sent, and then forgets its text, which may hold a token. `unrecorded` are those
 * that are out although the database could not be told (a full disk): for these only the telling is tried again.
 */
async function sendMail(ctx: Ctx, mailer: Mailer, unrecorded: Set<string>, id: string): Promise<void> {
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt !== null) return
  if (!unrecorded.has(id)) {
    const problem = await deliver(mailer, mail, ctx.now())
    if (problem !== undefined) return note(ctx, id, { problem })
    unrecorded.add(id)
  }
  note(ctx, id, { sentAt: ctx.now(), textBody: '', problem: null })
  unrecorded.delete(id)
}

/** Hands a mail to the server, or says why it shall not be tried again. Throws what may pass. */
async function deliver(mailer: Mailer, mail: Mail, now: number): Promise<string | undefined> {
  const { id, recipient: address, recipientName: name, subject, textBody: text, usefulUntil } = mail
  if (usefulUntil !== null && usefulUntil <= now) return 'It could not be sent in time.'
  try {
    await mailer.send({ id, to: { name, address }, subject, text })
    return undefined
  } catch (error) {
    if (isRefusedForGood(error)) return error.message
    throw error
  }
}

const note = (ctx: Ctx, id: string, change: Partial<Mail>): void =>
  void ctx.db.update(mails).set(change).where(eq(mails.id, id)).run()
