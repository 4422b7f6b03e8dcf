import type Stripe from 'stripe'
import { type AccountContext, inPlatform } from '../context.ts'
import { accountInvalid, invalidRequest, resourceMissing } from '../request/api-error.ts'

export type OnboardingStatus = 'new' | 'onboarded' | 'restricted' | 'rejected' | 'closed'

const transitions: Readonly<Record<OnboardingStatus, readonly OnboardingStatus[]>> = {
  new: ['onboarded', 'restricted', 'rejected', 'closed'],
  onboarded: ['restricted', 'closed'],
  restricted: ['onboarded', 'rejected', 'closed'],
  rejected: ['closed'],
  closed: [],
}

export const canBecome = (account: StoredAccount, onboarding: OnboardingStatus): boolean =>
  transitions[account.onboarding].includes(onboarding)

export type Configuration = 'customer' | 'merchant' | 'recipient'

/** A connected account; both the v1 and the v2 shapes are made from it. */
export type StoredAccount = {
  id: string
  createdMs: number
  onboarding: OnboardingStatus
  configurations: Configuration[]
  /** Set when the account's owner has revoked the platform's access. */
  isDeauthorized: boolean
  /** Set when money that is received cannot be paid out, such as for want of a bank account. */
  arePayoutsBlocked: boolean
  dashboard: Stripe.V2.Core.Account.Dashboard
  country: string
  currency: string
  entityType: string | null
  displayName: string | null
  email: string | null
  metadata: Record<string, string>
}

/** Finds also an account that revoked our access. Throws resource_missing. */
export function findAccount(ctx: AccountContext, id: string, param = 'id'): StoredAccount {
  const account = inPlatform(ctx).store.account.get(id)
  if (!account) throw resourceMissing('account', id, param)
  return account
}

/** Throws resource_missing, and account_invalid when it revoked our access. */
export function retrieveAccount(ctx: AccountContext, id: string, param = 'id'): StoredAccount {
  const account = findAccount(ctx, id, param)
  if (account.isDeauthorized) throw accountInvalid(id)
  return account
}

/** Returns the platform's own account, which is onboarded and takes cards. */
export const platformAccount = ({ server }: AccountContext): StoredAccount => ({
  id: server.platform,
  createdMs: Date.UTC(2026, 0),
  onboarding: 'onboarded',
  configurations: ['merchant'],
  isDeauthorized: false,
  arePayoutsBlocked: false,
  dashboard: 'full',
  country: 'us',
  currency: server.currency,
  entityType: null,
  displayName: null,
  email: null,
  metadata: {},
})

/**
 * Returns a connected account that can receive transfers. Throws resource_missing, and
 * insufficient_capabilities_for_transfer when onboarding is not complete.
 */
export function payableAccount(ctx: AccountContext, id: string): StoredAccount {
  const param = 'destination'
  const account = findAccount(ctx, id, param)
  if (account.isDeauthorized || account.onboarding === 'closed') throw resourceMissing('destination', id, param)
  if (account.onboarding === 'onboarded' && account.configurations.includes('recipient')) return account
  const message =
    'Your destination account needs to have at least one of the following capabilities enabled: ' +
    'transfers, crypto_transfers, legacy_payments'
  throw invalidRequest(message, { code: 'insufficient_capabilities_for_transfer', param })
}
