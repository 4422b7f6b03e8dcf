import type { Delivery, Happening } from './errand.ts'
import type { Book, Store } from './store.ts'

/** What a test processor is made of. Time and randomness come from outside. */
export type Till = {
  readonly store: Store
  readonly platform: string
  readonly nowMs: () => number
  readonly random: (bytes: number) => Uint8Array
  /** How long card money stays pending before it is available, unless the card bypasses that. */
  readonly settleMs: number
  /** How long bank things take: payouts, pending refunds, failing refunds. */
  readonly bankMs: number
  /** Where a browser finds the processor's own pages. */
  readonly pages: () => string
  /** Tells the runner that an errand was added. */
  readonly wake: () => void
}

/** What caused an event, as events tell it. */
export type Cause = { id: string | null; idempotency_key: string | null }

/** Where a verb works: the till, the account whose book is open, and the request that asked for it. */
export type Desk = {
  readonly till: Till
  readonly account: string
  readonly book: Book
  readonly cause: Cause
}

/** Seconds since 1970, as Stripe dates things. */
export const nowSec = (desk: Desk): number => Math.floor(desk.till.nowMs() / 1000)

/** The same desk with another account's book open. */
export const deskOf = (desk: Desk, account: string): Desk => ({
  ...desk,
  account,
  book: desk.till.store.book(account),
})

/** A desk for what happens by itself, without a request. */
export const ownDesk = (till: Till, account: string): Desk => ({
  till,
  account,
  book: till.store.book(account),
  cause: { id: null, idempotency_key: null },
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits. */
export function letters(random: Till['random'], length: number): string {
  let text = ''
  for (const byte of random(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** A fresh id such as `pi_…`. */
export const newId = (desk: Desk, prefix: string, length = 24): string =>
  `${prefix}_${letters(desk.till.random, length)}`

/** Leaves something to be done later; it survives a restart. */
export function later(desk: Desk, afterMs: number, task: Delivery | Happening): void {
  const book = desk.till.store.book(desk.till.platform)
  const dueMs = desk.till.nowMs() + afterMs
  if (task.do === 'deliver') book.parcel.put({ id: newId(desk, 'parcel'), dueMs, task })
  else book.errand.put({ id: newId(desk, 'errand'), dueMs, task })
  desk.till.wake()
}
