import type Stripe from 'stripe'
import type { KeptAccount } from './account/kept.ts'
import type { KeptLink } from './account/link.ts'
import type { CardNote } from './card.ts'
import type { Destination } from './destination.ts'
import type { Errand, Parcel } from './errand.ts'
import type { KeptEvent } from './event.ts'
import type { Remembered } from './idempotency.ts'

/** Everything that is kept, by the name of its shelf. */
export type Kinds = {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  card_note: CardNote
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning
  customer: Stripe.Customer
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  application_fee: Stripe.ApplicationFee
  fee_refund: Stripe.FeeRefund
  payout: Stripe.Payout
  account: KeptAccount
  account_link: KeptLink
  destination: Destination
  event: KeptEvent
  errand: Errand
  parcel: Parcel
  idempotency: Remembered
}
export type Kind = keyof Kinds

/** Things of one kind by id, in the order in which they came. */
export type Shelf<T extends { id: string }> = {
  get(id: string): T | undefined
  put(row: T): T
  delete(id: string): void
  all(): T[]
  oldest(): T | undefined
  readonly size: number
  newestFirst(): T[]
  /** Takes back a row from the snapshot. */
  restore(row: unknown): void
}

/** All shelves of one account. */
export type Book = { readonly [K in Kind]: Shelf<Kinds[K]> }

/** Told of every change; a snapshot writes them down. */
export type Journal = (owner: string, kind: Kind, id: string, row: object | undefined) => void

/** All books. The platform's is `book(platform)`. */
export type Store = { book(owner: string): Book; owners(): string[] }

const isRow = <T extends { id: string }>(row: unknown): row is T =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'

function createShelf<K extends Kind>(owner: string, kind: K, journal: Journal): Shelf<Kinds[K]> {
  const rows = new Map<string, Kinds[K]>()
  const all = () => [...rows.values()]
  return {
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row)
      journal(owner, kind, row.id, row)
      return row
    },
    delete(id) {
      if (rows.delete(id)) journal(owner, kind, id, undefined)
    },
    all,
    oldest: () => rows.values().next().value,
    get size() {
      return rows.size
    },
    newestFirst: () => all().reverse(),
    restore(row) {
      if (isRow<Kinds[K]>(row)) rows.set(row.id, row)
    },
  }
}

function createBook(owner: string, journal: Journal): Book {
  const shelf = <K extends Kind>(kind: K) => createShelf(owner, kind, journal)
  return {
    payment_intent: shelf('payment_intent'),
    payment_method: shelf('payment_method'),
    card_note: shelf('card_note'),
    charge: shelf('charge'),
    balance_transaction: shelf('balance_transaction'),
    refund: shelf('refund'),
    dispute: shelf('dispute'),
    early_fraud_warning: shelf('early_fraud_warning'),
    customer: shelf('customer'),
    transfer: shelf('transfer'),
    transfer_reversal: shelf('transfer_reversal'),
    application_fee: shelf('application_fee'),
    fee_refund: shelf('fee_refund'),
    payout: shelf('payout'),
    account: shelf('account'),
    account_link: shelf('account_link'),
    destination: shelf('destination'),
    event: shelf('event'),
    errand: shelf('errand'),
    parcel: shelf('parcel'),
    idempotency: shelf('idempotency'),
  }
}

/** Makes the books; each is opened when first asked for. */
export function createStore(journal: Journal): Store {
  const books = new Map<string, Book>()
  return {
    book(owner) {
      const open = books.get(owner) ?? createBook(owner, journal)
      books.set(owner, open)
      return open
    },
    owners: () => [...books.keys()],
  }
}

/** Whether a text of the snapshot names a shelf. */
export const isKind = (text: string, book: Book): text is Kind => Object.hasOwn(book, text)
