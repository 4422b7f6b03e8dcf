import { eq, sql } from 'drizzle-orm'
import { assigned, prepared } from '../../db/prepared.ts'
import { rooms } from '../../db/schema/room/room.ts'
import type { Ctx } from '../context.ts'
import { ownState } from '../platform/own-state.ts'

/** Each room has its own range: an id of one is never an id of another (rule: event-ids). */
export const idsOfRoom = 10_000_000_000

/** The jump at the first event after a start: no id of a lost database is used again. */
const idsAStart = 1_000_000

const { placeholder } = sql

// The next event shows by it that the program has restarted.
const thisStart = ownState(({ random }) => ({ epoch: Buffer.from(random(6)).readUIntBE(0, 6) }))

const raise = prepared((db) => {
  const { epoch, lastEvent, number, cassetId } = rooms
  const first = sql`${number} * ${idsOfRoom} + 1`
  const further = sql`${lastEvent} + iif(${epoch} = ${placeholder('epoch')}, 1, ${idsAStart})`
  return db
    .update(rooms)
    .set({ epoch: assigned('epoch'), lastEvent: sql`iif(${lastEvent} = 0, ${first}, ${further})` })
    .where(eq(cassetId, placeholder('cassetId')))
    .returning({ id: lastEvent })
})

/** Called in the transaction that stores the event. */
export function nextEventId(ctx: Ctx, cassetId: string): number {
  const next = () => raise(ctx.db).get({ cassetId, epoch: thisStart(ctx).epoch })?.id
  const id = next()
  if (id !== undefined) return id
  ctx.db.insert(rooms).values({ cassetId }).run()
  const first = next()
  if (first === undefined) throw new Error('The room of a casset was not found.')
  return first
}
