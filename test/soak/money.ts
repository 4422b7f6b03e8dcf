import { densityText } from '../support/money/density.ts'
import { holdMoney } from '../support/money/property.ts'
import { soakTrials } from './run-trials.ts'

/**
 * Random sequences of whatever can happen to money: `bun test/soak/money.ts [runs] [seed] [path]
 * [shrink]`.
 */
await soakTrials(20, async (open, trials) => densityText(await holdMoney(open, trials)))
