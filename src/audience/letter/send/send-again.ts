import { and, eq, inArray, sql } from 'drizzle-orm'
import { batchSize } from '../../../../db/in-batches.ts'
import { letterRecipients as recipients } from '../../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { type LetterRow, moveLetter, ownLetter } from '../letter.ts'
import { countIn } from './recipient-state.ts'
import { requireMailServer } from './schedule-letter.ts'
import { sendLetterJob } from './send-letter.ts'

/**
 * Sends a letter of the caller that has ended to those of its readers who did not get it: the mail
 * server refused theirs, or it was stopped before. Throws BAD_STATE for one that is on its way or
 * that everybody got, and without a mail server.
 */
export async function sendLetterAgain(ctx: Ctx, author: Viewer, id: string): Promise<LetterRow> {
  const { state } = ownLetter(ctx, author, id)
  requireMailServer(ctx)
  if (state !== 'SENT' && state !== 'STOPPED') throw new AppError('BAD_STATE', say('This letter has not ended.'))
  while ((await ctx.jointly(() => putBack(ctx, id))) === batchSize);
  const begun = await ctx.jointly(() => {
    if (!isAwaited(ctx, id)) return undefined
    const begun = moveLetter(ctx, id, state, { state: 'SENDING', endedAt: null, problem: null })
    if (begun) ctx.jobs.add(sendLetterJob, { letterId: id }, { key: id, lane: begun.artistId })
    return begun
  })
  if (!begun) throw new AppError('BAD_STATE', say('All readers of this letter got it.'))
  return begun
}

const isOfLetter = (id: string, state: 'FAILED' | 'WAITING') =>
  and(eq(recipients.letterId, id), eq(recipients.state, state))

function putBack({ db }: Ctx, id: string): number {
  const some = db.select({ id: recipients.readerId }).from(recipients).where(isOfLetter(id, 'FAILED')).limit(batchSize)
  const moved = db
    .update(recipients)
    .set({ state: 'WAITING', tries: 0, retryAt: 0, problem: null })
    .where(and(eq(recipients.letterId, id), inArray(recipients.readerId, some)))
    .returning({ id: recipients.readerId })
    .all()
  countIn(db, id, 'failed', -moved.length)
  return moved.length
}

const isAwaited = ({ db }: Ctx, id: string): boolean =>
  db.select({ one: sql`1` }).from(recipients).where(isOfLetter(id, 'WAITING')).limit(1).get() !== undefined
