import { soften } from './echo.ts'
import { filterBus } from './filter.ts'
import { sine } from './oscillator.ts'
import { SAMPLE_RATE, type Stereo } from './stereo.ts'

const CONTROL = 64
const LOOP = 2048
const WOW_HERTZ = 0.55
const FLUTTER_HERTZ = 6.3

/** A tape machine: how unsteadily it turns, how hard it is driven, and where its treble ends. */
export type Tape = {
  readonly wowCents: number
  readonly flutterCents: number
  readonly drive: number
  readonly trebleHz: number
}

/** How late the tape runs, in samples, so that its speed wavers by so many cents. */
function lateness(tape: Tape, sec: number): number {
  const swing = (cents: number, hertz: number) =>
    (SAMPLE_RATE * (2 ** (cents / 1200) - 1) * (1 + sine(sec * hertz))) / (2 * Math.PI * hertz)
  return (
    2 + swing(tape.wowCents, WOW_HERTZ) + swing(tape.flutterCents, FLUTTER_HERTZ) + swing(tape.wowCents * 0.3, 0.17)
  )
}

function wobble(samples: Float32Array, tape: Tape) {
  const { drive } = tape
  const gain = 1 / soften(drive)
  const loop = new Float32Array(LOOP)
  const length = samples.length
  let late = lateness(tape, 0)
  for (let from = 0; from < length; from += CONTROL) {
    const to = Math.min(length, from + CONTROL)
    const step = (lateness(tape, (from + CONTROL) / SAMPLE_RATE) - late) / CONTROL
    for (let at = from; at < to; at++) {
      loop[at & (LOOP - 1)] = samples[at] ?? 0
      const exact = at + LOOP - late
      const floor = exact | 0
      const low = loop[floor & (LOOP - 1)] ?? 0
      const high = loop[(floor + 1) & (LOOP - 1)] ?? 0
      samples[at] = soften((low + (high - low) * (exact - floor)) * drive) * gain
      late += step
    }
  }
}

/** Sends a bus over tape, in place. */
export function throughTape(bus: Stereo, tape: Tape): void {
  wobble(bus.left, tape)
  wobble(bus.right, tape)
  filterBus(bus, 'low', tape.trebleHz)
}
