import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { ask, type Begun, dayMs, pick, type Run } from './run.ts'
import type { StepOf } from './steps.ts'

/** A seller gives their tape an hour, moves it, opens the tape, or calls the preorder off. */
export async function changeHour(run: Run, step: StepOf<'hour'> | StepOf<'open now'> | StepOf<'call off'>) {
  const seller = pick(run.deck.sellers, step.seller)
  if (!seller) return
  const { person } = seller
  const { ctx } = run.deck
  const row = ctx.db.select().from(cassets).where(eq(cassets.id, person.cassetId)).get()
  // A tape that was called off stays so, as what was free of it is then known to have ended.
  if (!row || row.calledOffAt !== null) return
  const path = `/api/studio/casset/${person.cassetId}`
  if (step.do === 'call off') return void (await ask(run, 'POST', `${path}/call-off`, person))
  const at = step.do === 'hour' ? ctx.now() + step.days * dayMs : null
  const body = { opensAt: at === null ? null : new Date(at).toISOString() }
  const { status } = await ask(run, 'PATCH', path, person, body)
  if (status !== 200) return
  if (at === null && row.opensAt !== null) run.preorders.opened += 1
  if (at !== null && row.opensAt !== null) run.preorders.moved += 1
}

/** A buyer presses the key for their money. */
export async function getMoneyBack(run: Run, { orderId, buyer }: Begun): Promise<void> {
  const { status } = await ask(run, 'POST', `/api/preorders/${orderId}/refund`, buyer, {})
  if (status === 204) run.preorders.returned.add(orderId)
}
