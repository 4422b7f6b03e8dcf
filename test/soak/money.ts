import { eventTypes } from '../../src/payment/event-types.ts'
import { openDeck } from '../support/money/deck.ts'
import { openKilledDeck } from '../support/money/killed-deck.ts'
import { holdMoney } from '../support/money/property.ts'

/**
 * Random interleavings of payments, refunds, disputes, lost and doubled webhooks and crashes, so many times; one in
 * twenty is against a process that is really killed with -9. `bun test/soak/money.ts [runs] [seed]`.
 */
const [, , runs = '2000', seed] = Bun.argv
const killed = Math.ceil(Number(runs) / 20)
const counts = [
  ['in one process', openDeck, Number(runs) - killed],
  ['with kill -9', openKilledDeck, killed],
] as const
for (const [name, open, count] of counts) {
  const from = performance.now()
  await holdMoney(() => open(eventTypes), count, seed === undefined ? undefined : Number(seed))
  console.log(`${count} runs ${name} in ${((performance.now() - from) / 1000).toFixed(0)} s, no fault`)
}
process.exit(0)
