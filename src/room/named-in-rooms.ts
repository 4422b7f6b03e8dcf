import { and, asc, gt, lte, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { roomEvents } from '../../db/schema/room/room.ts'
import { renamedKind } from '../account/handle/change-handle.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'

const { placeholder } = sql

const lookedThrough = 1_000
const endOfStep = prepared((db) =>
  db
    .select({ id: roomEvents.id })
    .from(roomEvents)
    .where(gt(roomEvents.id, placeholder('after')))
    .orderBy(asc(roomEvents.id))
    .limit(1)
    .offset(lookedThrough - 1),
)

/** Runs a statement on all events of rooms between two ids, a little at a time. */
async function onRoomEvents({ db, jointly }: Ctx, change: (range: SQL | undefined) => { run(): void }): Promise<void> {
  for (let after = -1; ; ) {
    const to = endOfStep(db).get({ after })?.id ?? Number.MAX_SAFE_INTEGER
    const range = and(gt(roomEvents.id, after), lte(roomEvents.id, to))
    await jointly(() => change(range).run())
    if (to === Number.MAX_SAFE_INTEGER) return
    after = to
  }
}

// Quotes in a message's text are escaped, so that only real names match this.
const named = (handle: string) => `"handle":${JSON.stringify(handle)}`
const drawn = (handle: string) => `"pfp":"/pfp/${handle}.svg"`

const whereNamed = (handle: string) => sql`instr(${roomEvents.json}, ${named(handle)}) > 0`

/** Erases somebody's events from the replays of rooms, since these name them. */
export const eraseFromRooms = (ctx: Ctx, handle: string): Promise<void> =>
  onRoomEvents(ctx, (range) => ctx.db.delete(roomEvents).where(and(range, whereNamed(handle))))

/** Replaces a changed handle in replays: the former one may be somebody else's now. */
export const renameInRoomsJob = defineJob(renamedKind.kind, {
  payload: renamedKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  run(ctx, { from, to, changedAt }) {
    const renamed = sql`replace(${roomEvents.json}, ${named(from)}, ${named(to)})`
    const json = sql`replace(${renamed}, ${drawn(from)}, ${drawn(to)})`
    return onRoomEvents(ctx, (range) =>
      ctx.db
        .update(roomEvents)
        .set({ json })
        .where(and(range, whereNamed(from), lte(roomEvents.createdAt, changedAt))),
    )
  },
})
