import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { cassetUsage } from '../../../db/schema/casset/usage.ts'
import type { Ctx } from '../../context.ts'
import { beginningsOf } from '../../lib/text/search-words.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { browseIndex } from './browse-index.ts'

// Asked again of those that are shown: the index may be a minute old. In a plain join SQLite begins
// with all listed cassets.
const listedAmong = prepared((db) =>
  db
    .select({
      id: artists.id,
      handle: artists.handle,
      name: artists.displayName,
      hasFirst: sql`max(${cassets.word} IS NULL)`.mapWith(Boolean),
    })
    .from(artists)
    .crossJoin(cassets)
    .where(
      and(
        eq(cassets.artistId, artists.id),
        isAmong(artists.id, sql.placeholder('ids')),
        isNull(cassets.slug),
        eq(cassets.published, true),
        eq(cassets.privacy, 'public'),
        notExists(
          db
            .select({ one: cassetUsage.cassetId })
            .from(cassetUsage)
            .where(and(eq(cassetUsage.cassetId, cassets.id), eq(cassetUsage.isFound, false))),
        ),
      ),
    )
    .groupBy(artists.id),
)

/** Returns those among artists who have public music that the search finds. */
export const listedArtists = ({ db }: Ctx, ids: readonly string[]) => listedAmong(db).all({ ids: JSON.stringify(ids) })

/**
 * Returns a page, from 1, of the artists with public music whose name and handle have a word with
 * each of the typed beginnings, by name, and whether more follow; nothing for a text without a
 * word.
 */
export async function searchArtists(ctx: Ctx, q: string, { page, limit }: { page: number; limit: number }) {
  const beginnings = beginningsOf(q)
  if (beginnings.length === 0) return { artists: [], hasMore: false }
  const index = await browseIndex(ctx)
  const pace = createPace(ctx.monotonicMs)
  const wanted = page * limit + 1
  const found: string[] = []
  const hasAll = ({ words }: { words: string }) => beginnings.every((each) => words.includes(each))
  for (const block of index.blocks) {
    if (found.length >= wanted) break
    if (hasAll(block)) found.push(...block.artists.filter(hasAll).map(({ id }) => id))
    await pace()
  }
  const ids = found.slice((page - 1) * limit, page * limit)
  const byId = new Map(listedArtists(ctx, ids).map((row) => [row.id, row]))
  return { artists: ids.flatMap((id) => byId.get(id) ?? []), hasMore: found.length >= wanted }
}
