import { and, asc, eq, gt, gte, or, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { followCounts, follows } from '../../../db/schema/casset/follow.ts'
import type { Ctx } from '../../context.ts'

const { placeholder } = sql

const follow = partsBy(follows, ['createdAt'], 'userId', 'artistId')
const followers = partsBy(followCounts, ['followers'], 'artistId')

export const isFollowing = (ctx: Ctx, userId: string, artistId: string): boolean =>
  follow(ctx.db).get({ userId, artistId }) !== undefined

const nextFollowers = prepared((db) => {
  const { userId, artistId, createdAt } = follows
  const after = placeholder('afterAt')
  return db
    .select({ userId, artistId: artists.id, createdAt })
    .from(follows)
    .innerJoin(artists, eq(artists.userId, userId))
    .where(
      and(
        eq(artistId, placeholder('artistId')),
        gte(createdAt, after),
        or(gt(createdAt, after), gt(userId, placeholder('after'))),
      ),
    )
    .orderBy(asc(createdAt), asc(userId))
    .limit(placeholder('most'))
})

/**
 * Returns a page of an artist's followers, each with the id of their own artist, after the one that
 * a page ended with; `afterAt` is when that one began to follow (ms).
 */
export const followersAfter = ({ db }: Ctx, artistId: string, page: { after: string; afterAt: number; most: number }) =>
  nextFollowers(db).all({ artistId, ...page })

export const countFollowers = (ctx: Ctx, artistId: string): number =>
  followers(ctx.db).get({ artistId })?.followers ?? 0
