import { openDeck } from '../support/money/deck.ts'
import { densityText } from '../support/money/density.ts'
import { openKilledDeck } from '../support/money/killed-deck.ts'
import { holdMoney } from '../support/money/property.ts'

/**
 * Random sequences of whatever can happen to money, so many times; one in twenty is against a process that is really
 * killed with -9. `bun test/soak/money.ts [runs] [seed]`, and `bun test/soak/money.ts 1 SEED PATH` to see one run again
 * and its shortest form.
 */
const [, , asked = '2000', seedText, path] = Bun.argv
const seed = seedText === undefined ? Date.now() % 1_000_000_007 : Number(seedText)
const runs = Number(asked)
const killed = path === undefined ? Math.ceil(runs / 20) : 0
const parts = [
  ['in one process', openDeck, runs - killed],
  ['with kill -9', openKilledDeck, killed],
] as const
for (const [name, open, count] of parts) {
  if (count === 0) continue
  const from = performance.now()
  const density = await holdMoney(open, { runs: count, seed, path, shrinks: path !== undefined })
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(`${count} runs ${name} in ${seconds} s with seed ${seed}, no fault\n${densityText(density)}`)
}
process.exit(0)
