import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { roomMembers } from '../../../db/schema/room/moderation.ts'
import { artistOf } from '../../account/artist.ts'
import { notify } from '../../account/notification/notify.ts'
import { type MemberRow, memberStatusOf } from '../../casset/access/member-status.ts'
import { isOwner, type World } from '../../casset/access/visible-casset.ts'
import { namedArtist } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isoOf, readIsoTime } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { settleHidden } from '../comment/comment-notification.ts'
import { stopLeading } from '../listener/lead.ts'
import { moderatedCasset } from '../moderated-casset.ts'
import { roomDetails } from '../room-details.ts'
import { toMember } from './list-members.ts'
import { memberStatusNotification } from './member-notification.ts'
import type { MemberPatch, RoomMember } from './model.ts'

type Room = Pick<World, 'casset' | 'artist'>
type Decision = Partial<Pick<MemberRow, 'muted' | 'banned' | 'moderator' | 'until' | 'reason'>>

/**
 * Mutes or bans somebody, names a moderator, or undoes that (rules: mutes-and-bans, moderators).
 * Throws NOT_FOUND, FORBIDDEN for a casset that the caller does not moderate and for decisions of
 * the artist alone, VALIDATION, BAD_STATE for the artist.
 */
export function changeMember(ctx: Ctx, slug: string, author: Viewer, handle: string, patch: MemberPatch): RoomMember {
  const { until: asked, ...rest } = patch
  const until = asked === undefined ? {} : { until: readUntil(ctx, asked) }
  const room = moderatedCasset(ctx, slug, author)
  const { userId } = namedArtist(ctx, handle, author) ?? {}
  if (userId === undefined) throw notFound('listener')
  decideMember(ctx, room, author, userId, { ...rest, ...until })
  return toMember(ctx, artistOf(ctx, userId), memberStatusOf(ctx, room.casset.id, userId))
}

function readUntil(ctx: Ctx, asked: string | null): number | null {
  if (asked === null) return null
  const until = readIsoTime(asked)
  if (until === undefined) throw invalid('until', say('"until" must be a time like 2026-12-31T23:59:59Z.'))
  if (until <= ctx.now()) throw invalid('until', say('This time is in the past.'))
  return until
}

/** A banned moderator loses that role, and their streams end. Throws as `changeMember`. */
export function decideMember(ctx: Ctx, room: Room, author: Viewer, userId: string, decision: Decision): void {
  const cassetId = room.casset.id
  if (userId === room.artist.userId) {
    throw new AppError(
      'BAD_STATE',
      say('This is the artist of the room, who cannot be muted, banned or made a moderator.'),
    )
  }
  const before = memberStatusOf(ctx, cassetId, userId)
  const isForArtist = decision.moderator !== undefined || (before?.moderator === true && userId !== author.userId)
  if (isForArtist && !isOwner(room, author)) {
    throw new AppError('FORBIDDEN', say('Only the artist decides about moderators.'))
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
    notifyOfStatus(ctx, room, before, after)
    if (isRefused) settleHidden(ctx, room, { authorId: userId, createdAt: ctx.now() })
  })
  if (isRefused) stopLeading(ctx, cassetId, userId)
  if (banned) ctx.bus.publish({ kind: 'end', room: cassetId, userId })
}

type State = 'muted' | 'banned' | 'moderator' | 'free'

function stateOf({ muted, banned, moderator }: Pick<MemberRow, 'muted' | 'banned' | 'moderator'>): State {
  if (banned) return 'banned'
  if (muted) return 'muted'
  return moderator ? 'moderator' : 'free'
}

function notifyOfStatus(ctx: Ctx, room: Room, before: MemberRow | undefined, after: MemberRow): void {
  const state = stateOf(after)
  if (state === stateOf(before ?? nothing)) return
  const { until, reason, userId, changedAt } = after
  const end = isoOf(until)
  const details = { ...roomDetails(room), state, until: end, reason }
  const key = `${room.casset.id}:${state}:${changedAt}`
  notify(ctx, memberStatusNotification, { artistId: artistOf(ctx, userId).id, key, details })
}

const nothing = { muted: false, banned: false, moderator: false, until: null, reason: null }
