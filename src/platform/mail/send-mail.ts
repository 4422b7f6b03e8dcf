import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { inLanguage, say } from '../../lib/language/say.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../job/define-job.ts'
import type { JobKind } from '../job/job-kind.ts'
import { givenState, ownState } from '../own-state.ts'
import { signatureOf } from '../setting/site-config.ts'
import { answersOf } from './answers-of.ts'
import type { Delivery } from './deliver.ts'
import { emailLookOf } from './email-html.ts'
import { countFailure, noteReached } from './failing-address.ts'
import { senderLines, withFoot } from './foot/email-foot.ts'
import { reasonOf } from './foot/email-kinds.ts'
import type { Mailer } from './mailer.ts'
import { saidOf } from './read-answer.ts'
import { htmlOfText } from './text-html.ts'

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

/** Takes note of an email that the mail server has taken. Called in a transaction. */
export type NoteTaken = (ctx: Ctx, mail: Pick<Mail, 'uniqueKey' | 'kind'>) => void

export const notesOfTaken = givenState<readonly NoteTaken[]>('notes of sent emails')

/** All that fill in parts of emails which are created only when they are sent. */
export const completionsOfEmail = givenState<readonly CompleteEmail[]>('completion of emails')

/**
 * Sends an email of the outbox when SMTP is configured, and tries until it is of no use any more;
 * not after the word of its mailbox (rule: mail-faults). Emails queued while there was no SMTP are
 * sent after the next start.
 */
export const sendMailJob = defineJob('send-mail', {
  payload: t.Object({ mailId: t.String() }),
  // Most of them wait for an answer, for which a server has ten minutes: others go on beside them.
  concurrency: 20,
  // Four each day: what receipts are of use for, and as long again.
  maxAttempts: 1_500,
  backoff: { firstMs: 5_000, capMs: 6 * hourMs },
  isEnabled: ({ mailer }) => mailer !== undefined,
  run: (ctx, { mailId }) => sendMail(ctx, mailId),
  failed: (ctx, { mailId }, problem) => note(ctx, mailId, { problem, refusal: null }),
})

export const tryWaitingKind = { kind: 'try-waiting-mails', payload: t.Object({}) } as const satisfies JobKind

/** Tries an email again that was given up, waits or lost its answer. Called in a transaction. */
export function tryAgain(ctx: Ctx, { id, sentAt, refusal }: Mail): void {
  note(ctx, id, { problem: null, sentAt: null, refusal: sentAt === null ? refusal : null })
  ctx.jobs.remove(sendMailJob, id)
  ctx.jobs.add(sendMailJob, { mailId: id }, { key: id })
}

/** Sends an email unless it has been sent, and then deletes its text. Throws to try again. */
async function sendMail(ctx: Ctx, id: string): Promise<void> {
  const { mailer } = ctx
  if (!mailer) throw new Error('SMTP_URL is not set; the mail waits.')
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt !== null) return
  const delivery = mailer.unrecorded.get(id) ?? (await inLanguage(mail.language, () => deliver(ctx, mailer, mail)))
  if (delivery.end === 'useless') return note(ctx, id, { problem: delivery.problem, refusal: null })
  if (delivery.end === 'refused') return ctx.jointly(() => noteRefused(ctx, mail, delivery.problem))
  if (delivery.end === 'later') {
    note(ctx, id, { refusal: delivery.problem })
    throw new Error(delivery.problem)
  }
  mailer.unrecorded.set(id, delivery)
  await ctx.jointly(() => noteSent(ctx, mail, delivery.end === 'sent' ? null : delivery.problem))
  mailer.unrecorded.delete(id)
}

function noteRefused(ctx: Ctx, { id, recipient }: Mail, problem: string): void {
  note(ctx, id, { problem, refusal: null })
  countFailure(ctx, recipient)
}

/** `lost`: why the server's answer is not known. Then the text stays, to be sent again if asked. */
function noteSent(ctx: Ctx, mail: Mail, lost: string | null): void {
  const { id, recipient, refusal } = mail
  note(ctx, id, { sentAt: ctx.now(), problem: null, refusal: lost, ...(lost === null ? { textBody: '' } : {}) })
  if (lost !== null) return
  noteReached(ctx, recipient)
  for (const takeNote of notesOfTaken(ctx)) takeNote(ctx, mail)
  if (refusal !== null) tryRefused(ctx)
}

/**
 * Notes that an email which the mail server had taken came back for good. Repeating it changes
 * nothing. Returns whether we sent it. Called in a transaction.
 */
export function noteReturned(ctx: Ctx, id: string, { problem, isAddress }: { problem: string; isAddress: boolean }) {
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt === null) return false
  // Its reader was forgotten, and stays so.
  if (mail.problem !== null || mail.recipient === '') return true
  note(ctx, id, { problem: saidOf(mail.recipient, problem), refusal: null })
  if (isAddress) countFailure(ctx, mail.recipient)
  return true
}

export const complaintProblem = 'Its reader called it spam.'

/**
 * Notes that the reader of an email complained of it. Returns its key in the outbox; undefined for
 * one that we did not send. Called in a transaction.
 */
export function noteComplaint(ctx: Ctx, id: string): string | undefined {
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail || mail.sentAt === null) return undefined
  if (mail.recipient !== '') note(ctx, id, { problem: complaintProblem, refusal: null })
  return mail.uniqueKey
}

const completed = (ctx: Ctx, mail: Mail): string | undefined =>
  completionsOfEmail(ctx).reduce<string | undefined>(
    (textBody, complete) => (textBody === undefined ? undefined : complete(ctx, { ...mail, textBody })),
    mail.textBody,
  )

export const lateProblem = 'It could not be sent in time.'
export const goneProblem = 'Its reader has another address now, or no account.'

/** Returns why an email did not arrive; where the words are ours, in the caller's language. */
export function problemInWords(problem: string): string {
  if (problem === lateProblem) return say('It could not be sent in time.')
  if (problem === complaintProblem) return say('Its reader called it spam.')
  return problem === goneProblem ? say('Its reader has another address now, or no account.') : problem
}

type Outcome = Delivery | { end: 'useless'; problem: string }

/** Sends an email, unless it must not be sent any more. */
async function deliver(ctx: Ctx, mailer: Mailer, mail: Mail): Promise<Outcome> {
  const { id, recipient: address, recipientName: name, subject, usefulUntil, unsubscribeUrl, language } = mail
  if (usefulUntil !== null && usefulUntil <= ctx.now()) {
    return { end: 'useless', problem: lateProblem }
  }
  const text = completed(ctx, mail)
  if (text === undefined) return { end: 'useless', problem: goneProblem }
  const site = { name: signatureOf(ctx), origin: ctx.site.origin }
  const look = emailLookOf(ctx)(ctx, mail.cassetId, withSleeve.has(mail.kind))
  const why = reasonOf(mail.kind, site.name)
  const foot = [...(why === null ? [] : [why]), ...senderLines(ctx)]
  const html = htmlOfText(site, { subject, text, look, foot })
  try {
    const replyTo = answersOf(ctx, mail)
    const parts = { subject, text: withFoot(text, foot), html }
    const listId = `${mail.kind}.${new URL(site.origin).hostname}`
    const unsubscribe = unsubscribeUrl === null ? undefined : { url: unsubscribeUrl, listId }
    return await mailer.send({ id, to: { name, address }, ...parts, unsubscribe, language, replyTo })
  } catch (error) {
    return { end: 'later', likeness: '', problem: error instanceof Error ? error.message : String(error) }
  }
}

const minuteMs = 60_000
const lastTriedOf = ownState(() => ({ at: Number.NEGATIVE_INFINITY }))

/**
 * The server takes emails again that it had refused: all others are tried now. Once a minute, or
 * those that it still refuses would be tried at each success.
 */
function tryRefused(ctx: Ctx): void {
  const last = lastTriedOf(ctx)
  if (ctx.now() - last.at < minuteMs) return
  last.at = ctx.now()
  ctx.jobs.add(tryWaitingKind, {}, { key: 'refused' })
}

const note = (ctx: Ctx, id: string, change: Partial<Mail>): void =>
  void ctx.db.update(mails).set(change).where(eq(mails.id, id)).run()
