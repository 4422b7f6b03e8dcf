import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { followCounts, follows } from '../../../db/schema/casset/follow.ts'
import type { Ctx } from '../../context.ts'

const { placeholder } = sql

const follow = prepared((db) =>
  db
    .select({ createdAt: follows.createdAt })
    .from(follows)
    .where(and(eq(follows.userId, placeholder('userId')), eq(follows.artistId, placeholder('artistId')))),
)
const followers = prepared((db) =>
  db
    .select({ followers: followCounts.followers })
    .from(followCounts)
    .where(eq(followCounts.artistId, placeholder('artistId'))),
)

/** Returns whether a user follows an artist. */
export const isFollowing = (ctx: Ctx, userId: string, artistId: string): boolean =>
  follow(ctx.db).get({ userId, artistId }) !== undefined

/** Returns the number of an artist's followers. */
export const countFollowers = (ctx: Ctx, artistId: string): number =>
  followers(ctx.db).get({ artistId })?.followers ?? 0
