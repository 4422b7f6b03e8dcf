import { holdDrops } from '../support/drops/property.ts'
import { openDeck } from '../support/money/deck.ts'
import { openKilledDeck } from '../support/money/killed-deck.ts'

/**
 * Random sequences of whatever can happen to drops and their money, so many times; one in forty is against a process that is
 * really killed with -9. `bun test/soak/drops.ts [runs] [seed]`, and `bun test/soak/drops.ts 1 SEED PATH` to see one run
 * again and its shortest form.
 */
const [, , asked = '2000', seedText, path] = Bun.argv
const seed = seedText === undefined ? Date.now() % 1_000_000_007 : Number(seedText)
const runs = Number(asked)
const killed = path === undefined ? Math.ceil(runs / 40) : 0
const parts = [
  ['in one process', openDeck, runs - killed],
  ['with kill -9', openKilledDeck, killed],
] as const
for (const [name, open, count] of parts) {
  if (count === 0) continue
  const from = performance.now()
  const ends = await holdDrops(open, { runs: count, seed, path, shrinks: path !== undefined })
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  const told = [...ends].map(([state, drops]) => `${drops} ${state}`).join(', ')
  console.log(`${count} runs ${name} in ${seconds} s with seed ${seed}, no fault; drops ended ${told}`)
}
process.exit(0)
