import { type AccountContext, inAccount, inPlatform } from '../context.ts'
import { emit, emitThinEvent } from '../event/event.ts'
import { withChanges } from '../request/metadata.ts'
import { randomString } from '../server.ts'
import { canBecome, findAccount, type OnboardingStatus, type StoredAccount } from './account.ts'
import { currencyOfCountry } from './country-currency.ts'
import { toV1Account } from './to-account.ts'

export type Draft = Partial<Omit<StoredAccount, 'id' | 'createdMs'>>

const related = (id: string) => ({ id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` })

export function createAccount(ctx: AccountContext, draft: Draft): StoredAccount {
  const account = inPlatform(ctx).store.account.put({
    id: `acct_${randomString(ctx.server.random, 16)}`,
    createdMs: ctx.server.nowMs(),
    onboarding: 'new',
    configurations: [],
    isDeauthorized: false,
    arePayoutsBlocked: false,
    dashboard: 'none',
    country: 'us',
    currency: currencyOfCountry(draft.country ?? 'us'),
    entityType: null,
    displayName: null,
    email: null,
    metadata: {},
    ...draft,
  })
  emitThinEvent(inPlatform(ctx), 'v2.core.account.created', related(account.id))
  return account
}

/** Updates and returns an account, and emits v1 and v2 events. Throws resource_missing. */
export function updateAccount(ctx: AccountContext, id: string, draft: Draft): StoredAccount {
  const before = findAccount(ctx, id)
  const account = inPlatform(ctx).store.account.put({
    ...before,
    ...draft,
    metadata: withChanges(before.metadata, draft.metadata),
  })
  emitThinEvent(inPlatform(ctx), 'v2.core.account.updated', related(id))
  emit(inAccount(ctx, id), 'account.updated', toV1Account(account))
  return account
}

/**
 * Changes the onboarding status, emits an event per capability, and returns the account. Returns it
 * unchanged when the transition is not allowed.
 */
export function setOnboardingStatus(ctx: AccountContext, id: string, onboarding: OnboardingStatus): StoredAccount {
  const before = findAccount(ctx, id)
  if (!canBecome(before, onboarding)) return before
  const account = updateAccount(ctx, id, { onboarding })
  const here = inPlatform(ctx)
  if (onboarding === 'closed') emitThinEvent(here, 'v2.core.account.closed', related(id))
  else emitThinEvent(here, 'v2.core.account[requirements].updated', related(id))
  for (const name of account.configurations) {
    if (name === 'customer') continue
    const capabilities =
      name === 'recipient' ? ['stripe_balance.stripe_transfers', 'stripe_balance.payouts'] : ['card_payments']
    for (const updated_capability of capabilities) {
      const type = `v2.core.account[configuration.${name}].capability_status_updated`
      emitThinEvent(here, type, related(id), { updated_capability })
    }
  }
  return account
}

/** Blocks or allows the payouts of an account, and emits the event of that capability. */
export function blockPayouts(ctx: AccountContext, id: string, arePayoutsBlocked: boolean): void {
  const { configurations } = updateAccount(ctx, id, { arePayoutsBlocked })
  for (const name of configurations) {
    if (name === 'customer') continue
    const type = `v2.core.account[configuration.${name}].capability_status_updated`
    emitThinEvent(inPlatform(ctx), type, related(id), { updated_capability: 'stripe_balance.payouts' })
  }
}

/** Revokes the platform's access to an account, as its owner can. Throws resource_missing. */
export function deauthorizeAccount(ctx: AccountContext, id: string): void {
  const account = findAccount(ctx, id)
  if (account.isDeauthorized) return
  inPlatform(ctx).store.account.put({ ...account, isDeauthorized: true })
  emit(inAccount(ctx, id), 'account.application.deauthorized', {
    id: 'ca_test',
    object: 'application',
    name: 'Tapedeck (TEST)',
  })
}
