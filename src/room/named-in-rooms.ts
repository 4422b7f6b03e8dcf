import { renamedKind } from '../account/change-handle.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'

const lookedThrough = 1_000
const lastOfStep = 'SELECT id FROM room_events WHERE id > $after ORDER BY id LIMIT 1 OFFSET $skipped'

type Words = Record<string, string | number>

/** Runs a statement on all events of rooms from `$after` to `$to`, a little at a time. */
async function onRoomEvents({ db: { $client: sql }, jointly }: Ctx, statement: string, words: Words): Promise<void> {
  const step = sql.query<{ id: number }, { after: number; skipped: number }>(lastOfStep)
  const change = sql.query<unknown, Words>(statement)
  for (let after = -1; ; ) {
    const to = step.get({ after, skipped: lookedThrough - 1 })?.id ?? Number.MAX_SAFE_INTEGER
    const from = after
    await jointly(() => void change.run({ ...words, after: from, to }))
    if (to === Number.MAX_SAFE_INTEGER) return
    after = to
  }
}

// In the text of a message its quotes are escaped, so that only what names somebody is like this.
const named = (handle: string) => `"handle":${JSON.stringify(handle)}`
const drawn = (handle: string) => `"pfp":"/pfp/${handle}.svg"`

const ofHandle = 'id > $after AND id <= $to AND instr(json, $named) > 0'

/** Erases what the rooms replay of what somebody did: it names them. */
export const eraseFromRooms = (ctx: Ctx, handle: string): Promise<void> =>
  onRoomEvents(ctx, `DELETE FROM room_events WHERE ${ofHandle}`, { named: named(handle) })

/** Names who changed their handle by the new one in what the rooms replay: the former one may be somebody else's now. */
export const renameInRoomsJob = defineJob(renamedKind.kind, {
  payload: renamedKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { from, to, changedAt }) =>
    onRoomEvents(
      ctx,
      `UPDATE room_events SET json = replace(replace(json, $named, $renamed), $drawn, $redrawn)
        WHERE ${ofHandle} AND created_at <= $changedAt`,
      { named: named(from), renamed: named(to), drawn: drawn(from), redrawn: drawn(to), changedAt },
    ),
})
