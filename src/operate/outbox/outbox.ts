import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { orderOfNumber } from '../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { goneProblem, problemInWords, tryAgain } from '../../platform/mail/send-mail.ts'
import type { TroubledEmail, TroubledEmails } from './model.ts'

type Row = typeof mails.$inferSelect

// Written as in the index `mails_in_trouble`.
const isTroubled = sql`(${mails.problem} IS NOT NULL OR ${mails.refusal} IS NOT NULL)`

/** Sorts after every id. */
const afterAll = '~'

type EmailsAsked = { cursor?: string | undefined; q?: string | undefined }

/**
 * Returns the emails that did not go out as they should, newest first: given up, waiting for the
 * mail server, or given to it without its answer (rule: mail-faults). `q` asks for those to
 * addresses that have it in them, or about the sale with this number of an order or a receipt.
 */
export async function listTroubledEmails(ctx: Ctx, limit: number, asked: EmailsAsked = {}): Promise<TroubledEmails> {
  const { cursor = afterAll } = asked
  const q = asked.q?.trim().toLowerCase() ?? ''
  const orderId = isUuidV7(q) ? q : orderOfNumber(ctx, q)
  const most = limit + 1
  const rows =
    q === '' || orderId !== undefined
      ? newest(ctx, most, cursor, orderId === undefined ? undefined : eq(mails.orderId, orderId))
      : await newestTo(ctx, most, cursor, q)
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { emails: page.map((row) => toEmail(ctx, row)), nextCursor }
}

const newest = ({ db }: Ctx, most: number, before: string, which: SQL | undefined): Row[] =>
  db
    .select()
    .from(mails)
    .where(and(isTroubled, lt(mails.id, before), which))
    .orderBy(desc(mails.id))
    .limit(most)
    .all()

/** So many addresses are looked at in some milliseconds. */
const lookedAtInTurn = 10_000

/** No index finds a part of an address: those of the list are looked at, in turns. */
async function newestTo(ctx: Ctx, most: number, cursor: string, part: string): Promise<Row[]> {
  const hasPart = sql`instr(lower(${mails.recipient}), ${part}) > 0`
  const found: Row[] = []
  for (let before: string | undefined = cursor; before !== undefined; ) {
    const last = lastOfTurn(ctx, before)
    const which = last === undefined ? hasPart : and(gte(mails.id, last), hasPart)
    found.push(...newest(ctx, most - found.length, before, which))
    before = found.length < most ? last : undefined
    if (before !== undefined) await setImmediate()
  }
  return found
}

/** Returns where the next turn goes on; undefined in the last one. */
const lastOfTurn = ({ db }: Ctx, before: string): string | undefined =>
  db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isTroubled, lt(mails.id, before)))
    .orderBy(desc(mails.id))
    .limit(1)
    .offset(lookedAtInTurn - 1)
    .get()?.id

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
