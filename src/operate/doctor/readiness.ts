import { noteValue } from '../../../db/kept-value.ts'
import type { Ctx } from '../../context.ts'
import { hasOverdueJob } from '../../platform/job/overdue-jobs.ts'
import { nameOf } from '../../platform/log.ts'
import { ownState } from '../../platform/own-state.ts'
import { isShortOfSpace } from '../../platform/storage/keep-free.ts'

/** Whether the service can do its work: write, store more, and get its jobs done. */
export type Readiness = { ok: boolean; write: boolean; disk: boolean; jobs: boolean }

/** An answer is kept for those who ask more often: each one is a write. */
const keptMs = 1_000

const last = ownState((): { at: number; answer?: Readiness } => ({ at: Number.NEGATIVE_INFINITY }))

/** Returns whether the service can do its work (rule: readiness). At most one write a second. */
export function readReadiness(ctx: Ctx): Readiness {
  const state = last(ctx)
  const now = ctx.monotonicMs()
  if (state.answer && now - state.at < keptMs) return state.answer
  const disk = isWell(ctx, () => !isShortOfSpace(ctx))
  const write = isWell(ctx, () => {
    noteValue(ctx.db, 'ready-at', `${ctx.now()}`)
    return true
  })
  const jobs = isWell(ctx, () => !hasOverdueJob(ctx))
  state.at = now
  state.answer = { ok: write && disk && jobs, write, disk, jobs }
  return state.answer
}

function isWell(ctx: Ctx, look: () => boolean): boolean {
  try {
    return look()
  } catch (error) {
    ctx.log.warn('not ready', { fault: nameOf(error) })
    return false
  }
}
