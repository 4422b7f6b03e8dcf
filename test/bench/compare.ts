import { load, type Round } from './load.ts'

/** Ours against the bare baseline in alternating rounds of the same minute: medians, and their ratio. */
export type Comparison = { ours: Round; bare: Round; ratio: number }

type Side = { port: number; request: (n: number) => Uint8Array }

/** Runs the rounds, ours and bare in turn, after one of each that is not counted. */
export async function compare(ours: Side, bare: Side, rounds = 5, seconds = 2): Promise<Comparison> {
  const run = (side: Side, lasting: number) => load({ ...side, connections: 64, seconds: lasting })
  await run(ours, 1)
  await run(bare, 1)
  const both: { ours: Round; bare: Round }[] = []
  for (let n = 0; n < rounds; n += 1) both.push({ ours: await run(ours, seconds), bare: await run(bare, seconds) })
  const median = (rounds: Round[]): Round =>
    rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)] ?? { perSecond: 0, p99Ms: 0, failed: 0 }
  const [mine, theirs] = [median(both.map((b) => b.ours)), median(both.map((b) => b.bare))]
  return { ours: mine, bare: theirs, ratio: mine.perSecond / theirs.perSecond }
}
