import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'

const answered = prepared((db) =>
  db
    .select({ address: users.email })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(
      and(
        eq(artists.id, sql.placeholder('artistId')),
        eq(artists.takesAnswers, true),
        isNotNull(users.emailVerifiedAt),
        isNull(users.suspended),
      ),
    ),
)

/** Returns an artist's own address, where they confirmed it and chose it for answers. */
export const ownAnswers = ({ db }: Ctx, artistId: string): string | null =>
  answered(db).get({ artistId })?.address ?? null

/** Returns the address of answers to an artist: their own, else the site's (rule: emails). */
export const answersTo = (ctx: Ctx, artistId: string): string | null =>
  ownAnswers(ctx, artistId) ?? ctx.config.site.contactEmail
