import { load, type Round } from './load.ts'
import { medianOf } from './median.ts'

/** `cpuUs` is the server's processor time for a request. */
export type Costed = Round & { cpuUs: number }

/** Medians of ours and of the bare baseline, and of the ratios of neighbouring rounds. */
export type Comparison = { ours: Costed; bare: Costed; ratio: number; cpuRatio: number }

type Side = { port: number; cpuSec: () => Promise<number>; request: (n: number) => Uint8Array }

const connections = 64

/**
 * Runs pairs of rounds, after one pair that does not count; the side that goes first alternates. A
 * round is compared with its neighbour only, because the machine's speed changes from minute to
 * minute. Throws when a request failed.
 */
export async function compare(ours: Side, bare: Side, pairs = 9, seconds = 1): Promise<Comparison> {
  await measure(ours, 1)
  await measure(bare, 1)
  const measured: { mine: Costed; theirs: Costed }[] = []
  for (let n = 0; n < pairs; n += 1) {
    const first = await measure(n % 2 === 0 ? ours : bare, seconds)
    const second = await measure(n % 2 === 0 ? bare : ours, seconds)
    measured.push(n % 2 === 0 ? { mine: first, theirs: second } : { mine: second, theirs: first })
  }
  return {
    ours: middle(measured.map(({ mine }) => mine)),
    bare: middle(measured.map(({ theirs }) => theirs)),
    ratio: medianOf(measured.map(({ mine, theirs }) => mine.perSecond / theirs.perSecond)),
    cpuRatio: medianOf(measured.map(({ mine, theirs }) => theirs.cpuUs / mine.cpuUs)),
  }
}

async function measure({ port, cpuSec, request }: Side, seconds: number): Promise<Costed> {
  const before = await cpuSec()
  const round = await load({ port, connections, seconds, request })
  if (round.failed > 0) throw new Error(`${round.failed} requests were not answered 200.`)
  return { ...round, cpuUs: (((await cpuSec()) - before) / (round.perSecond * seconds)) * 1e6 }
}

const middle = (rounds: readonly Costed[]): Costed => ({
  perSecond: medianOf(rounds.map(({ perSecond }) => perSecond)),
  p99Ms: medianOf(rounds.map(({ p99Ms }) => p99Ms)),
  cpuUs: medianOf(rounds.map(({ cpuUs }) => cpuUs)),
  failed: 0,
})
