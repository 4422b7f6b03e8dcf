import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists } from '../../db/schema/account.ts'
import { roomMembers } from '../../db/schema/room.ts'
import { type MemberRow, standingOf } from '../access/room-standing.ts'
import { isOwner, type World } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { readIsoTime } from '../lib/iso-time.ts'
import { toMember } from './list-members.ts'
import type { MemberPatch, RoomMember } from './model.ts'
import { moderatedCasset } from './moderated-casset.ts'

type Room = Pick<World, 'casset' | 'artist'>
type Decision = Partial<Pick<MemberRow, 'muted' | 'banned' | 'moderator' | 'until' | 'reason'>>

/**
 * Mutes, bans or names a moderator, or takes it back (rules 9.6, 9.9). Throws NOT_FOUND, FORBIDDEN for a casset that the
 * caller does not moderate and for what the artist alone decides, VALIDATION, BAD_STATE for the artist.
 */
export function changeMember(ctx: Ctx, slug: string, author: Viewer, handle: string, patch: MemberPatch): RoomMember {
  const { until: asked, ...rest } = patch
  const until = asked === undefined ? {} : { until: readUntil(ctx, asked) }
  const room = moderatedCasset(ctx, slug, author)
  const artist = ctx.db.select().from(artists).where(eq(artists.handle, handle)).get()
  if (!artist) throw notFound('listener')
  decide(ctx, room, author, artist.userId, { ...rest, ...until })
  return toMember(ctx, artist, standingOf(ctx, room.casset.id, artist.userId))
}

function readUntil(ctx: Ctx, asked: string | null): number | null {
  if (asked === null) return null
  const until = readIsoTime(asked)
  if (until === undefined) throw invalid('until', '"until" must be a time like 2026-12-31T23:59:59Z.')
  if (until <= ctx.now()) throw invalid('until', 'This time is in the past.')
  return until
}

/** Decides about an account in a room. Who is banned is no moderator, and their streams end. Throws as `changeMember`. */
export function decide(ctx: Ctx, room: Room, author: Viewer, userId: string, decision: Decision): void {
  const cassetId = room.casset.id
  if (userId === room.artist.userId) {
    throw new AppError('BAD_STATE', 'This is the artist of the room, who cannot be muted, banned or named.')
  }
  const before = standingOf(ctx, cassetId, userId)
  const isForArtist = decision.moderator !== undefined || (before?.moderator === true && userId !== author.userId)
  if (isForArtist && !isOwner(room, author)) {
    throw new AppError('FORBIDDEN', 'Only the artist decides about moderators.')
  }
  const { muted, banned, moderator, until, reason } = { ...nothing, ...before, ...decision }
  const isRefused = muted || banned
  const after = {
    cassetId,
    userId,
    muted,
    banned,
    moderator: moderator && !banned,
    until: isRefused ? until : null,
    reason: isRefused ? reason?.trim() || null : null,
    changedAt: ctx.now(),
  }
  inTransaction(ctx.db, () => {
    const whereThis = and(eq(roomMembers.cassetId, cassetId), eq(roomMembers.userId, userId))
    ctx.db.delete(roomMembers).where(whereThis).run()
    if (isRefused || after.moderator) ctx.db.insert(roomMembers).values(after).run()
  })
  if (banned) ctx.bus.publish({ kind: 'end', room: cassetId, userId })
}

const nothing = { muted: false, banned: false, moderator: false, until: null, reason: null }
