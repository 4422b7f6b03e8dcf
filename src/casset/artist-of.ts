import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

type Handle = { handle: SQLWrapper }

/** Returns the slug of a casset as a column of a query, as `slugOf` does of a row. */
export const slugColumn = ({ handle }: Handle = artists): SQL<string> =>
  sql<string>`coalesce(${cassets.slug}, ${handle} || '.' || ${cassets.word}, ${handle})`

const artist = prepared((db) =>
  db
    .select({
      id: artists.id,
      userId: artists.userId,
      handle: slugColumn(),
    })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, sql.placeholder('cassetId'))),
)

/** Returns a casset's artist, or its creator; `handle` is the casset's slug. Throws NOT_FOUND. */
export function artistOf(ctx: Ctx, cassetId: string): { id: string; userId: string; handle: string } {
  const found = artist(ctx.db).get({ cassetId })
  if (!found) throw notFound('casset')
  return found
}
