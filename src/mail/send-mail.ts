import { Type as t } from '@sinclair/typebox'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { mails } from '../../db/schema/job.ts'
import type { Ctx } from '../context.ts'
import { GiveUp } from '../job/handler.ts'
import { isRefusedForGood, type Mailer } from './mailer.ts'
import { sendMailJob } from './queue-mail.ts'

const maxAttempts = 20
const backoff = { firstMs: 5_000, capMs: 3_600_000 }

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
    failed: ({ mailId }, problem) => void ctx.db.update(mails).set({ problem }).where(eq(mails.id, mailId)).run(),
  })
  const isUseful = or(isNull(mails.usefulUntil), gt(mails.usefulUntil, ctx.now()))
  const waiting = and(isNull(mails.sentAt), isNull(mails.problem), isUseful)
  for (const { id } of ctx.db.select({ id: mails.id }).from(mails).where(waiting).all()) ctx.jobs.add(sendMailJob(id))
}

/**
 * Sends one mail unless it has been sent, and then forgets its text, which may hold a token. `unrecorded` are those that
 * are out although the database could not be told (a full disk): for these only the telling is tried again.
 */
async function sendMail(ctx: Ctx, mailer: Mailer, unrecorded: Set<string>, id: string): Promise<void> {
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt !== null) return
  if (!unrecorded.has(id)) {
    if (mail.usefulUntil !== null && mail.usefulUntil <= ctx.now()) throw new GiveUp('It could not be sent in time.')
    await deliver(mailer, mail)
    unrecorded.add(id)
  }
  ctx.db.update(mails).set({ sentAt: ctx.now(), textBody: '', problem: null }).where(eq(mails.id, id)).run()
  unrecorded.delete(id)
}

async function deliver(mailer: Mailer, mail: typeof mails.$inferSelect): Promise<void> {
  const { id, recipient: address, recipientName: name, subject, textBody: text } = mail
  try {
    await mailer.send({ id, to: { name, address }, subject, text })
  } catch (error) {
    throw isRefusedForGood(error) && error instanceof Error ? new GiveUp(error.message) : error
  }
}
