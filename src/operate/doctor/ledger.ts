import { verifyLedger } from '../../money/ledger/verify-ledger.ts'
import type { Check } from './check.ts'

/** Checks that the ledger sums to zero and agrees with the orders. */
export const ledger: Check = {
  name: 'ledger',
  look(ctx) {
    const { entries, problems } = verifyLedger(ctx)
    if (problems.length > 0) {
      const mend = 'keep this database and restore the newest backup whose ledger passes'
      return { problem: problems.join('; '), mend }
    }
    return entries === 0 ? {} : { note: `${entries} entries sum to zero` }
  },
}
