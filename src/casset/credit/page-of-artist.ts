import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { artistPath } from '../../lib/text/slug.ts'

const shown = prepared((db) =>
  db
    .select({ handle: artists.handle, hasFirst: sql`max(${cassets.word} IS NULL)`.mapWith(Boolean) })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .innerJoin(cassets, eq(cassets.artistId, artists.id))
    .where(
      and(
        eq(artists.id, sql.placeholder('artistId')),
        isNull(users.deletedAt),
        isNull(users.suspended),
        isNull(cassets.slug),
        eq(cassets.published, true),
        eq(cassets.privacy, 'public'),
      ),
    )
    .groupBy(artists.id),
)

/** Returns the path of an artist's page; undefined for one who has none that everybody may find. */
export function pageOfArtist({ db }: Pick<Ctx, 'db'>, artistId: string): string | undefined {
  const found = shown(db).get({ artistId })
  return found && artistPath(found)
}
