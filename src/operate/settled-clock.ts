import { notedValue, noteValue } from '../../db/kept-value.ts'
import type { Ctx } from '../context.ts'
import { dayMs, hourMs } from '../lib/calendar.ts'
import { ownState } from '../platform/own-state.ts'

// A machine that stood still over a holiday waits as well, which does no harm.
const mostStepMs = 8 * dayMs
const settlesMs = 20 * hourMs

// A machine that always stands for longer and runs for less would otherwise wait for ever. A clock
// that is wrong leaps once, and back.
const credibleStandstills = 3
const noted = 'clock-settled'

/** How far the clock was from the one of this process, when it was looked at last. */
const seen = ownState((): { offsetMs: number | undefined } => ({ offsetMs: undefined }))

/**
 * Notes the time, and returns whether the clock has gone on evenly for a day, so that what seems
 * old may be deleted. A clock that was set far ahead or back, or is so at a start, waits for a day:
 * by then somebody may have set it right (rule: wrong-clock). So does a start after a long
 * standstill, but for the third in a row. Called once a day and at each start.
 */
export function hasClockSettled(ctx: Ctx): boolean {
  const now = ctx.now()
  const state = seen(ctx)
  const isStart = state.offsetMs === undefined
  const offsetMs = now - ctx.monotonicMs()
  const before = readNoted(ctx)
  const stepMs = state.offsetMs === undefined ? now - (before.lastMs ?? now) : offsetMs - state.offsetMs
  state.offsetMs = offsetMs
  const isAhead = stepMs > mostStepMs
  const isMoved = isAhead || stepMs < -dayMs
  const movedMs = isMoved ? now : before.movedMs
  const hasGoneOn = now - movedMs >= settlesMs
  const standsAgain = isAhead && isStart ? before.standstills + 1 : isMoved ? 0 : before.standstills
  const standstills = hasGoneOn ? 0 : standsAgain
  noteValue(ctx.db, noted, `${now} ${movedMs} ${standstills}`)
  return hasGoneOn || standstills >= credibleStandstills
}

/** Returns when the clock moved last (ms), if it has not settled since; undefined when it has. */
export function clockMovedAt(ctx: Ctx): number | undefined {
  const { movedMs, standstills } = readNoted(ctx)
  const waits = Math.abs(ctx.now() - movedMs) < settlesMs && standstills < credibleStandstills
  return waits ? movedMs : undefined
}

function readNoted({ db }: Ctx) {
  const [lastMs, movedMs = 0, standstills = 0] = notedValue(db, noted)?.split(' ').map(Number) ?? []
  return { lastMs, movedMs, standstills }
}
