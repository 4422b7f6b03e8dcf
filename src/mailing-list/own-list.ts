import { setImmediate } from 'node:timers/promises'
import { and, asc, count, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../db/schema/account.ts'
import { mailingConsents as consents } from '../../db/schema/mailing-list.ts'
import type { Ctx } from '../context.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { Viewer } from '../http/session.ts'
import { dateOf, dayAt } from '../lib/calendar.ts'
import { csvLine, csvMark } from '../lib/csv.ts'

// They are written in one go, in about 2 ms: nobody else is served meanwhile.
const linesAtOnce = 250

/** Returns how many are on an artist's mailing list now. */
export const countOnList = ({ db }: Ctx, artistId: string): number =>
  db.select({ count: count() }).from(consents).where(isNowOf(artistId)).get()?.count ?? 0

/** Returns a response that streams an artist's mailing list as a CSV file: those who consent now, oldest first. */
export const answerList = (ctx: Ctx, { artistId, handle }: Viewer): Response =>
  sendCsv(listLines(ctx, artistId), `mailing-list-${handle}-${dateOf(dayAt(ctx.now()))}`)

const isNowOf = (artistId: string) => and(eq(consents.artistId, artistId), isNull(consents.endedAt))

async function* listLines(ctx: Ctx, artistId: string): AsyncGenerator<string> {
  yield csvMark + csvLine(['email', 'name', 'since', 'text'])
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = pageAfter(ctx, artistId, after)
    const lines = rows.map(({ email, name, givenAt, text }) =>
      csvLine([email, name ?? '', new Date(givenAt).toISOString(), text]),
    )
    if (lines.length > 0) yield lines.join('')
    // A reader who takes everything at once must not keep the others waiting.
    await setImmediate()
    after = rows.length < linesAtOnce ? undefined : rows.at(-1)?.id
  }
}

function pageAfter({ db }: Ctx, artistId: string, after: string) {
  const giver = alias(artists, 'giver')
  const { id, email, givenAt, text, userId } = consents
  return db
    .select({ id, email, givenAt, text, name: giver.displayName })
    .from(consents)
    .leftJoin(giver, eq(giver.userId, userId))
    .where(and(isNowOf(artistId), gt(id, after)))
    .orderBy(asc(id))
    .limit(linesAtOnce)
    .all()
}
