import type Stripe from 'stripe'
import type { StoredAccount } from './account/account.ts'
import type { StoredLink } from './account/link.ts'
import type { StoredEvent } from './event.ts'
import type { IdempotencyRecord } from './idempotency.ts'
import type { Delivery, ScheduledTask } from './schedule.ts'
import type { StoredCardNumber } from './test-cards.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** What is stored, by the name of its collection. */
export type ObjectTypes = {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payment_method_domain: Stripe.PaymentMethodDomain
  card_number: StoredCardNumber
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  file: Stripe.File
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning
  customer: Stripe.Customer
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  application_fee: Stripe.ApplicationFee
  fee_refund: Stripe.FeeRefund
  payout: Stripe.Payout
  account: StoredAccount
  account_link: StoredLink
  webhook_endpoint: WebhookEndpoint
  event: StoredEvent
  scheduled_task: ScheduledTask
  delivery: Delivery
  idempotency: IdempotencyRecord
}
export type ObjectType = keyof ObjectTypes

/** Objects of one type by id, in the order in which they were created. */
export type Collection<T extends { id: string }> = {
  get(id: string): T | undefined
  /** Inserts or replaces a row and returns it. */
  put(row: T): T
  delete(id: string): void
  all(): T[]
  oldest(): T | undefined
  readonly size: number
  newestFirst(): T[]
  /** Inserts a row that was read from the state file, without reporting a change. */
  restore(row: unknown): void
}

/** All collections of one account. */
export type AccountStore = { readonly [K in ObjectType]: Collection<ObjectTypes[K]> }

/** Receives every change, for the state file; `row` is undefined when it was deleted. */
export type OnChange = (owner: string, type: ObjectType, id: string, row: object | undefined) => void

/** The stores of all accounts; `of` creates an empty one for an account that has none. */
export type AccountStores = { of(account: string): AccountStore; accounts(): string[] }

const isRow = <T extends { id: string }>(row: unknown): row is T =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'

function createCollection<K extends ObjectType>(
  owner: string,
  type: K,
  onChange: OnChange,
): Collection<ObjectTypes[K]> {
  const rows = new Map<string, ObjectTypes[K]>()
  const all = () => [...rows.values()]
  return {
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row)
      onChange(owner, type, row.id, row)
      return row
    },
    delete(id) {
      if (rows.delete(id)) onChange(owner, type, id, undefined)
    },
    all,
    oldest: () => rows.values().next().value,
    get size() {
      return rows.size
    },
    newestFirst: () => all().reverse(),
    restore(row) {
      if (isRow<ObjectTypes[K]>(row)) rows.set(row.id, row)
    },
  }
}

function createAccountStore(owner: string, onChange: OnChange): AccountStore {
  const collection = <K extends ObjectType>(type: K) => createCollection(owner, type, onChange)
  return {
    payment_intent: collection('payment_intent'),
    payment_method: collection('payment_method'),
    payment_method_domain: collection('payment_method_domain'),
    card_number: collection('card_number'),
    charge: collection('charge'),
    balance_transaction: collection('balance_transaction'),
    refund: collection('refund'),
    dispute: collection('dispute'),
    file: collection('file'),
    early_fraud_warning: collection('early_fraud_warning'),
    customer: collection('customer'),
    transfer: collection('transfer'),
    transfer_reversal: collection('transfer_reversal'),
    application_fee: collection('application_fee'),
    fee_refund: collection('fee_refund'),
    payout: collection('payout'),
    account: collection('account'),
    account_link: collection('account_link'),
    webhook_endpoint: collection('webhook_endpoint'),
    event: collection('event'),
    scheduled_task: collection('scheduled_task'),
    delivery: collection('delivery'),
    idempotency: collection('idempotency'),
  }
}

/** Returns empty stores that report every change to `onChange`. */
export function createStores(onChange: OnChange): AccountStores {
  const stores = new Map<string, AccountStore>()
  return {
    of(account) {
      const store = stores.get(account) ?? createAccountStore(account, onChange)
      stores.set(account, store)
      return store
    },
    accounts: () => [...stores.keys()],
  }
}

/** Tells whether a text from the state file names a collection. */
export const isObjectType = (text: string, store: AccountStore): text is ObjectType => Object.hasOwn(store, text)
