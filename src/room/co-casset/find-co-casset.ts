import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import type { CassetRow } from '../../casset/casset.ts'
import type { Place } from '../../casset/member/place.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mostMemberships } from './most-members.ts'

export type Shared = { casset: CassetRow; place: Place }

const isInvited = isNull(coMembers.leftAt)

/** Finds it for members and people invited. Throws NOT_FOUND for everybody else. */
export function sharedCasset({ db }: Ctx, slug: string, { artistId }: Pick<Viewer, 'artistId'>): Shared {
  const row = db
    .select({ casset: cassets, place: coMembers })
    .from(cassets)
    .innerJoin(coMembers, and(eq(coMembers.cassetId, cassets.id), eq(coMembers.artistId, artistId), isInvited))
    .where(eq(cassets.slug, slug))
    .get()
  if (!row) throw notFound('co-casset')
  return row
}

/** The same for members only: invited artists have to accept first. */
export function memberCasset(ctx: Ctx, slug: string, author: Viewer): Shared {
  const shared = sharedCasset(ctx, slug, author)
  if (shared.place.joinedAt === null) throw notFound('co-casset')
  return shared
}

const mostShown = 50

const placesOf = ({ db }: Ctx, artistId: string, which: SQL, most: number): Shared[] =>
  db
    .select({ casset: cassets, place: coMembers })
    .from(coMembers)
    .innerJoin(cassets, eq(cassets.id, coMembers.cassetId))
    .where(and(eq(coMembers.artistId, artistId), which, isInvited))
    .orderBy(desc(coMembers.cassetId))
    .limit(most)
    .all()

/** Returns somebody's co-cassets, newest first. */
export const membershipsOf = (ctx: Ctx, { artistId }: Pick<Viewer, 'artistId'>): Shared[] =>
  placesOf(ctx, artistId, isNotNull(coMembers.joinedAt), mostMemberships)

/** Returns somebody's newest invitations to co-cassets. Strangers may send any number of them. */
export const newestInvitations = (ctx: Ctx, { artistId }: Pick<Viewer, 'artistId'>): Shared[] =>
  placesOf(ctx, artistId, isNull(coMembers.joinedAt), mostShown)

/** Returns all members and invited artists of a co-casset, its creator first. */
export const peopleOf = ({ db }: Ctx, cassetId: string) =>
  db
    .select({ place: coMembers, artist: artists })
    .from(coMembers)
    .innerJoin(artists, eq(artists.id, coMembers.artistId))
    .where(and(eq(coMembers.cassetId, cassetId), isInvited))
    .orderBy(asc(coMembers.position))
    .all()
