import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents, mailingListCounts } from '../../../db/schema/audience/mailing-list.ts'
import type { Ctx } from '../../context.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sendCsv } from '../../platform/http/answer/send-csv.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const { placeholder } = sql

// A batch is written in one step of about 0.5 ms.
const linesAtOnce = 50

const counted = partsBy(mailingListCounts, ['people'], 'artistId')

export const countOnList = ({ db }: Ctx, artistId: string): number => counted(db).get({ artistId })?.people ?? 0

/** Returns how many follow the artist by email, without an account (rule: follow-by-email). */
export const countFollowingByEmail = ({ db }: Ctx, artistId: string): number =>
  followingByEmail(db).get({ artistId })?.people ?? 0

const followingByEmail = prepared((db) => {
  // Written out, as the index does.
  const isFollower = sql`${consents.givenFrom} = 'follow'`
  const isTheirs = and(eq(consents.artistId, placeholder('artistId')), isFollower)
  return db
    .select({ people: count() })
    .from(consents)
    .where(and(isTheirs, isNull(consents.endedAt), isNull(consents.userId)))
})

/** Lists the people who consent now, oldest first. */
export const answerList = (ctx: Ctx, { artistId, handle }: Viewer): Response =>
  sendCsv(listLines(ctx, artistId), `mailing-list-${handle}-${dateOf(dayAt(ctx.now()))}`)

async function* listLines(ctx: Ctx, artistId: string): AsyncGenerator<string> {
  yield csvMark + csvLine(['email', 'name', 'since', 'text'])
  const pace = createPace(ctx.monotonicMs)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = pageAfter(ctx.db).all({ artistId, after })
    const lines = rows.map(({ email, name, givenAt, text }) =>
      csvLine([email, name ?? '', new Date(givenAt).toISOString(), text]),
    )
    if (lines.length > 0) yield lines.join('')
    // A fast reader must not keep the others waiting.
    await pace()
    after = rows.length < linesAtOnce ? undefined : rows.at(-1)?.id
  }
}

const giver = alias(artists, 'giver')

const pageAfter = prepared((db) => {
  const { id, email, givenAt, text, userId, artistId, endedAt } = consents
  const isNow = and(eq(artistId, placeholder('artistId')), isNull(endedAt), gt(id, placeholder('after')))
  return db
    .select({ id, email, givenAt, text, name: giver.displayName })
    .from(consents)
    .leftJoin(giver, eq(giver.userId, userId))
    .where(isNow)
    .orderBy(asc(id))
    .limit(linesAtOnce)
})
