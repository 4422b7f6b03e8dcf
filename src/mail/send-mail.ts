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

/** Puts into a letter what is made only when it goes out; undefined when its reader is not who it was for any more. */
type Complete = (ctx: Ctx, mail: Pick<Mail, 'kind' | 'recipient' | 'textBody'>) => string | undefined

/**
 * Sends the outbox when SMTP is configured: tries for about half a day, and gives up at once on what the server refuses
 * for good. What was written while there was no SMTP is taken up now.
 */
export function handleMail(ctx: Ctx, complete: Complete): void {
  const { mailer } = ctx
  if (!mailer) return
  const way: Way = { mailer, complete, unrecorded: new Set() }
  ctx.jobs.handle('send-mail', {
    payload: t.Object({ mailId: t.String() }),
    concurrency: 2,
    maxAttempts,
    backoff,
    run: ({ mailId }) => sendMail(ctx, way, mailId),
    failed: ({ mailId }, problem) => note(ctx, mailId, { problem }),
  })
  const waiting = ctx.db.select({ id: mails.id }).from(mails).where(isWaiting(ctx.now())).all()
  for (const { id } of waiting) ctx.jobs.add(sendMailJob(id))
}

/**
 * The way out. `unrecorded` are those that are out although the database could not be told (a full disk): for these only
 * the telling is tried again.
 */
type Way = { mailer: Mailer; complete: Complete; unrecorded: Set<string> }

/** Sends one mail unless it has been sent, and then forgets its text. */
async function sendMail(ctx: Ctx, { unrecorded, ...way }: Way, id: string): Promise<void> {
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt !== null) return
  if (!unrecorded.has(id)) {
    const problem = await deliver(ctx, way, mail)
    if (problem !== undefined) return note(ctx, id, { problem })
    unrecorded.add(id)
  }
  note(ctx, id, { sentAt: ctx.now(), textBody: '', problem: null })
  unrecorded.delete(id)
}

/** Hands a mail to the server, or says why it shall not be tried again. Throws what may pass. */
async function deliver(
  ctx: Ctx,
  { mailer, complete }: Omit<Way, 'unrecorded'>,
  mail: Mail,
): Promise<string | undefined> {
  const { id, recipient: address, recipientName: name, subject, usefulUntil } = mail
  if (usefulUntil !== null && usefulUntil <= ctx.now()) return 'It could not be sent in time.'
  const text = complete(ctx, mail)
  if (text === undefined) return 'Its reader has another address now, or no account.'
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
