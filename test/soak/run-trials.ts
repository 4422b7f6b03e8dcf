import { type Deck, openDeck } from '../support/order/deck.ts'
import { openKilledDeck } from '../support/order/killed-deck.ts'
import type { Setting } from '../support/order/market.ts'
import { createWire, type Wire } from '../support/test-processor/stripe-wire.ts'
import type { Trials } from '../support/trials.ts'

type Open = (setting: Setting, wire?: Wire) => Promise<Deck>

/**
 * Holds a property as often as the arguments say: `[runs] [seed]`, or `1 SEED PATH` to see one run
 * again, with `shrink` its shortest form too, with `killed` in a killed process. One run in
 * `killedEvery` is against a process that is really killed with -9. Prints what `hold` returns.
 */
export async function soakTrials(killedEvery: number, hold: (open: Open, trials: Trials) => Promise<string>) {
  const [, , asked = '2000', seedText, path, how] = Bun.argv
  const seed = seedText === undefined ? Date.now() % 1_000_000_007 : Number(seedText)
  const runs = Number(asked)
  const killed = how === 'killed' ? runs : path === undefined ? Math.ceil(runs / killedEvery) : 0
  const wire = await createWire({ each: 100 })
  const parts = [
    ['in one process', openDeck, runs - killed],
    ['with kill -9', openKilledDeck, killed],
  ] as const
  for (const [name, open, count] of parts) {
    if (count === 0) continue
    const from = performance.now()
    const told = await hold((setting) => open(setting, wire), { runs: count, seed, path, shrinks: how === 'shrink' })
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    if (wire.faults.size > 0) throw new Error(`Not as Stripe publishes it:\n${[...wire.faults].join('\n')}`)
    console.log(`${count} runs ${name} in ${seconds} s with seed ${seed}, no fault\n${told}`)
    console.log(`${wire.passed.size} operations and events were as Stripe publishes them`)
  }
  process.exit(0)
}
