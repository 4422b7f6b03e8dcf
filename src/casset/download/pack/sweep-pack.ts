import { readdirSync, statSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../../context.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { dropPacksJob } from '../../../platform/job/job-kinds.ts'
import { growingPacks } from './growing-packs.ts'
import { type PackPlan, packName } from './plan-pack.ts'

const keptMs = 14 * dayMs
const graceMs = 3_600_000

export const sweepPackJob = defineJob('sweep-pack', {
  payload: t.Object({ name: t.String({ pattern: '^[0-9a-z-]+\\.(?:zip|track)$' }) }),
  concurrency: 1,
  maxAttempts: 3,
  run: (ctx, { name }) => sweepPack(ctx, name),
})

/**
 * Deletes all downloads of a casset now, because one of its tracks must be removed from the disk.
 * Those that are being made are not kept, and who reads one is cut off.
 */
export const dropPacks = defineJob(dropPacksJob.kind, {
  payload: dropPacksJob.payload,
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx, { cassetId }) => dropPacksOf(ctx, cassetId),
})

/** Returns when a pack was last requested; undefined when there is no such file. */
function usedAt(ctx: Ctx, name: string): number | undefined {
  return statSync(ctx.blobs.made(name), { throwIfNoEntry: false })?.mtimeMs
}

const packsOf = (ctx: Ctx, prefix: string): string[] =>
  readdirSync(ctx.blobs.made('.')).filter((name) => name.startsWith(prefix))

async function dropPacksOf(ctx: Ctx, cassetId: string): Promise<void> {
  for (const name of growingPacks(ctx).keys()) if (name.startsWith(`${cassetId}-`)) growingPacks(ctx).delete(name)
  for (const name of packsOf(ctx, `${cassetId}-`)) await rm(ctx.blobs.made(name), { force: true })
}

/** Deletes a pack unused for two weeks, else looks again later. It can be built again. */
async function sweepPack(ctx: Ctx, name: string): Promise<void> {
  const found = usedAt(ctx, name)
  if (found === undefined) return
  const now = ctx.now()
  // A request while the clock was ahead counts as made now.
  if (found > now) await utimes(ctx.blobs.made(name), now / 1000, now / 1000)
  const at = Math.min(found, now)
  if (at + keptMs > now) ctx.jobs.add(sweepPackJob, { name }, { runAt: at + keptMs })
  else await rm(ctx.blobs.made(name), { force: true })
}

/** Schedules a new pack's deletion, and that of those it replaces, after running transfers. */
export async function sweepLater(ctx: Ctx, plan: PackPlan): Promise<void> {
  const own = packName(plan)
  ctx.jobs.add(sweepPackJob, { name: own }, { runAt: ctx.now() + keptMs })
  for (const name of packsOf(ctx, plan.namePrefix)) {
    const at = name === own ? undefined : usedAt(ctx, name)
    if (at !== undefined && at + graceMs <= ctx.now()) await rm(ctx.blobs.made(name), { force: true })
  }
}
