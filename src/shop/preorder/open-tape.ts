import { eq, isNotNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { hasSound } from '../../casset/access/held-track.ts'
import { callOff } from '../../casset/call-off.ts'
import { changeCassets } from '../../casset/casset.ts'
import { buildPackJob } from '../../casset/download/pack/build-pack.ts'
import { openState, queueOpenedNews, queueOpening } from '../../casset/opening/set-opening.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { openTapeKind } from '../../platform/job/job-kinds.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'

/**
 * Opens a tape at its hour (rule: preorders): everybody who has it hears all of it, its download is
 * made, and a job tells everybody. A tape on which there is nothing, or that a law took down, is
 * called off.
 */
export const openTapeJob = defineJob(openTapeKind.kind, {
  payload: openTapeKind.payload,
  concurrency: 1,
  maxAttempts: 60,
  mayBegin: hasClockSettled,
  atStart: queueAll,
  run: (ctx, { cassetId }) => ctx.jointly(() => openTape(ctx, cassetId)),
})

function queueAll(ctx: Ctx): void {
  const { id, opensAt } = cassets
  const waiting = ctx.db.select({ id, opensAt }).from(cassets).where(isNotNull(opensAt)).all()
  for (const tape of waiting) if (tape.opensAt !== null) queueOpening(ctx, tape.id, tape.opensAt)
}

function openTape(ctx: Ctx, cassetId: string): void {
  const casset = ctx.db.select().from(cassets).where(eq(cassets.id, cassetId)).get()
  // A tape that moved to a later hour has another job for it.
  if (!casset || casset.opensAt === null || casset.opensAt > ctx.now()) return
  if (casset.takenDown === 'law' || !hasSound(ctx, cassetId)) {
    callOff(ctx, casset)
    return
  }
  changeCassets(ctx, eq(cassets.id, cassetId), { ...openState(), revision: casset.revision + 1 })
  queueOpenedNews(ctx, cassetId)
  ctx.jobs.add(
    buildPackJob,
    { cassetId, format: 'tagged', since: null, extras: null },
    { key: `${cassetId}:tagged:active` },
  )
}
