import { invalidRequest, noSuch } from '../fault.ts'
import type { Desk } from '../till.ts'
import { accountOf, type KeptAccount } from './kept.ts'

/** An account that may receive transfers. Throws what Stripe says when it may not. */
export function payableAccount(desk: Desk, id: string, param: string): KeptAccount {
  const account = accountOf(desk, id, param)
  if (account.isDeauthorized || account.standing === 'closed') throw noSuch('destination', id, param)
  if (account.standing === 'onboarded' && account.configurations.includes('recipient')) return account
  const message =
    'Your destination account needs to have at least one of the following capabilities enabled: ' +
    'transfers, crypto_transfers, legacy_payments'
  throw invalidRequest(message, { code: 'insufficient_capabilities_for_transfer', param })
}
