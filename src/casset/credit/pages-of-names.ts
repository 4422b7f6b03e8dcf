import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'
import type { Ctx } from '../../context.ts'
import { isOfConsent } from './of-consent.ts'
import { pageOfArtist } from './page-of-artist.ts'

/** Of more names than that on a casset the rest are names alone: a page reads no more of them. */
const mostLinked = 2_000

const agreed = prepared((db) =>
  db
    .select({ trackId: creditedAccounts.trackId, name: creditedAccounts.name, artistId: creditedAccounts.artistId })
    .from(creditedAccounts)
    .innerJoin(creditConsents, and(isOfConsent, eq(creditConsents.state, 'AGREED')))
    .where(eq(creditedAccounts.cassetId, sql.placeholder('cassetId')))
    .limit(mostLinked),
)

/**
 * Returns a function that gives the path to which a name on a track of a casset leads; undefined
 * where it is the name alone (rule: credited-accounts).
 */
export function pagesOfNames(ctx: Ctx, cassetId: string): (trackId: string, name: string) => string | undefined {
  const rows = agreed(ctx.db).all({ cassetId })
  if (rows.length === 0) return () => undefined
  const pages = new Map([...new Set(rows.map(({ artistId }) => artistId))].map((id) => [id, pageOfArtist(ctx, id)]))
  const byTrack = Map.groupBy(rows, ({ trackId }) => trackId)
  return (trackId, wanted) => {
    const found = byTrack.get(trackId)?.find(({ name }) => name === wanted)
    return found && pages.get(found.artistId)
  }
}
