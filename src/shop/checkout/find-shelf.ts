import { desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { plainText } from '../../lib/text/search-words.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { shelvedPurchases } from './purchases.ts'

export type ShelfOrder = 'newest' | 'oldest' | 'artist' | 'name'

/** The page of a shelf that somebody asks for, from 1, and the words that its cassets have. */
export type ShelfSearch = { q: string; order: ShelfOrder; page: number; limit: number }

/** As many as a person looks through in one step of some milliseconds. */
const mostSearched = 2_000

const all = prepared((db) =>
  db
    .select({ id: purchases.id, name: cassets.name, artist: artists.displayName, handle: artists.handle })
    .from(purchases)
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(purchases.userId, sql.placeholder('userId')))
    .orderBy(desc(purchases.id))
    .limit(mostSearched),
)

type Found = ReturnType<ReturnType<typeof all>['all']>[number]

const collator = inEachLanguage((locale) => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }))

const sorted: Readonly<Record<ShelfOrder, (rows: Found[]) => Found[]>> = {
  newest: (rows) => rows,
  oldest: (rows) => rows.toReversed(),
  artist: (rows) =>
    rows.toSorted((a, b) => collator().compare(a.artist, b.artist) || collator().compare(a.name, b.name)),
  name: (rows) => rows.toSorted((a, b) => collator().compare(a.name, b.name)),
}

/**
 * Returns a page of the caller's purchases whose casset or artist has all these words, in an order,
 * and how many there are in all.
 */
export function findShelf(ctx: Ctx, { userId }: Viewer, { q, order, page, limit }: ShelfSearch) {
  const words = plainText(q).split(/\s+/).filter(Boolean)
  const rows = all(ctx.db)
    .all({ userId })
    .filter(({ name, artist, handle }) => {
      const text = plainText(`${name} ${artist} ${handle}`)
      return words.every((word) => text.includes(word))
    })
  const ids = sorted[order](rows)
    .slice((page - 1) * limit, page * limit)
    .map(({ id }) => id)
  return { page: shelvedPurchases(ctx, ids), found: rows.length }
}
