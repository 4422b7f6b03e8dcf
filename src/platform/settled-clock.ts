import { notedValue, noteValue } from '../../db/kept-value.ts'
import type { Ctx } from '../context.ts'
import { dayMs, hourMs } from '../lib/time/calendar.ts'
import { ownState } from './own-state.ts'

// A machine that stood still over a holiday waits as well, which does no harm.
const mostStepMs = 8 * dayMs
const settlesMs = 20 * hourMs

// A machine that always stands for longer and runs for less would otherwise wait for ever. A clock
// that is wrong leaps once, and back.
const credibleStandstills = 3
const noted = 'clock-settled'

// Looks that follow sooner write nothing, while the clock goes on evenly.
const looksMs = hourMs

type Look = { atMs: number; offsetMs: number; hasSettled: boolean }

/** The last look at the clock, and how far it was from the one of this process then. */
const seen = ownState((): { last: Look | undefined } => ({ last: undefined }))

const isLeap = (stepMs: number): boolean => stepMs > mostStepMs || stepMs < -dayMs

/**
 * Returns whether the clock has gone on evenly for a day, so that what a date ends may end. A clock
 * that was set far ahead or back, or is so at a start, waits for a day: by then somebody may have
 * set it right (rule: wrong-clock). So does a start after a long standstill, but for the third in a
 * row. A leap counts from the first look after it on.
 */
export function hasClockSettled(ctx: Ctx): boolean {
  const state = seen(ctx)
  const { last } = state
  const now = ctx.now()
  const offsetMs = now - ctx.monotonicMs()
  if (last && Math.abs(now - last.atMs) < looksMs && !isLeap(offsetMs - last.offsetMs)) return last.hasSettled
  const hasSettled = noteClock(ctx, now, last && offsetMs - last.offsetMs)
  state.last = { atMs: now, offsetMs, hasSettled }
  return hasSettled
}

/**
 * Notes the time, and returns whether the clock has settled. `leaptMs`: how far it went against
 * that of this process; undefined at the first look of a process.
 */
function noteClock(ctx: Ctx, now: number, leaptMs: number | undefined): boolean {
  const before = readNoted(ctx)
  const stepMs = leaptMs ?? now - (before.lastMs ?? now)
  const isMoved = isLeap(stepMs)
  const movedMs = isMoved ? now : before.movedMs
  const hasGoneOn = now - movedMs >= settlesMs
  const isStandstill = leaptMs === undefined && stepMs > mostStepMs
  const standsAgain = isStandstill ? before.standstills + 1 : isMoved ? 0 : before.standstills
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
