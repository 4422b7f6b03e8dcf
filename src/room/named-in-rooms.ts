import { and, asc, gt, lte, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { roomEvents } from '../../db/schema/room/room.ts'
import { renamedKind } from '../account/change-handle.ts'
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

/** Runs a statement on all events of rooms from an id to another, a little at a time. */
async function onRoomEvents({ db, jointly }: Ctx, change: (range: SQL | undefined) => { run(): void }): Promise<void> {
  for (let after = -1; ; ) {
    const to = endOfStep(db).get({ after })?.id ?? Number.MAX_SAFE_INTEGER
    const range = and(gt(roomEvents.id, after), lte(roomEvents.id, to))
    await jointly(() => change(range).run())
    if (to === Number.MAX_SAFE_INTEGER) return
    after = to
  }
}

// In the text of a message its quotes are escaped, so that only what names somebody is like this.
const named = (handle: string) => `"handle":${JSON.stringify(handle)}`
const drawn = (handle: string) => `"pfp":"/pfp/${handle}.svg"`

const whereNamed = (handle: string) => sql`instr(${roomEvents.json}, ${named(handle)}) > 0`

/** Erases what the rooms replay of what somebody did: it names them. */
export const eraseFromRooms = (ctx: Ctx, handle: string): Promise<void> =>
  onRoomEvents(ctx, (range) => ctx.db.delete(roomEvents).where(and(range, whereNamed(handle))))

/**
 * Names who changed their handle by the new one in what the rooms replay: the former one may be
 * somebody else's now.
 */
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
