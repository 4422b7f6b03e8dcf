import { noteValue } from '../../../db/kept-value.ts'
import type { Ctx } from '../../context.ts'
import { hasOverdueJob } from '../../platform/job/overdue-jobs.ts'
import { nameOf } from '../../platform/log.ts'
import { ownState } from '../../platform/own-state.ts'
import { isShortOfSpace } from '../../platform/storage/keep-free.ts'

/**
 * `ok` means that the service can write, and so answer. A full `disk` and late `jobs` do not stop
 * it: they are for its operators to see.
 */
export type Readiness = { ok: boolean; write: boolean; disk: boolean; jobs: boolean }

/** An answer is kept for those who ask more often: each one is a write. */
const keptMs = 1_000

const last = ownState((): { at: number; answer?: Promise<Readiness> } => ({ at: Number.NEGATIVE_INFINITY }))

/**
 * Returns whether the service can answer (rule: readiness). At most one write a second, which
 * the disk has to have taken: one that loses what is written back would pass for well.
 */
export function readReadiness(ctx: Ctx): Promise<Readiness> {
  const state = last(ctx)
  const now = ctx.monotonicMs()
  if (state.answer && now - state.at < keptMs) return state.answer
  state.at = now
  state.answer = lookNow(ctx)
  return state.answer
}

async function lookNow(ctx: Ctx): Promise<Readiness> {
  const disk = await isWell(ctx, () => !isShortOfSpace(ctx))
  const jobs = await isWell(ctx, () => !hasOverdueJob(ctx))
  const write = await isWell(ctx, async () => {
    await ctx.durably(() => noteValue(ctx.db, 'ready-at', `${ctx.now()}`))
    return true
  })
  return { ok: write, write, disk, jobs }
}

async function isWell(ctx: Ctx, look: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await look()
  } catch (error) {
    ctx.log.warn('not ready', { fault: nameOf(error) })
    return false
  }
}
