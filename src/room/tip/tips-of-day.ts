import { TypeCompiler } from '@sinclair/typebox/compiler'
import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { roomMembers } from '../../../db/schema/room/moderation.ts'
import { roomEvents, rooms } from '../../../db/schema/room/room.ts'
import { presentStatus } from '../../casset/access/member-status.ts'
import type { Ctx } from '../../context.ts'
import { parseJson } from '../../lib/json/json.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { tipsTakenBack } from '../../shop/tip/record-tip.ts'
import { idsOfRoom } from '../event-id.ts'
import { Tip } from '../shape.ts'
import { newsMs } from './announce-tip.ts'

const { placeholder } = sql

const tipsSince = prepared((db) => {
  const first = sql`${rooms.number} * ${idsOfRoom}`
  return db
    .select({ json: roomEvents.json, userId: artists.userId, member: roomMembers })
    .from(rooms)
    .innerJoin(roomEvents, and(gt(roomEvents.id, first), lte(roomEvents.id, sql`${first} + ${idsOfRoom} - 1`)))
    .innerJoin(artists, eq(artists.handle, sql`${roomEvents.json} ->> '$.author.handle'`))
    .leftJoin(roomMembers, and(eq(roomMembers.cassetId, rooms.cassetId), eq(roomMembers.userId, artists.userId)))
    .where(
      and(
        eq(rooms.cassetId, placeholder('cassetId')),
        eq(roomEvents.type, 'tip'),
        gte(roomEvents.createdAt, placeholder('since')),
      ),
    )
    .orderBy(asc(roomEvents.id))
})

const tip = TypeCompiler.Compile(Tip)

/**
 * Returns the tips of the last 24 hours in a casset's room, oldest first, as they would be told now
 * (rule: room-activity): without those that were paid back and those by somebody who is banned, and
 * without the messages of somebody who is muted.
 */
export function tipsOfDay(ctx: Ctx, cassetId: string): Tip[] {
  const since = ctx.now() - dayMs
  const rows = tipsSince(ctx.db).all({ cassetId, since })
  if (rows.length === 0) return []
  const takenBack = new Set(
    tipsTakenBack(ctx, cassetId, since - newsMs).map(({ userId, tippedAt }) => `${userId} ${tippedAt}`),
  )
  return rows.flatMap(({ json, userId, member }) => {
    const told: unknown = parseJson(json ?? 'null')
    const status = member && presentStatus(ctx, member)
    if (!tip.Check(told) || status?.banned || takenBack.has(`${userId} ${Date.parse(told.createdAt)}`)) return []
    return status?.muted ? [{ ...told, message: null, emojiIds: [] }] : [told]
  })
}
