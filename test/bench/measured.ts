import { medianOf } from './median.ts'
import { atMost, type Row } from './report.ts'

/** The cost of something: milliseconds of processor and of the clock. */
export type Took = { cpuMs: number; ms: number }

/**
 * Measures something that is done at once. The part of the core that others take is nothing of
 * ours.
 */
export function measured(act: () => void): Took {
  const from = performance.now()
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, ms: performance.now() - from }
}

const p99Of = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.99)] ?? 0

/** A row with what one in a hundred took of the processor, and the median by the clock. */
export function p99Row(what: string, found: readonly Took[], mostMs: number, note = ''): Row {
  const median = `median ${medianOf(found.map(({ ms }) => ms)).toFixed(2)} ms by the clock${note}`
  return atMost(`${what}, p99 of processor`, p99Of(found.map(({ cpuMs }) => cpuMs)), mostMs, 'ms', median)
}
