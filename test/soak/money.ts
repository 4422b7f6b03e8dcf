import { densityText } from '../support/order/density.ts'
import { holdMoney } from '../support/order/property.ts'
import { soakTrials } from './run-trials.ts'

/**
 * Random sequences of whatever can happen to money: `bun test/soak/money.ts [runs] [seed] [path]
 * [shrink]`.
 */
await soakTrials(20, async (open, trials) => densityText(await holdMoney(open, trials)))
