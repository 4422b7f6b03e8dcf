import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

const byArtist = prepared((db) =>
  db
    .select({ id: users.id })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(and(eq(artists.id, sql.placeholder('artistId')), isNotNull(users.suspended))),
)

/** Returns whether the site suspended the account of an artist (rule: suspension). */
export const isArtistSuspended = ({ db }: Pick<Ctx, 'db'>, artistId: string): boolean =>
  byArtist(db).get({ artistId }) !== undefined
