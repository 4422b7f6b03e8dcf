import fc from 'fast-check'

/**
 * How often and with which seed; `path` leads to one run of a seed again, as a failure prints it.
 */
export type Trials = { runs: number; seed: number; path?: string | undefined; shrinks: boolean }

const lanes = 4

/**
 * Runs a property so many times, a few at a time. Throws a run in which it does not hold, with the
 * seed and path to see it again; with `shrinks` the shortest that it can find.
 */
export async function runTrials<Ts extends unknown[]>(
  property: fc.IAsyncProperty<Ts>,
  { runs, seed, path, shrinks }: Trials,
): Promise<void> {
  const count = path === undefined ? Math.min(lanes, runs) : 1
  const each = Array.from({ length: count }, async (_, lane) => {
    const numRuns = Math.ceil((runs - lane) / count)
    const asked = { seed: seed + lane, numRuns, endOnFailure: !shrinks, ...(path === undefined ? {} : { path }) }
    const details = await fc.check(property, asked)
    if (details.failed) throw new Error(textOf(details), { cause: details.errorInstance })
  })
  await Promise.all(each)
}

type Counterexample = { seed: number; counterexample: readonly unknown[] | null; counterexamplePath: string | null }

function textOf({ seed, counterexample, counterexamplePath: path }: Counterexample): string {
  const lines = (counterexample ?? []).flat().map((each) => JSON.stringify(each))
  return [`The property failed with seed ${seed} and path ${path}:`, ...lines].join('\n')
}
