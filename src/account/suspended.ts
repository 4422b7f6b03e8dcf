import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { givenState } from '../platform/own-state.ts'

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

/** When an account was suspended, and until when; null as long as it lasts. */
export type Suspension = { begunAt: number; endedAt: number | null }

/** The suspensions of an account, the oldest first: the room that decides about them knows them. */
export const suspensionsOf = givenState<{ readAll(ctx: Ctx, userId: string): readonly Suspension[] }>('suspensions')

const account = prepared((db) =>
  db
    .select({ userId: artists.userId })
    .from(artists)
    .where(eq(artists.id, sql.placeholder('artistId'))),
)

/**
 * Returns when an artist has had this much time since a moment, not counting suspensions; a present
 * one is taken to end now.
 */
export function endOfTime(ctx: Ctx, artistId: string, since: number, lengthMs: number): number {
  const { userId = '' } = account(ctx.db).get({ artistId }) ?? {}
  return suspensionsOf(ctx)
    .readAll(ctx, userId)
    .reduce((end, { begunAt, endedAt }) => {
      const lastedMs = (endedAt ?? ctx.now()) - Math.max(begunAt, since)
      return begunAt < end && lastedMs > 0 ? end + lastedMs : end
    }, since + lengthMs)
}
