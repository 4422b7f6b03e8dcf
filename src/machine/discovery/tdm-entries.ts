import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { cassetUsage } from '../../../db/schema/casset/usage.ts'
import { termsOfSite } from '../../casset/usage/read-terms.ts'
import { reservedColumn } from '../../casset/usage/reserved-column.ts'
import { isReserved, tdmEntry } from '../../casset/usage/tdm.ts'
import type { Ctx } from '../../context.ts'
import { pagePath } from '../../lib/text/slug.ts'

/** The most cassets that are looked at, those first that may be open; for all others `/` counts. */
const mostCassets = 1000

const tapes = alias(cassets, 'tapes')
const shown = alias(cassetUsage, 'shown')

const listed = prepared((db) => {
  // The plus keeps SQLite from walking all that is shown instead of the few that are asked for.
  const ofArtist = and(eq(tapes.artistId, cassets.artistId), isNull(tapes.slug), sql`+${shown.isShown}`)
  return db
    .select({
      handle: artists.handle,
      slug: cassets.slug,
      word: cassets.word,
      isHeld: reservedColumn(cassets.id),
      isArtistHeld: exists(
        db
          .select({ id: tapes.id })
          .from(tapes)
          .innerJoin(shown, eq(shown.cassetId, tapes.id))
          .where(and(ofArtist, reservedColumn(tapes.id))),
      ).mapWith(Boolean),
    })
    .from(cassetUsage)
    .innerJoin(cassets, eq(cassets.id, cassetUsage.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(sql`${cassetUsage.isListed} = 1`)
    .orderBy(asc(cassetUsage.hasDefaults), asc(cassetUsage.cassetId))
    .limit(mostCassets)
})

/**
 * Returns the patterns of a page and all below it (TDMRep). An open one is about no other page that
 * begins alike, and a reader that knows no patterns finds `/` instead.
 */
const locationsOf = (path: string, isHeld: boolean) => (isHeld ? [path] : [`${path}$`, `${path}/`])

/**
 * Returns the entries of /.well-known/tdmrep.json: one for each artist and co-casset, one for a
 * tape where it differs from its artist's, and `/` for all else. The first that fits an address is
 * the longest, too (rule: policy-documents).
 */
export function tdmEntries(ctx: Ctx) {
  const entries = [...placesOf(ctx)]
    .flatMap(([slug, isHeld]) => locationsOf(pagePath(slug), isHeld).map((location) => tdmEntry(isHeld, location)))
    .sort((a, b) => (a.location < b.location ? 1 : -1))
  return [...entries, tdmEntry(isReserved(termsOfSite(ctx)), '/')]
}

/** Returns whether the rights are reserved, by slug: an artist's with those of all their tapes. */
function placesOf(ctx: Ctx): Map<string, boolean> {
  const places = new Map<string, boolean>()
  for (const { handle, slug, word, isHeld, isArtistHeld } of listed(ctx.db).all()) {
    places.set(slug ?? handle, slug === null ? isArtistHeld : isHeld)
    if (word !== null && isHeld !== isArtistHeld) places.set(`${handle}.${word}`, isHeld)
  }
  return places
}
