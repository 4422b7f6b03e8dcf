import { emit, emitThin } from '../event.ts'
import { type Desk, deskOf, letters } from '../till.ts'
import { toV1Account } from './answer.ts'
import { accountOf, type KeptAccount, mayBecome, type Standing } from './kept.ts'

/** Everything about an account that its maker may say. */
export type Draft = Partial<Omit<KeptAccount, 'id' | 'createdMs'>>

const platformDesk = (desk: Desk): Desk => deskOf(desk, desk.till.platform)

const related = (id: string) => ({ id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` })

/** Opens a connected account. */
export function openAccount(desk: Desk, draft: Draft): KeptAccount {
  const account = platformDesk(desk).book.account.put({
    id: `acct_${letters(desk.till.random, 16)}`,
    createdMs: desk.till.nowMs(),
    standing: 'new',
    configurations: [],
    isDeauthorized: false,
    dashboard: 'none',
    country: 'us',
    currency: 'usd',
    entityType: null,
    displayName: null,
    email: null,
    metadata: {},
    ...draft,
  })
  emitThin(platformDesk(desk), 'v2.core.account.created', related(account.id))
  return account
}

/** Changes what an account says of itself, and tells of it in both ways. */
export function changeAccount(desk: Desk, id: string, draft: Draft): KeptAccount {
  const before = accountOf(desk, id)
  const account = platformDesk(desk).book.account.put({
    ...before,
    ...draft,
    metadata: { ...before.metadata, ...draft.metadata },
  })
  emitThin(platformDesk(desk), 'v2.core.account.updated', related(id))
  emit(deskOf(desk, id), 'account.updated', toV1Account(account))
  return account
}

/** Moves an account to another standing and tells which capabilities changed. Does nothing when it may not go there. */
export function settleAccount(desk: Desk, id: string, standing: Standing): KeptAccount {
  const before = accountOf(desk, id)
  if (!mayBecome(before, standing)) return before
  const account = changeAccount(desk, id, { standing })
  const here = platformDesk(desk)
  if (standing === 'closed') emitThin(here, 'v2.core.account.closed', related(id))
  else emitThin(here, 'v2.core.account[requirements].updated', related(id))
  for (const name of account.configurations) {
    if (name === 'customer') continue
    const capabilities =
      name === 'recipient' ? ['stripe_balance.stripe_transfers', 'stripe_balance.payouts'] : ['card_payments']
    for (const updated_capability of capabilities) {
      const type = `v2.core.account[configuration.${name}].capability_status_updated`
      emitThin(here, type, related(id), { updated_capability })
    }
  }
  return account
}

/** The holder takes the platform's access away. */
export function deauthorizeAccount(desk: Desk, id: string): void {
  const account = accountOf(desk, id)
  if (account.isDeauthorized) return
  platformDesk(desk).book.account.put({ ...account, isDeauthorized: true })
  emit(deskOf(desk, id), 'account.application.deauthorized', {
    id: 'ca_test',
    object: 'application',
    name: 'Tapedeck (TEST)',
  })
}
