import { readdirSync, statSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { defineJob } from '../job/define-job.ts'
import { type PackPlan, packName } from './plan-pack.ts'

const keptMs = 14 * 86_400_000
const graceMs = 3_600_000

/** Removes a download that nobody asks for any more. */
export const sweepPackJob = defineJob('sweep-pack', {
  payload: t.Object({ name: t.String({ pattern: '^[0-9a-z-]+\\.zip$' }) }),
  concurrency: 1,
  maxAttempts: 3,
  run: (ctx, { name }) => sweepPack(ctx, name),
})

/** When a pack was last asked for; undefined when it is not there. */
function usedAt(ctx: Ctx, name: string): number | undefined {
  return statSync(ctx.blobs.made(name), { throwIfNoEntry: false })?.mtimeMs
}

/** Removes a pack that nobody asked for in two weeks; looks again later at any other. It can be made again. */
async function sweepPack(ctx: Ctx, name: string): Promise<void> {
  const found = usedAt(ctx, name)
  if (found === undefined) return
  const now = ctx.now()
  // Asked for while the clock was ahead, it counts from now.
  if (found > now) await utimes(ctx.blobs.made(name), now / 1000, now / 1000)
  const at = Math.min(found, now)
  if (at + keptMs > now) ctx.jobs.add(sweepPackJob, { name }, { runAt: at + keptMs })
  else await rm(ctx.blobs.made(name), { force: true })
}

/** Sees to it that a new pack goes one day, and those that it replaces soon, when who is being sent one has it. */
export async function sweepLater(ctx: Ctx, plan: PackPlan): Promise<void> {
  const own = packName(plan)
  ctx.jobs.add(sweepPackJob, { name: own }, { runAt: ctx.now() + keptMs })
  for (const name of readdirSync(ctx.blobs.made('.'))) {
    const at = name.startsWith(plan.family) && name !== own ? usedAt(ctx, name) : undefined
    if (at !== undefined && at + graceMs <= ctx.now()) await rm(ctx.blobs.made(name), { force: true })
  }
}
