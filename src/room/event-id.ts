import type { Ctx } from '../context.ts'
import { ownState } from '../platform/own-state.ts'

/** Each room has so many ids of its own, so that an id of one room is never an id of another (rule 9.3). */
export const idsOfRoom = 10_000_000_000

/** How far ids jump at the first event after a start: no id that a lost copy of the database gave is given again. */
const idsAStart = 1_000_000

// What is written next says by it that the program has started again.
const thisStart = ownState(({ random }) => ({ epoch: Buffer.from(random(6)).readUIntBE(0, 6) }))

const raise = `
  UPDATE rooms SET epoch = $epoch, last_event = iif(last_event = 0, number * ${idsOfRoom} + 1,
    last_event + iif(epoch = $epoch, 1, ${idsAStart}))
  WHERE casset_id = $cassetId RETURNING last_event AS id`

/** Returns the id of the next event of a casset's room. Called in the transaction that stores the event. */
export function nextEventId(ctx: Ctx, cassetId: string): number {
  const next = () =>
    ctx.db.$client
      .query<{ id: number }, { cassetId: string; epoch: number }>(raise)
      .get({ cassetId, epoch: thisStart(ctx).epoch })?.id
  const id = next()
  if (id !== undefined) return id
  ctx.db.$client.query('INSERT INTO rooms (casset_id) VALUES ($cassetId)').run({ cassetId })
  const first = next()
  if (first === undefined) throw new Error('The room of a casset was not found.')
  return first
}
