import { desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { coMessages } from '../../../db/schema/room/co-casset.ts'
import { artistOf } from '../../account/artist.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Comment } from '../../casset/comment/shape.ts'
import { isMember } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import type { OpenedStream } from '../../platform/edge/send-events.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type RoomEvent, type RoomPast, recentComments } from '../../platform/hub/event.ts'
import { memberCasset } from './find-co-casset.ts'
import type { Message } from './model.ts'
import { toMessage, toPerson } from './read-room.ts'

/** The members' room differs from the listeners' room. */
const roomOf = (cassetId: string) => `${prefix}${cassetId}`
const prefix = 'members of '

export const cassetOfMembersRoom = (room: string): string | undefined =>
  room.startsWith(prefix) ? room.slice(prefix.length) : undefined

// Rows are numbered as they are written, and never deleted before their casset: the number is the
// id of the event.
const seq = sql<number>`co_messages.rowid`

const newest = prepared((db) =>
  db
    .select({ seq, message: coMessages, author: artists })
    .from(coMessages)
    .innerJoin(artists, eq(artists.id, coMessages.artistId))
    .where(eq(coMessages.cassetId, sql.placeholder('cassetId')))
    .orderBy(desc(coMessages.id))
    .limit(recentComments),
)

/** Returns a message in the form of streams: a comment about no track. */
function toEvent(id: number, message: Message): RoomEvent {
  const comment: Comment = { ...message, hookId: null, atSec: null, emojiIds: [] }
  return { id, type: 'comment', json: JSON.stringify(comment), commentId: message.id }
}

export function readMembersPast(ctx: Ctx, cassetId: string): RoomPast {
  const events = newest(ctx.db)
    .all({ cassetId })
    .toReversed()
    .map(({ seq, ...row }) => toEvent(seq, toMessage(ctx, row)))
  return { events, recent: events }
}

/** Opens the stream of the members' room (rule: members-room). Throws NOT_FOUND for a stranger. */
export function openMembersRoom(ctx: Ctx, slug: string, viewer: Viewer): OpenedStream {
  const { casset } = memberCasset(ctx, slug, viewer)
  const { userId, sessionId } = viewer
  const member = { userId, sessionId, person: toPerson(ctx, artistOf(ctx, userId)) }
  return { room: roomOf(casset.id), member, past: () => readMembersPast(ctx, casset.id) }
}

export const mayListenAsMember = (ctx: Ctx, cassetId: string, viewer: Viewer): boolean =>
  isMember(ctx, cassetForSale(ctx, cassetId).casset, viewer)

/** Sends members a message. Called after its commit. */
export const publishToMembers = (ctx: Ctx, cassetId: string, id: number, message: Message): void =>
  ctx.bus.publish({ kind: 'stored', room: roomOf(cassetId), event: toEvent(id, message) })

/** Ends the streams of somebody who has left. Called after the commit. */
export const endMembersStream = (ctx: Ctx, cassetId: string, userId: string): void =>
  ctx.bus.publish({ kind: 'end', room: roomOf(cassetId), userId })
