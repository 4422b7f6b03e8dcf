import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { letters } from '../../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { handleFrom } from '../../../lib/account/handle.ts'
import { say } from '../../../lib/language/say.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { isTimeZone, momentOf } from '../../../lib/time/zoned-time.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { type LetterRow, moveLetter, ownLetter } from '../letter.ts'
import type { Schedule } from '../model.ts'
import { gatheringKey, gatherReadersJob, reachesAnybody } from './gather-readers.ts'

// So long a letter that is sent at once can still be stopped.
const undoMs = 60_000
const furthestMs = 366 * dayMs

/**
 * Puts a letter of the caller on its hour, or sends it after a minute. Throws BAD_STATE for one
 * that is empty, reaches nobody or is on its way, and without a mail server; VALIDATION by field.
 */
export async function scheduleLetter(ctx: Ctx, author: Viewer, id: string, asked: Schedule): Promise<LetterRow> {
  const letter = ownLetter(ctx, author, id)
  requireMailServer(ctx)
  if (letter.state !== 'DRAFT') throw new AppError('BAD_STATE', say('This letter is on its way or was sent.'))
  const sendAt = momentAsked(ctx, asked)
  requireText(letter)
  if (!(await reachesAnybody(ctx, letter))) {
    const hint = say('Choose other readers, or wait until somebody joins your mailing list.')
    throw new AppError('BAD_STATE', say('This letter would reach nobody now.'), { hint, field: 'to' })
  }
  return inTransaction(ctx.db, () => {
    const word = freeWord(ctx, letter)
    const scheduled = moveLetter(ctx, id, 'DRAFT', { state: 'SCHEDULED', sendAt, zone: asked.zone, word })
    if (!scheduled) throw new AppError('BAD_STATE', say('This letter is on its way or was sent.'))
    ctx.jobs.add(gatherReadersJob, { letterId: id }, { key: gatheringKey(scheduled), runAt: sendAt })
    return scheduled
  })
}

/** Throws BAD_STATE where no email can be sent. */
export function requireMailServer({ mailer }: Ctx): void {
  if (mailer) return
  const hint = say('Whoever runs it sets SMTP_URL and MAIL_FROM, at the desk under Email.')
  throw new AppError('BAD_STATE', say('This site sends no email yet.'), { hint })
}

/** Throws BAD_STATE for a letter without subject or text. */
export function requireText({ subject, body }: Pick<LetterRow, 'subject' | 'body'>): void {
  if (subject === '') throw new AppError('BAD_STATE', say('This letter has no subject.'), { field: 'subject' })
  if (body === '') throw new AppError('BAD_STATE', say('This letter is empty.'), { field: 'body' })
}

function momentAsked(ctx: Ctx, { wallTime, zone }: Schedule): number {
  if (!isTimeZone(zone)) throw invalid('zone', say('"{zone}" is not a time zone such as Europe/Berlin.', { zone }))
  if (wallTime === undefined) return ctx.now() + undoMs
  const at = momentOf(wallTime, zone)
  if (at === undefined) throw invalid('wallTime', say('Write the date and hour as 2026-11-26T18:00.'))
  if (at <= ctx.now())
    throw invalid('wallTime', say('This time is in the past.'), say('Choose a later one, or send it now.'))
  if (at > ctx.now() + furthestMs) throw invalid('wallTime', say('Choose an hour within a year.'))
  return at
}

/** Takes a letter off its hour: it is being written again. Throws BAD_STATE when it has begun. */
export function undoSchedule(ctx: Ctx, author: Viewer, id: string): LetterRow {
  ownLetter(ctx, author, id)
  const undone = moveLetter(ctx, id, 'SCHEDULED', { state: 'DRAFT', sendAt: null, zone: null, word: null })
  if (undone) return undone
  throw new AppError('BAD_STATE', say('This letter does not wait any more.'), {
    hint: say('While it is being sent, stop it.'),
  })
}

/** Stops a letter being sent: those who lack it get none. Throws BAD_STATE for any other letter. */
export function stopLetter(ctx: Ctx, author: Viewer, id: string): LetterRow {
  ownLetter(ctx, author, id)
  const stopped = { state: 'STOPPED', endedAt: ctx.now() } as const
  const letter = moveLetter(ctx, id, 'SENDING', stopped) ?? moveLetter(ctx, id, 'GATHERING', stopped)
  if (letter) return letter
  throw new AppError('BAD_STATE', say('This letter is not being sent.'))
}

/** Returns a word for the address of a letter's page, from its subject. */
function freeWord({ db }: Ctx, { artistId, subject }: LetterRow): string {
  const base = handleFrom(subject).replaceAll('_', '-') || 'letter'
  const isTaken = (word: string) =>
    db
      .select({ id: letters.id })
      .from(letters)
      .where(and(eq(letters.artistId, artistId), eq(letters.word, word)))
      .get() !== undefined
  let word = base
  for (let number = 2; isTaken(word); number += 1) word = `${base}-${number}`
  return word
}
