import type Stripe from 'stripe'
import type { Exchange } from './charge/exchange.ts'
import type { Restricted } from './restrictions.ts'
import type { AccountStores } from './store/store.ts'

/** The API version of the pinned SDK; its type accepts no other. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** State and settings of a running test processor. Time and randomness are passed in. */
export type Server = {
  readonly stores: AccountStores
  readonly platform: string
  readonly currency: string
  /** Whether the platform converts payments in other currencies, or keeps a balance in each. */
  readonly convertsCharges: boolean
  readonly exchange: Exchange
  readonly restrictions: Restricted
  readonly nowMs: () => number
  readonly random: (bytes: number) => Uint8Array
  /** How long card money stays pending before it is available, unless the card bypasses that. */
  readonly settleMs: number
  /** When an asynchronous charge's balance transaction appears; 0: at once. */
  readonly captureMs: number
  readonly capturesLate: boolean
  /** How long a bank takes for payouts, pending refunds and failing refunds. */
  readonly bankMs: number
  /** Whether money of a transfer that is still pending can be reversed. */
  readonly reversesPending: boolean
  /** Returns the base URL of the processor's own pages, as a browser reaches them. */
  readonly pagesUrl: () => string
  /** Tells the scheduler that a task or a delivery was added. */
  readonly wake: () => void
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomString(random: Server['random'], length: number): string {
  let text = ''
  for (const byte of random(length)) text += alphabet[byte % alphabet.length]
  return text
}
