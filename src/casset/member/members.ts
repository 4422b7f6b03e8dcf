import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import type { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import type { Ctx } from '../../context.ts'
import { joinNames } from '../../lib/text/join-names.ts'
import { slugOf } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const ofCasset = prepared((db) => {
  const { id: artistId, userId, handle, displayName, pfpAssetId } = artists
  return db
    .select({ artistId, userId, handle, displayName, pfpAssetId })
    .from(coMembers)
    .innerJoin(artists, eq(artists.id, coMembers.artistId))
    .where(
      and(eq(coMembers.cassetId, sql.placeholder('cassetId')), isNotNull(coMembers.joinedAt), isNull(coMembers.leftAt)),
    )
    .orderBy(asc(coMembers.position))
})

/** An artist who has accepted to be a member of a co-casset. */
export type Member = ReturnType<ReturnType<typeof ofCasset>['all']>[number]

/** Returns a co-casset's members, its creator first; an empty list for any other casset. */
export const membersOf = ({ db }: Ctx, cassetId: string): Member[] => ofCasset(db).all({ cassetId })

export const artistsBehind = (ctx: Ctx, artistId: string, cassetId: string): string[] => [
  ...new Set([artistId, ...membersOf(ctx, cassetId).map((member) => member.artistId)]),
]

/** Returns the accounts of a thing's maker and of all members of the co-cassets that it is on. */
export const accountsBehind = (ctx: Ctx, makerId: string, cassetIds: readonly string[]): string[] => [
  ...new Set([makerId, ...cassetIds.flatMap((id) => membersOf(ctx, id)).map(({ userId }) => userId)]),
]

type Shared = Pick<typeof cassets.$inferSelect, 'id' | 'slug'>
type Credited = Pick<typeof cassets.$inferSelect, 'id' | 'slug' | 'word'>

export const isMember = (ctx: Ctx, { id, slug }: Shared, viewer: Pick<Viewer, 'artistId'> | null): boolean =>
  slug !== null && viewer !== null && membersOf(ctx, id).some(({ artistId }) => artistId === viewer.artistId)

/** Returns an artist as a casset credits them: its slug, and of a co-casset all the names. */
export function credited<A extends { handle: string; displayName: string }>(
  ctx: Ctx,
  { id, slug, word }: Credited,
  artist: A,
  mostNames?: number,
): A {
  if (slug === null) return word === null ? artist : { ...artist, handle: slugOf({ slug, word }, artist.handle) }
  const names = membersOf(ctx, id).map(({ displayName }) => displayName)
  return { ...artist, handle: slug, displayName: joinNames(names, mostNames) }
}
