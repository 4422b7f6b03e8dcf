import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { prepared } from '../../../../db/prepared.ts'
import { letterReaders, letters, letterRecipients as recipients } from '../../../../db/schema/audience/letter.ts'
import { inSmallCheckpoints } from '../../../../db/small-checkpoints.ts'
import { isArtistSuspended } from '../../../account/suspended.ts'
import type { Ctx } from '../../../context.ts'
import type { Language } from '../../../lib/language/languages.ts'
import { inLanguage } from '../../../lib/language/say.ts'
import { dayMs, hourMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import type { Delivery } from '../../../platform/mail/deliver.ts'
import { createTemplate, type EmailTemplate } from '../../../platform/mail/email-template.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { readerLanguage } from '../../../platform/mail/reader-language.ts'
import { configState } from '../../../platform/own-state.ts'
import { countFailure } from '../end-letters.ts'
import { type LetterRow, letterById, moveLetter, suspendedProblem } from '../letter.ts'
import { authorOf } from '../page/letter-parts.ts'
import { endUrl, letterEmail } from './letter-email.ts'
import { mayGet } from './may-get.ts'
import { tokenLength, tokenOf } from './reader-token.ts'

const { placeholder } = sql

// Letters of others get their turn after this, and a killed process has lost no more than a turn.
const turnMs = 5_000
const atOnce = 100
const connections = 4
const minuteMs = 60_000

// As mail servers do themselves: one that puts off strangers takes them within minutes.
const retryAfterMs = [5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, dayMs] as const

/**
 * Sends a letter, each reader once, at the pace of LETTERS_PER_MINUTE (rule: letter-once). A turn
 * ends after five seconds, and the next one is another job.
 */
export const sendLetterJob = defineJob('send-letter', {
  payload: t.Object({ letterId: t.String() }),
  concurrency: 1,
  takesTurns: true,
  maxAttempts: 40,
  backoff: { firstMs: 10_000, capMs: hourMs },
  endsAtStop: true,
  isEnabled: ({ mailer }) => mailer !== undefined,
  run: (ctx, { letterId }, _attempt, signal, end) =>
    inSmallCheckpoints(ctx.db, () => takeTurn(ctx, letterId, signal, end)),
  failed(ctx, { letterId }, problem) {
    moveLetter(ctx, letterId, 'SENDING', { state: 'STOPPED', endedAt: ctx.now(), problem })
  },
})

const stillWaiting = and(eq(recipients.letterId, placeholder('letterId')), sql`${recipients.state} = 'WAITING'`)

const dueOf = prepared((db) =>
  db
    .select({
      readerId: recipients.readerId,
      email: letterReaders.email,
      reason: recipients.reason,
      tries: recipients.tries,
    })
    .from(recipients)
    .innerJoin(letterReaders, eq(letterReaders.id, recipients.readerId))
    .where(and(stillWaiting, lte(recipients.retryAt, placeholder('now'))))
    .orderBy(asc(recipients.retryAt), asc(recipients.readerId))
    .limit(atOnce),
)

type Due = ReturnType<ReturnType<typeof dueOf>['all']>[number]

const nextOf = prepared((db) =>
  db
    .select({ at: min(recipients.retryAt) })
    .from(recipients)
    .where(stillWaiting),
)

function stopSuspended(ctx: Ctx, letterId: string): void {
  moveLetter(ctx, letterId, 'SENDING', { state: 'STOPPED', endedAt: ctx.now(), problem: suspendedProblem })
}

async function takeTurn(ctx: Ctx, letterId: string, signal: AbortSignal, end: () => void): Promise<void> {
  const { mailer } = ctx
  if (!mailer) throw new Error('SMTP_URL is not set; the letter waits.')
  await settleUnanswered(ctx, letterId)
  const letter = letterById(ctx, letterId)
  if (letter?.state !== 'SENDING') return
  if (isArtistSuspended(ctx, letter.artistId)) return stopSuspended(ctx, letterId)
  const run: Run = { ctx, mailer, letter, templateIn: templatesOf(ctx, mailer, letter), signal }
  const until = ctx.monotonicMs() + turnMs
  let due: Due[] = []
  do {
    due = dueOf(ctx.db).all({ letterId, now: ctx.now() })
    await sendAll(run, due, until)
  } while (due.length > 0 && !signal.aborted && ctx.monotonicMs() < until && isSending(ctx, letterId))
  if (!signal.aborted) await ctx.jointly(() => goOn(ctx, letter, end))
}

type TemplateIn = (language: Language) => Promise<EmailTemplate>
type Run = { ctx: Ctx; mailer: Mailer; letter: LetterRow; templateIn: TemplateIn; signal: AbortSignal }

const isSending = (ctx: Ctx, letterId: string): boolean => letterById(ctx, letterId)?.state === 'SENDING'

/** Queues the next turn of a letter, or ends the letter when nobody waits for it any more. */
function goOn(ctx: Ctx, { id: letterId, artistId }: LetterRow, end: () => void): void {
  const next = nextOf(ctx.db).get({ letterId })?.at ?? null
  end()
  if (next === null) moveLetter(ctx, letterId, 'SENDING', { state: 'SENT', endedAt: ctx.now() })
  else if (isSending(ctx, letterId)) {
    ctx.jobs.add(sendLetterJob, { letterId }, { key: letterId, lane: artistId, runAt: Math.max(next, ctx.now()) })
  }
}

/**
 * Counts as sent what the mail server was given when an earlier process ended: it had all but
 * certainly taken it, and nobody gets a letter twice (rule: letter-once).
 */
const settleUnanswered = ({ db, jointly }: Ctx, letterId: string): Promise<void> =>
  jointly(() => {
    const whereAsked = and(eq(recipients.letterId, letterId), sql`${recipients.state} = 'ASKED'`)
    // By their ids: for a change by state SQLite reads the whole letter instead of the index.
    const asked = db.select({ readerId: recipients.readerId }).from(recipients).where(whereAsked)
    const settled = db
      .update(recipients)
      .set({ state: 'SENT', problem: 'The mail server was given it; its answer was lost.' })
      .where(and(eq(recipients.letterId, letterId), inArray(recipients.readerId, asked)))
      .returning({ readerId: recipients.readerId })
      .all()
    if (settled.length === 0) return
    countIn(db, letterId, 'sent', settled.length)
    countIn(db, letterId, 'unsure', settled.length)
  })

const countIn = (db: Ctx['db'], letterId: string, figure: 'sent' | 'unsure' | 'failed' | 'skipped', by = 1): void =>
  void db
    .update(letters)
    .set({ [figure]: sql`${letters[figure]} + ${by}` })
    .where(eq(letters.id, letterId))
    .run()

/** Returns a function that returns the template of a letter, made once for each language. */
function templatesOf(ctx: Ctx, mailer: Mailer, letter: LetterRow): TemplateIn {
  const made = new Map<Language, Promise<EmailTemplate>>()
  return (language) => {
    const template = made.get(language) ?? templateOf(ctx, mailer, letter, language)
    made.set(language, template)
    return template
  }
}

/** The artist's own text stays as it is; the rest is in this language. */
export const templateOf = (ctx: Ctx, mailer: Mailer, letter: LetterRow, language: Language): Promise<EmailTemplate> =>
  createTemplate(ctx, tokenLength, (token) => {
    const { subject, fromName, html, text } = inLanguage(language, () => letterEmail(ctx, letter, token))
    return {
      from: { name: fromName, address: mailer.from },
      subject,
      html,
      text,
      unsubscribeUrl: endUrl(ctx, token),
      listId: `${authorOf(ctx, letter).handle}.letters.${new URL(ctx.site.origin).hostname}`,
    }
  })

/** Sends to these readers over several connections. Throws when the mail server cannot be used. */
async function sendAll(run: Run, due: readonly Due[], until: number): Promise<void> {
  const waiting = due.values()
  const isOver = () => run.signal.aborted || run.ctx.monotonicMs() > until
  const worker = async () => {
    for (const reader of waiting) {
      if (isOver()) return
      await paceOf(run.ctx).turn()
      await sendTo(run, reader)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: connections }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

/** Spaces letters evenly, across turns and letters. */
const paceOf = configState(({ config, monotonicMs }) => {
  const everyMs = minuteMs / config.lettersPerMinute
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    async turn(): Promise<void> {
      const now = monotonicMs()
      // Timers are a few milliseconds late: a short burst makes up for it.
      nextAt = Math.max(nextAt + everyMs, now - 10 * everyMs)
      if (nextAt > now + 1) await Bun.sleep(nextAt - now)
    },
  }
})

async function sendTo({ ctx, mailer, letter, templateIn }: Run, reader: Due): Promise<void> {
  const { readerId, email } = reader
  if (!mayGet(ctx, letter.artistId, reader)) {
    await ctx.jointly(() => {
      if (move(ctx, letter.id, readerId, 'WAITING', { state: 'SKIPPED' })) countIn(ctx.db, letter.id, 'skipped')
    })
    return
  }
  const template = await templateIn(readerLanguage(ctx, { address: email }))
  const source = template(email, tokenOf(ctx, { letterId: letter.id, reader: { id: readerId, email } }))
  const delivery = await mailer.deliver({
    to: email,
    source,
    // The letter may have been stopped, or the reader forgotten, since they were read.
    beforeEnd: () =>
      inTransaction(ctx.db, () => {
        const isAsked = isSending(ctx, letter.id) && move(ctx, letter.id, readerId, 'WAITING', { state: 'ASKED' })
        if (!isAsked) throw new Error('The letter was stopped.')
      }),
  })
  await ctx.jointly(() => note(ctx, letter, reader, delivery))
}

function move(
  { db }: Ctx,
  letterId: string,
  readerId: number,
  from: 'WAITING' | 'ASKED',
  change: Partial<typeof recipients.$inferSelect>,
): boolean {
  const which = and(eq(recipients.letterId, letterId), eq(recipients.readerId, readerId), eq(recipients.state, from))
  return db.update(recipients).set(change).where(which).returning({ state: recipients.state }).get() !== undefined
}

/** Records what the mail server said. Called in a transaction. */
function note(ctx: Ctx, { id }: LetterRow, { readerId, tries, email }: Due, delivery: Delivery): void {
  const from = (change: Partial<typeof recipients.$inferSelect>) =>
    move(ctx, id, readerId, 'ASKED', change) || move(ctx, id, readerId, 'WAITING', change)
  if (delivery.end === 'sent' || delivery.end === 'unanswered') {
    const problem = delivery.end === 'sent' ? null : delivery.problem
    if (!from({ state: 'SENT', problem })) return
    countIn(ctx.db, id, 'sent')
    if (problem !== null) countIn(ctx.db, id, 'unsure')
    return
  }
  const { problem } = delivery
  const wait = delivery.end === 'later' ? retryAfterMs[tries] : undefined
  if (wait !== undefined) {
    from({ state: 'WAITING', tries: tries + 1, retryAt: ctx.now() + wait, problem })
  } else if (from({ state: 'FAILED', problem })) {
    countIn(ctx.db, id, 'failed')
    if (delivery.end === 'refused' && delivery.isAddress) countFailure(ctx, email)
  }
}
