import { repairSums, verifySums } from '../../money/ledger/verify-sums.ts'
import type { Check } from './check.ts'

const named = 5

/** Checks that the sums which statistics read are what they sum. The fix makes them again. */
export const sums: Check = {
  name: 'sums',
  look(ctx) {
    const wrong = verifySums(ctx)
    if (wrong.length === 0) return {}
    const more = wrong.length > named ? [`and ${wrong.length - named} more`] : []
    return {
      problem: `these sums are not what they sum: ${[...wrong.slice(0, named), ...more].join(', ')}`,
      mend: 'tapedeck doctor --fix adds them up again',
    }
  },
  fix: repairSums,
}
