import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

const byId = prepared((db) =>
  db
    .select({ name: artists.displayName, handle: artists.handle })
    .from(artists)
    .where(eq(artists.id, sql.placeholder('artistId'))),
)

/** Returns the present names of an artist, also of one who deleted their account. */
export const artistNames = ({ db }: Pick<Ctx, 'db'>, artistId: string): { name: string; handle: string } | undefined =>
  byId(db).get({ artistId })
