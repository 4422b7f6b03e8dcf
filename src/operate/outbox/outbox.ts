import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { goneProblem, problemInWords, tryAgain } from '../../platform/mail/send-mail.ts'
import type { TroubledEmail, TroubledEmails } from './model.ts'

type Row = typeof mails.$inferSelect

// Written as in the index `mails_in_trouble`.
const isTroubled = sql`(${mails.problem} IS NOT NULL OR ${mails.refusal} IS NOT NULL)`

/** Sorts after every id. */
const afterAll = '~'

/**
 * Returns the emails that did not go out as they should, newest first: given up, waiting for the
 * mail server, or given to it without its answer (rule: mail-faults).
 */
export function listTroubledEmails(ctx: Ctx, limit: number, cursor = afterAll): TroubledEmails {
  const rows = ctx.db
    .select()
    .from(mails)
    .where(and(isTroubled, lt(mails.id, cursor)))
    .orderBy(desc(mails.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { emails: page.map((row) => toEmail(ctx, row)), nextCursor }
}

function toEmail(ctx: Ctx, row: Row): TroubledEmail {
  const { id, recipient: to, subject, createdAt, problem, refusal } = row
  const said = problemInWords(problem ?? refusal ?? '')
  return {
    id,
    to,
    subject,
    createdAt: new Date(createdAt).toISOString(),
    state: stateOf(row),
    said,
    canSend: isOfUse(ctx, row),
  }
}

function stateOf({ problem, sentAt }: Row): TroubledEmail['state'] {
  if (problem !== null) return 'given-up'
  return sentAt === null ? 'waiting' : 'unsure'
}

// The text of one that came back was deleted when it was sent.
const isOfUse = ({ now }: Ctx, { recipient, textBody, usefulUntil, problem }: Row): boolean =>
  recipient !== '' && textBody !== '' && problem !== goneProblem && (usefulUntil === null || usefulUntil > now())

/**
 * Sends an email of the list again, now. Throws NOT_FOUND for another, BAD_STATE where it is of no
 * use any more, and without a mail server.
 */
export function sendAgain(ctx: Ctx, id: string): void {
  inTransaction(ctx.db, () => {
    const row = ctx.db
      .select()
      .from(mails)
      .where(and(eq(mails.id, id), isTroubled))
      .get()
    if (!row) throw notFound('email')
    if (!ctx.mailer) {
      throw new AppError('BAD_STATE', say('No mail server is set.'), {
        hint: say('Set the mail server and the sender.'),
      })
    }
    if (!isOfUse(ctx, row)) throw new AppError('BAD_STATE', say('This email is of no use to its reader any more.'))
    tryAgain(ctx, row)
  })
}
