import { load, type Round } from './load.ts'

/** A round with the processor time that the server spent on each request. */
export type Costed = Round & { cpuUs: number }

/** Ours against the bare baseline in alternating rounds of the same minute: medians, and their ratios. */
export type Comparison = { ours: Costed; bare: Costed; ratio: number; cpuRatio: number }

type Side = { port: number; cpuSec: () => Promise<number>; request: (n: number) => Uint8Array }

const connections = 64
const nothing: Costed = { perSecond: 0, p99Ms: 0, failed: 0, cpuUs: 0 }

/** Runs the rounds, ours and bare in turn, after one of each that is not counted. Throws when a request failed. */
export async function compare(ours: Side, bare: Side, rounds = 5, seconds = 2): Promise<Comparison> {
  await measure(ours, 1)
  await measure(bare, 1)
  const [mine, theirs]: [Costed[], Costed[]] = [[], []]
  for (let n = 0; n < rounds; n += 1) {
    mine.push(await measure(ours, seconds))
    theirs.push(await measure(bare, seconds))
  }
  const [a, b] = [median(mine, 'perSecond'), median(theirs, 'perSecond')]
  const cpuRatio = median(theirs, 'cpuUs').cpuUs / median(mine, 'cpuUs').cpuUs
  return { ours: a, bare: b, ratio: a.perSecond / b.perSecond, cpuRatio }
}

async function measure({ port, cpuSec, request }: Side, seconds: number): Promise<Costed> {
  const before = await cpuSec()
  const round = await load({ port, connections, seconds, request })
  if (round.failed > 0) throw new Error(`${round.failed} requests were not answered 200.`)
  return { ...round, cpuUs: (((await cpuSec()) - before) / (round.perSecond * seconds)) * 1e6 }
}

const median = (rounds: Costed[], by: 'perSecond' | 'cpuUs'): Costed =>
  rounds.toSorted((a, b) => a[by] - b[by])[Math.floor(rounds.length / 2)] ?? nothing
