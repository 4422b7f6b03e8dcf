import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../db/prepared.ts'
import { roomEvents } from '../../db/schema/room/room.ts'
import type { Ctx } from '../context.ts'
import { keptEvents, type RoomEvent } from '../platform/hub/event.ts'
import { idsOfRoom, nextEventId } from './event-id.ts'

const { placeholder } = sql

const insert = prepared((db) => db.insert(roomEvents).values(wholeRow(roomEvents)))

const pruneEvery = 100
const prune = prepared((db) => {
  const { id } = roomEvents
  const whereOfRoom = and(gt(id, placeholder('first')), lte(id, placeholder('id')))
  const lastKept = db
    .select({ id })
    .from(roomEvents)
    .where(whereOfRoom)
    .orderBy(desc(id))
    .limit(1)
    .offset(keptEvents - 1)
  return db.delete(roomEvents).where(and(gt(id, placeholder('first')), lt(id, lastKept)))
})

/** A comment's JSON is made from its row when it is replayed. Called in a transaction. */
export function storeEvent(ctx: Ctx, event: RoomEvent): void {
  const json = event.type === 'comment' ? null : event.json
  const { id, type, commentId } = event
  insert(ctx.db).run({ id, type, commentId, json, createdAt: ctx.now() })
  if (id % pruneEvery === 0) {
    const first = Math.floor(id / idsOfRoom) * idsOfRoom
    prune(ctx.db).run({ first, id })
  }
}

/** Stores an event without a comment, and returns it. Called in a transaction. */
export function addEvent(ctx: Ctx, cassetId: string, type: 'activity' | 'tip', content: object): RoomEvent {
  const event = { id: nextEventId(ctx, cassetId), type, json: JSON.stringify(content), commentId: null }
  storeEvent(ctx, event)
  return event
}

/** Forgets the events of a comment. Called in a transaction. */
export const forgetEventsOf = ({ db }: Ctx, commentId: string): void =>
  void db.delete(roomEvents).where(eq(roomEvents.commentId, commentId)).run()

/** Sends an event to listeners. Called after its commit. */
export const publishToRoom = (ctx: Ctx, cassetId: string, event: RoomEvent): void =>
  ctx.bus.publish({ kind: 'stored', room: cassetId, event })
