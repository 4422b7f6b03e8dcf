import { and, count, eq, gt } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { type ListLine, readList } from '../../lib/account/read-list.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { requireMailServer } from '../letter/send/schedule-letter.ts'
import { requireConfirmed } from '../letter/send/try-letter.ts'
import { askSoon } from './ask-opt-ins.ts'
import { knownOf, reasonOf } from './known-address.ts'
import type { Brought, BroughtAddresses, LeftReason } from './model.ts'
import { isBrought } from './opt-in.ts'

/** An artist asks at most so many addresses within so long (rule: opt-in). */
const mostAsked = 10_000
const mostAskedMs = 30 * dayMs

/**
 * Takes addresses that an artist brings from elsewhere: each is asked by an email, and joins the
 * mailing list only by confirming (rule: opt-in). Returns how many are asked, and the lines that
 * are left out. Throws BAD_STATE without a mail server, or while the artist's own address is not
 * confirmed, VALIDATION where a column that may end emails cannot be read.
 */
export async function bringAddresses(ctx: Ctx, author: Viewer, brought: BroughtAddresses): Promise<Brought> {
  requireMailServer(ctx)
  requireConfirmed(author)
  const { agreedBy } = brought
  const lines = await linesOf(brought, createPace(ctx.monotonicMs))
  return inTransaction(ctx.db, () => {
    const left: Brought['left'] = []
    const found = new Map<string, number>()
    const leave = (line: number, text: string, why: LeftReason) => left.push({ line, text, why })
    for (const { line, ...read } of lines) {
      if ('text' in read) {
        leave(line, read.text, 'NONE')
        continue
      }
      const email = read.hasEnded ? undefined : readAddress(read.address)
      if (email === undefined) leave(line, read.address, read.hasEnded ? 'ENDED' : 'INVALID')
      else if (found.has(email)) leave(line, email, 'TWICE')
      else found.set(email, line)
    }
    const known = knownOf(ctx, author.artistId, [...found.keys()])
    let room = mostAsked - askedLately(ctx, author.artistId)
    const rows: (typeof optIns.$inferInsert)[] = []
    for (const each of known) {
      const why = reasonOf(each, author.email) ?? (room > 0 ? undefined : 'TOO_MANY')
      if (why !== undefined) {
        leave(found.get(each.email) ?? 0, each.email, why)
        continue
      }
      room -= 1
      rows.push({ id: ctx.uuid(), artistId: author.artistId, email: each.email, agreedBy, createdAt: ctx.now() })
    }
    if (rows.length > 0) {
      ctx.db.insert(optIns).values(rows).run()
      askSoon(ctx, ctx.now())
    }
    return { asked: rows.length, left: left.sort((a, b) => a.line - b.line) }
  })
}

/** Throws VALIDATION where nobody knows whether a cell says that its reader ended emails. */
async function linesOf({ lines, headings, cleared }: BroughtAddresses, pace: () => Promise<void>): Promise<ListLine[]> {
  const above = headings === undefined ? [] : [headings]
  const text = [...above, ...lines].map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\n')
  const { lines: read, unclear } = await readList(text, cleared, pace)
  const [first] = unclear
  if (first === undefined) return read.map((each) => ({ ...each, line: each.line - above.length }))
  throw invalid(
    'lines',
    say('The column “{column}” has “{cell}”, and nobody can tell whether its reader ended your emails.', first),
    say('Say so in `cleared`, or leave these lines out.'),
  )
}

const askedLately = ({ db, now }: Ctx, artistId: string): number =>
  db
    .select({ asked: count() })
    .from(optIns)
    .where(and(eq(optIns.artistId, artistId), gt(optIns.createdAt, now() - mostAskedMs), isBrought))
    .get()?.asked ?? 0
