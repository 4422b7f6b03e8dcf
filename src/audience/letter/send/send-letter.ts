import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, lte, min, sql } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { prepared } from '../../../../db/prepared.ts'
import { letterReaders, letterRecipients as recipients } from '../../../../db/schema/audience/letter.ts'
import { inSmallCheckpoints } from '../../../../db/small-checkpoints.ts'
import { answersTo } from '../../../account/email/answers-to.ts'
import { isArtistSuspended } from '../../../account/suspended.ts'
import type { Ctx } from '../../../context.ts'
import type { Language } from '../../../lib/language/languages.ts'
import { inLanguage } from '../../../lib/language/say.ts'
import { hourMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { TryLater } from '../../../platform/job/job-kind.ts'
import type { Delivery } from '../../../platform/mail/deliver.ts'
import { createTemplate, type EmailTemplate } from '../../../platform/mail/email-template.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { readerLanguage } from '../../../platform/mail/reader-language.ts'
import { configState, ownState } from '../../../platform/own-state.ts'
import { type LetterRow, letterById, moveLetter, suspendedProblem } from '../letter.ts'
import { authorOf } from '../page/letter-parts.ts'
import { endUrl, letterEmail } from './letter-email.ts'
import { mayGet } from './may-get.ts'
import { tokenLength, tokenOf } from './reader-token.ts'
import { countIn, move, note, settleUnanswered } from './recipient-state.ts'

const { placeholder } = sql

// Letters of others get their turn after this, and a killed process has lost no more than a turn.
const turnMs = 5_000
const atOnce = 100
const connections = 4
// Emails for which the server has not answered soon hold up no connection, but for so many.
const soonMs = 2_000
const mostUnanswered = 20
const minuteMs = 60_000

// So many refusals of one likeness in a row are of the mail server's mind and no reader's.
const mostAlike = 3
const putOffMs = hourMs

/**
 * Sends a letter, each reader once, at the pace of LETTERS_PER_MINUTE (rule: letter-once). A turn
 * ends after five seconds, and the next one is another job.
 */
export const sendLetterJob = defineJob('send-letter', {
  payload: t.Object({ letterId: t.String() }),
  concurrency: 1,
  takesTurns: true,
  // Two weeks without one that is taken.
  maxAttempts: 350,
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
  await settleUnanswered(ctx, letterId, unansweredOf(ctx).get(letterId))
  const letter = letterById(ctx, letterId)
  if (letter?.state !== 'SENDING') return
  if (isArtistSuspended(ctx, letter.artistId)) return stopSuspended(ctx, letterId)
  const templateIn = templatesOf(ctx, mailer, letter)
  const run: Run = { ctx, mailer, letter, templateIn, signal, sent: 0, alike: { likeness: '', readers: [] } }
  const until = ctx.monotonicMs() + turnMs
  let due: Due[] = []
  do {
    due = dueOf(ctx.db).all({ letterId, now: ctx.now() })
    await sendAll(run, due, until)
  } while (due.length > 0 && !signal.aborted && ctx.monotonicMs() < until && isSending(ctx, letterId) && !run.putOff)
  const { putOff } = run
  await ctx.jointly(() => {
    if (putOff !== undefined || run.sent > 0)
      moveLetter(ctx, letterId, 'SENDING', { state: 'SENDING', problem: putOff ?? null })
    // A letter that goes on little by little is not given up.
    const isGoingOn = putOff === undefined || run.sent > 0
    if (isGoingOn && !signal.aborted) goOn(ctx, letter, putOff === undefined ? 0 : putOffMs, end)
  })
  if (putOff !== undefined && run.sent === 0) throw new TryLater(putOff, putOffMs)
}

type TemplateIn = (language: Language) => Promise<EmailTemplate>

/**
 * A turn of a letter. `alike`: the readers at whom the mail server refused with one likeness, since
 * it took the last email. `putOff`: what it said, once the letter has to wait.
 */
type Run = {
  readonly ctx: Ctx
  readonly mailer: Mailer
  readonly letter: LetterRow
  readonly templateIn: TemplateIn
  readonly signal: AbortSignal
  sent: number
  alike: { readonly likeness: string; readonly readers: Due[] }
  putOff?: string
}

const isSending = (ctx: Ctx, letterId: string): boolean => letterById(ctx, letterId)?.state === 'SENDING'

/** Queues the next turn of a letter, or ends the letter when nobody waits for it any more. */
function goOn(ctx: Ctx, { id: letterId, artistId }: LetterRow, waitMs: number, end: () => void): void {
  const waiting = nextOf(ctx.db).get({ letterId })?.at ?? null
  const next = unansweredOf(ctx).has(letterId) ? Math.min(waiting ?? Infinity, ctx.now() + turnMs) : waiting
  end()
  if (next === null) moveLetter(ctx, letterId, 'SENDING', { state: 'SENT', endedAt: ctx.now(), problem: null })
  else if (isSending(ctx, letterId)) {
    const runAt = Math.max(next, ctx.now() + waitMs)
    ctx.jobs.add(sendLetterJob, { letterId }, { key: letterId, lane: artistId, runAt })
  }
}

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
      replyTo: answersTo(ctx, letter.artistId),
      unsubscribeUrl: endUrl(ctx, token),
      language,
      listId: `${authorOf(ctx, letter).handle}.letters.${new URL(ctx.site.origin).hostname}`,
    }
  })

/** Sends to these readers over several connections. Throws when the mail server cannot be used. */
async function sendAll(run: Run, due: readonly Due[], until: number): Promise<void> {
  const waiting = due.values()
  const isOver = () => run.signal.aborted || run.putOff !== undefined || run.ctx.monotonicMs() > until
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

/** The readers whose emails a mail server was given and has not answered for, by letter. */
const unansweredOf = ownState(() => new Map<string, Set<number>>())

/**
 * Sends a letter to a reader. Where the mail server takes long to answer for a whole email, others
 * go on beside it, and so do letters of others.
 */
async function sendTo(run: Run, reader: Due): Promise<void> {
  const unanswered = unansweredOf(run.ctx)
  const ofLetter = unanswered.get(run.letter.id) ?? new Set()
  unanswered.set(run.letter.id, ofLetter)
  const given = Promise.withResolvers<void>()
  const noted = deliverTo(run, reader, () => {
    ofLetter.add(reader.readerId)
    given.resolve()
  }).finally(() => {
    ofLetter.delete(reader.readerId)
    if (ofLetter.size === 0) unanswered.delete(run.letter.id)
  })
  await Promise.race([noted, given.promise])
  if (ofLetter.size >= mostUnanswered) return noted
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, soonMs)
  await Promise.race([noted, late.promise])
  clearTimeout(timer)
}

async function deliverTo(run: Run, reader: Due, isGiven: () => void): Promise<void> {
  const { ctx, mailer, letter, templateIn } = run
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
    beforeEnd() {
      inTransaction(ctx.db, () => {
        const isAsked = isSending(ctx, letter.id) && move(ctx, letter.id, readerId, 'WAITING', { state: 'ASKED' })
        if (!isAsked) throw new Error('The letter was stopped.')
      })
      isGiven()
    },
  })
  await ctx.jointly(() => note(ctx, letter, reader, delivery))
  if (delivery.end === 'sent') {
    run.sent += 1
    run.alike = { likeness: '', readers: [] }
  } else if (delivery.end === 'later') await noteAlike(run, reader, delivery)
}

/** Puts the letter off at the last of several refusals that are alike: they cost nobody a try. */
async function noteAlike(run: Run, reader: Due, { likeness, problem }: Extract<Delivery, { end: 'later' }>) {
  const { ctx, letter } = run
  if (run.alike.likeness === likeness) run.alike.readers.push(reader)
  else run.alike = { likeness, readers: [reader] }
  const { readers } = run.alike
  if (readers.length < mostAlike && run.putOff === undefined) return
  run.putOff = problem
  await ctx.jointly(() => {
    for (const { readerId, tries } of readers.splice(0)) {
      const change = { state: 'WAITING', tries, retryAt: ctx.now() + putOffMs } as const
      if (move(ctx, letter.id, readerId, 'WAITING', change)) continue
      if (move(ctx, letter.id, readerId, 'FAILED', change)) countIn(ctx.db, letter.id, 'failed', -1)
    }
  })
}
