import { and, asc, eq, exists, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { cassetUsage } from '../../../db/schema/casset/usage.ts'
import { slugColumn } from '../../casset/artist-of.ts'
import { beginsReservedWord } from '../../casset/tape-word.ts'
import { termsOfSite } from '../../casset/usage/read-terms.ts'
import { reservedColumn } from '../../casset/usage/reserved-column.ts'
import { isReserved, tdmEntry } from '../../casset/usage/tdm.ts'
import type { Ctx } from '../../context.ts'
import { pagePath, splitSlug } from '../../lib/text/slug.ts'
import { addresses } from '../../release/rendering/addresses.ts'

/** The most cassets that are looked at, those first that may be open; for all others `/` counts. */
const mostCassets = 1000

const { placeholder } = sql
const tapes = alias(cassets, 'tapes')
// The plus keeps SQLite from walking all published cassets instead of the few that are asked for.
const whereShown = (of: typeof cassets | typeof tapes) => sql`+${of.published} AND ${of.privacy} <> 'private'`

const listed = prepared((db) => {
  const ofArtist = and(eq(tapes.artistId, cassets.artistId), isNull(tapes.slug), whereShown(tapes))
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

// Handles, slugs and words have no character after z.
const begins = (column: SQLWrapper) =>
  sql`${column} > ${placeholder('text')} AND ${column} < ${placeholder('text')} || '{'`
const selectReserved = (db: Db, which: SQL) =>
  db
    .select({ slug: slugColumn() })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(and(which, whereShown(cassets), reservedColumn(cassets.id)))
const byHandle = prepared((db) => selectReserved(db, begins(artists.handle)))
const bySlug = prepared((db) => selectReserved(db, begins(cassets.slug)))
const byWord = prepared((db) =>
  selectReserved(db, sql`${artists.handle} = ${placeholder('handle')} AND ${begins(cassets.word)}`),
)

/**
 * Returns the entries of /.well-known/tdmrep.json: one for each artist and co-casset, one for a
 * tape where it differs from its artist's, and `/` for all else. The first that an address begins
 * with is the longest, too (rule: policy-documents).
 */
export function tdmEntries(ctx: Ctx) {
  const policyUrl = ctx.site.origin + addresses.siteOffer
  const places = placesOf(ctx)
  const entries = [...places]
    .filter(([slug, isHeld]) => isHeld || !widens(ctx, places, slug))
    .map(([slug, isHeld]) => tdmEntry(isHeld, pagePath(slug), policyUrl))
    .sort((a, b) => (a.location < b.location ? 1 : -1))
  return [...entries, tdmEntry(isReserved(termsOfSite(ctx)), '/', policyUrl)]
}

/** Returns whether the rights are reserved, by slug: an artist's with those of all their tapes. */
function placesOf(ctx: Ctx): Map<string, boolean> {
  const places = new Map<string, boolean>()
  for (const { handle, slug, word, isHeld, isArtistHeld } of listed(ctx.db).all()) {
    places.set(slug ?? handle, slug === null ? isArtistHeld : isHeld)
    if (word !== null && isHeld !== isArtistHeld && !beginsReservedWord(word)) places.set(`${handle}.${word}`, isHeld)
  }
  return places
}

/**
 * Returns whether an open entry would be read for a page whose address only begins alike, and that
 * is reserved without an entry of its own.
 */
function widens(ctx: Ctx, places: ReadonlyMap<string, boolean>, slug: string): boolean {
  const { handle, word } = splitSlug(slug)
  const begun =
    word === undefined
      ? [...byHandle(ctx.db).all({ text: slug }), ...bySlug(ctx.db).all({ text: slug })]
      : byWord(ctx.db).all({ handle, text: word })
  return begun.some((other) => places.get(other.slug) !== true)
}
