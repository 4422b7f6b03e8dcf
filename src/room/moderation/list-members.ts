import { and, asc, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { roomMembers } from '../../../db/schema/room/moderation.ts'
import { type MemberRow, presentStatus } from '../../casset/access/member-status.ts'
import { toPerson } from '../../casset/comment/to-comment.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { MembersQuery, RoomMember, RoomMembers } from './model.ts'

type Artist = typeof artists.$inferSelect

export function toMember(ctx: Ctx, artist: Artist, row: MemberRow | undefined): RoomMember {
  const { muted = false, banned = false, moderator = false, until = null, reason = null } = row ?? {}
  const end = isoOf(until)
  return { ...toPerson(ctx, artist), muted, banned, moderator, until: end, reason }
}

function whereState(now: number, state: MembersQuery['state']): SQL | undefined {
  const isModerator = eq(roomMembers.moderator, true)
  const isPresent = or(isNull(roomMembers.until), gt(roomMembers.until, now))
  if (state === 'moderator') return isModerator
  return state === undefined ? or(isModerator, isPresent) : and(eq(roomMembers[state], true), isPresent)
}

export function listMembers(ctx: Ctx, cassetId: string, query: MembersQuery, limit: number): RoomMembers {
  const { cursor, state } = query
  const whereFurther = cursor === undefined ? undefined : gt(roomMembers.userId, cursor)
  const rows = ctx.db
    .select({ member: roomMembers, artist: artists })
    .from(roomMembers)
    .innerJoin(artists, eq(artists.userId, roomMembers.userId))
    .where(and(eq(roomMembers.cassetId, cassetId), whereState(ctx.now(), state), whereFurther))
    .orderBy(asc(roomMembers.userId))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ member }) => member.userId)
  return { members: page.map(({ member, artist }) => toMember(ctx, artist, presentStatus(ctx, member))), nextCursor }
}
