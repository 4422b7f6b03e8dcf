import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { letters, letterRecipients as recipients } from '../../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../../context.ts'
import { dayMs, hourMs } from '../../../lib/time/calendar.ts'
import type { Delivery } from '../../../platform/mail/deliver.ts'
import { countFailure, noteReached } from '../../../platform/mail/failing-address.ts'
import type { LetterRow } from '../letter.ts'

const minuteMs = 60_000

// As mail servers do themselves: one that puts off strangers takes them within minutes.
const retryAfterMs = [5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, dayMs] as const

type Asked = { readerId: number; email: string; tries: number }

export function move(
  { db }: Ctx,
  letterId: string,
  readerId: number,
  from: 'WAITING' | 'ASKED' | 'FAILED',
  change: Partial<typeof recipients.$inferSelect>,
): boolean {
  const which = and(eq(recipients.letterId, letterId), eq(recipients.readerId, readerId), eq(recipients.state, from))
  return db.update(recipients).set(change).where(which).returning({ state: recipients.state }).get() !== undefined
}

/** Records what the mail server said. Called in a transaction. */
export function note(ctx: Ctx, { id }: LetterRow, { readerId, tries, email }: Asked, delivery: Delivery): void {
  const from = (change: Partial<typeof recipients.$inferSelect>) =>
    move(ctx, id, readerId, 'ASKED', change) || move(ctx, id, readerId, 'WAITING', change)
  if (delivery.end === 'sent' || delivery.end === 'unanswered') {
    const problem = delivery.end === 'sent' ? null : delivery.problem
    if (!from({ state: 'SENT', problem })) return
    countIn(ctx.db, id, 'sent')
    if (problem === null) noteReached(ctx, email)
    else countIn(ctx.db, id, 'unsure')
    return
  }
  const { problem } = delivery
  const wait = delivery.end === 'later' ? retryAfterMs[tries] : undefined
  if (wait !== undefined) {
    from({ state: 'WAITING', tries: tries + 1, retryAt: ctx.now() + wait, problem })
  } else if (from({ state: 'FAILED', problem })) {
    countIn(ctx.db, id, 'failed')
    if (delivery.end === 'refused') countFailure(ctx, email)
  }
}

/**
 * Counts as sent what the mail server was given when an earlier process ended: it had all but
 * certainly taken it, and nobody gets a letter twice (rule: letter-once). This process still waits
 * for the answers of `but`.
 */
export const settleUnanswered = ({ db, jointly }: Ctx, letterId: string, but: Iterable<number> = []): Promise<void> =>
  jointly(() => {
    const whereAsked = and(eq(recipients.letterId, letterId), sql`${recipients.state} = 'ASKED'`)
    // By their ids: for a change by state SQLite reads the whole letter instead of the index.
    const asked = db.select({ readerId: recipients.readerId }).from(recipients).where(whereAsked)
    const isLost = notInArray(recipients.readerId, [...but])
    const settled = db
      .update(recipients)
      .set({ state: 'SENT', problem: 'The mail server was given it; its answer was lost.' })
      .where(and(eq(recipients.letterId, letterId), inArray(recipients.readerId, asked), isLost))
      .returning({ readerId: recipients.readerId })
      .all()
    if (settled.length === 0) return
    countIn(db, letterId, 'sent', settled.length)
    countIn(db, letterId, 'unsure', settled.length)
  })

export const countIn = (
  db: Ctx['db'],
  letterId: string,
  figure: 'sent' | 'unsure' | 'failed' | 'skipped',
  by = 1,
): void =>
  void db
    .update(letters)
    .set({ [figure]: sql`${letters[figure]} + ${by}` })
    .where(eq(letters.id, letterId))
    .run()
