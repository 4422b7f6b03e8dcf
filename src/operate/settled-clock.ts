import { notedValue, noteValue } from '../../db/kept-value.ts'
import type { Ctx } from '../context.ts'
import { dayMs, hourMs } from '../lib/calendar.ts'
import { ownState } from '../platform/own-state.ts'

// A machine that stood still over a holiday waits as well, which does no harm.
const mostStepMs = 8 * dayMs
const settlesMs = 20 * hourMs
const noted = 'clock-settled'

/** How far the clock was from the one of this process, when it was looked at last. */
const seen = ownState((): { offsetMs: number | undefined } => ({ offsetMs: undefined }))

/**
 * Notes the time, and returns whether the clock has gone on evenly for a day, so that what seems
 * old may be deleted. A clock that was set far ahead or back, or is so at a start, waits for a day:
 * by then somebody may have set it right (rule: wrong-clock). Called once a day and at each start.
 */
export function hasClockSettled(ctx: Ctx): boolean {
  const now = ctx.now()
  const state = seen(ctx)
  const offsetMs = now - ctx.monotonicMs()
  const { lastMs, movedMs } = readNoted(ctx)
  const stepMs = state.offsetMs === undefined ? now - (lastMs ?? now) : offsetMs - state.offsetMs
  state.offsetMs = offsetMs
  const sinceMs = stepMs > mostStepMs || stepMs < -dayMs ? now : movedMs
  noteValue(ctx.db, noted, `${now} ${sinceMs}`)
  return now - sinceMs >= settlesMs
}

/** Returns when the clock moved last (ms), if it has not settled since; undefined when it has. */
export function clockMovedAt(ctx: Ctx): number | undefined {
  const { movedMs } = readNoted(ctx)
  return Math.abs(ctx.now() - movedMs) < settlesMs ? movedMs : undefined
}

function readNoted({ db }: Ctx): { lastMs: number | undefined; movedMs: number } {
  const [lastMs, movedMs = 0] = notedValue(db, noted)?.split(' ').map(Number) ?? []
  return { lastMs, movedMs }
}
