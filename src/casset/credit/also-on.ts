import { and, desc, eq, exists, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { whereShown } from '../access/held-track.ts'
import { tapeDay } from '../read-tapes.ts'
import { listedEntries, type RackEntry } from '../recent-cassets.ts'
import { isOfConsent } from './of-consent.ts'
import { pageOfArtist } from './page-of-artist.ts'

/** How many names of an account lead to its page at most, and with them cassets of others. */
export const mostAlsoOn = 500

/** As the partial index has it. */
export const isAgreed = sql`${creditConsents.state} = 'AGREED'`

const ofOthers = prepared((db) =>
  db
    .selectDistinct({ id: cassets.id, day: tapeDay })
    .from(creditConsents)
    .innerJoin(cassets, eq(cassets.id, creditConsents.cassetId))
    .where(
      and(
        eq(creditConsents.artistId, sql.placeholder('artistId')),
        isAgreed,
        ne(cassets.artistId, sql.placeholder('artistId')),
        eq(cassets.published, true),
        eq(cassets.privacy, 'public'),
        exists(
          db
            .select({ one: sql`1` })
            .from(creditedAccounts)
            .innerJoin(tracks, eq(tracks.id, creditedAccounts.trackId))
            .where(and(isOfConsent, whereShown)),
        ),
      ),
    )
    .orderBy(desc(tapeDay), desc(cassets.id))
    .limit(sql.placeholder('most')),
)

/**
 * Returns the public cassets of others on which a name leads to an artist's page, the newest first
 * (rule: credited-accounts).
 */
export function alsoOn(ctx: Ctx, artistId: string, most: number): RackEntry[] {
  const found = ofOthers(ctx.db).all({ artistId, most })
  if (found.length === 0 || pageOfArtist(ctx, artistId) === undefined) return []
  return listedEntries(
    ctx,
    found.map(({ id }) => id),
  )
}
