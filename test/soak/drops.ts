import { holdDrops } from '../support/drop/property.ts'
import { soakTrials } from './run-trials.ts'

/**
 * Random sequences of whatever can happen to drops and their money: `bun test/soak/drops.ts [runs]
 * [seed] [path] [shrink]`.
 */
await soakTrials(40, async (open, trials) => {
  const ends = await holdDrops(open, trials)
  return `drops: ${[...ends].map(([state, drops]) => `${drops} ${state}`).join(', ')}`
})
