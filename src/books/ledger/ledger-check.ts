import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'
import { verifyLedger } from './verify-ledger.ts'

export const ledgerCheck: Check = {
  name: 'ledger',
  place: 80,
  look(ctx) {
    const { entries, problems } = verifyLedger(ctx)
    if (problems.length > 0) {
      const fix = say('keep this database and restore the newest backup whose ledger passes')
      return { problem: problems.join('; '), fix }
    }
    return entries === 0 ? {} : { note: say('{entries} entries sum to zero', { entries: `${entries}` }) }
  },
}
