import { Type as t } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { roomMembers } from '../../../db/schema/room/moderation.ts'
import { artistOf } from '../../account/artist.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { ownerOf } from '../../account/owner/make-owner.ts'
import type { World } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { hourAt } from '../../lib/time/calendar.ts'
import { RoomDetails, roomDetails } from '../room-details.ts'

export const reportNotification = defineNotification('comment-report', {
  digest: 'news',
  details: t.Object(RoomDetails),
  message: ({ name }) => ({
    title: say('A comment in the room of {name} is reported', { name }),
    text: say('It waits for a decision in the studio.'),
    path: '/studio/room',
  }),
})

const mostTold = 50

const moderatorsOf = prepared((db) =>
  db
    .select({ id: artists.id, userId: artists.userId })
    .from(roomMembers)
    .innerJoin(artists, eq(artists.userId, roomMembers.userId))
    .where(and(eq(roomMembers.cassetId, sql.placeholder('cassetId')), sql`${roomMembers.moderator} = 1`))
    .limit(mostTold),
)

type Room = Pick<World, 'casset' | 'artist'>

/**
 * Notifies the moderators of a room that one of its comments is reported: the artist and
 * moderators, the first of an hour, but not the writer. For a comment by one of them the owner of
 * the instance is notified too (rule: reports). Called in the transaction of the report.
 */
export function notifyOfReport(ctx: Ctx, room: Room, authorId: string, reporterId: string): void {
  const { casset, artist } = room
  const moderators = moderatorsOf(ctx.db).all({ cassetId: casset.id })
  const told = new Map([artist, ...moderators].map(({ id, userId }) => [userId, id]))
  const owner = told.has(authorId) ? ownerOf(ctx) : undefined
  if (owner) told.set(owner.userId, artistOf(ctx, owner.userId).id)
  told.delete(authorId)
  const key = `${casset.id}:${hourAt(ctx.now())}`
  const actorId = artistOf(ctx, reporterId).id
  for (const artistId of told.values()) {
    notify(ctx, reportNotification, { artistId, actorId, key, details: roomDetails(room) })
  }
}
