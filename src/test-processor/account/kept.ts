import type Stripe from 'stripe'
import { noSuch, outOfReach } from '../fault.ts'
import type { Desk } from '../till.ts'

/** What onboarding has come to. */
export type Standing = 'new' | 'onboarded' | 'restricted' | 'rejected' | 'closed'

/** Where an account may go from each standing. */
const moves: Readonly<Record<Standing, readonly Standing[]>> = {
  new: ['onboarded', 'restricted', 'rejected', 'closed'],
  onboarded: ['restricted', 'closed'],
  restricted: ['onboarded', 'rejected', 'closed'],
  rejected: ['closed'],
  closed: [],
}

/** Whether an account may go there from where it is. */
export const mayBecome = (account: KeptAccount, standing: Standing): boolean =>
  moves[account.standing].includes(standing)

export type Configuration = 'customer' | 'merchant' | 'recipient'

/** A connected account, from which both the v2 and the v1 answer are made. */
export type KeptAccount = {
  id: string
  createdMs: number
  standing: Standing
  configurations: Configuration[]
  /** The platform may no longer act for it. */
  isDeauthorized: boolean
  dashboard: Stripe.V2.Core.Account.Dashboard
  country: string
  currency: string
  entityType: string | null
  displayName: string | null
  email: string | null
  metadata: Record<string, string>
}

/** The same, unless its holder has taken our access away. Throws what Stripe says then. */
export function reachableAccount(desk: Desk, id: string, param = 'id'): KeptAccount {
  const account = accountOf(desk, id, param)
  if (account.isDeauthorized) throw outOfReach(id)
  return account
}

/** A connected account of the platform. Throws resource_missing. */
export function accountOf(desk: Desk, id: string, param = 'id'): KeptAccount {
  const account = desk.till.store.book(desk.till.platform).account.get(id)
  if (!account) throw noSuch('account', id, param)
  return account
}
