import { TypeCompiler } from '@sinclair/typebox/compiler'
import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { roomEvents, rooms } from '../../db/schema/room/room.ts'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/calendar.ts'
import { parseJson } from '../lib/json.ts'
import { idsOfRoom } from './event-id.ts'
import { Tip } from './model.ts'

const { placeholder } = sql

const tipsSince = prepared((db) => {
  const first = sql`${rooms.number} * ${idsOfRoom}`
  return db
    .select({ json: roomEvents.json })
    .from(rooms)
    .innerJoin(roomEvents, and(gt(roomEvents.id, first), lte(roomEvents.id, sql`${first} + ${idsOfRoom} - 1`)))
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

/** Returns the tips of the last 24 hours in a casset's room, oldest first. */
export const tipsOfDay = (ctx: Ctx, cassetId: string): Tip[] =>
  tipsSince(ctx.db)
    .all({ cassetId, since: ctx.now() - dayMs })
    .flatMap(({ json }) => {
      const told: unknown = parseJson(json ?? 'null')
      return tip.Check(told) ? [told] : []
    })
