import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { coMembers, coSplitParts, coSplits } from '../../../db/schema/casset/member.ts'
import type { Ctx } from '../../context.ts'

const ofCasset = prepared((db) =>
  db
    .select({
      artistId: artists.id,
      userId: users.id,
      displayName: artists.displayName,
      basisPoints: coSplitParts.basisPoints,
      stays: sql`${users.role} = 'owner'`.mapWith(Boolean),
    })
    .from(coSplits)
    .innerJoin(coSplitParts, eq(coSplitParts.splitsId, coSplits.id))
    .innerJoin(coMembers, and(eq(coMembers.cassetId, coSplits.cassetId), eq(coMembers.artistId, coSplitParts.artistId)))
    .innerJoin(artists, eq(artists.id, coMembers.artistId))
    .innerJoin(users, eq(users.id, artists.userId))
    .where(
      and(
        eq(coSplits.cassetId, sql.placeholder('cassetId')),
        isNotNull(coSplits.heldAt),
        isNull(coSplits.endedAt),
        isNotNull(coMembers.joinedAt),
        isNull(coMembers.leftAt),
      ),
    )
    .orderBy(asc(coMembers.position)),
)

/** A member of a co-casset with their share; `stays`: they own the instance. */
export type Share = ReturnType<ReturnType<typeof ofCasset>['all']>[number]

/**
 * Returns the members who divide a co-casset's next sale, its creator first. Their shares are
 * weights: without members who are only invited, or have left, they sum to less than a hundred
 * percent (rule: splits).
 */
export const sharesOf = ({ db }: Pick<Ctx, 'db'>, cassetId: string): Share[] => ofCasset(db).all({ cassetId })
