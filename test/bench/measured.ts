import { medianOf } from './median.ts'
import { atMost, type Row } from './report.ts'

export type Took = { cpuMs: number; ms: number }

/** Measures a synchronous act; time in which others have the core is not in `cpuMs`. */
export function measured(act: () => void): Took {
  const from = performance.now()
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, ms: performance.now() - from }
}

const p99Of = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.99)] ?? 0

/** Makes a row of the processor time that one in a hundred exceeded, and the median wall time. */
export function p99Row(what: string, found: readonly Took[], mostMs: number, note = ''): Row {
  const median = `median ${medianOf(found.map(({ ms }) => ms)).toFixed(2)} ms by the clock${note}`
  return atMost(`${what}, p99 of processor`, p99Of(found.map(({ cpuMs }) => cpuMs)), mostMs, 'ms', median)
}
