import type Stripe from 'stripe'
import type { StoredAccount } from './account/account.ts'
import type { StoredLink } from './account/link.ts'
import type { Funds, PaidOut, PendingFunds } from './balance.ts'
import type { StoredEvent } from './event.ts'
import type { IdempotencyRecord } from './idempotency.ts'
import type { ObjectTable } from './object-table.ts'
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
  funds: Funds
  pending_funds: PendingFunds
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  file: Stripe.File
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning
  customer: Stripe.Customer
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  payout: Stripe.Payout
  paid_out: PaidOut
  account: StoredAccount
  account_link: StoredLink
  webhook_endpoint: WebhookEndpoint
  event: StoredEvent
  scheduled_task: ScheduledTask
  delivery: Delivery
  idempotency: IdempotencyRecord
}
export type ObjectType = keyof ObjectTypes

/** Values of fields that rows must have. */
export type Where = { readonly [field: string]: string | undefined }

/** Which rows are read, and in which order: the newest first unless told otherwise. */
export type Query = {
  where?: Where
  /** Starts after the row of that id. */
  beyond?: string | undefined
  order?: 'newest' | 'oldest'
}

/** Objects of one type by id, in the order in which they were created. They are read from the file when asked for. */
export type Collection<T extends { id: string }> = {
  get(id: string): T | undefined
  /** Inserts or replaces a row and returns it. */
  put(row: T): T
  delete(id: string): void
  /** Returns rows one by one, so that a page of a long list reads no more than it shows. */
  rows(query?: Query): Iterable<T>
  /** Called after each addition, keeps about that many rows: the newest. */
  trim(most: number): void
}

/** Objects that are all kept in memory too, as they are needed all the time. */
export type OpenCollection<T extends { id: string }> = Collection<T> & { all(): T[] }

type OpenType = 'webhook_endpoint' | 'scheduled_task' | 'delivery' | 'payment_method_domain' | 'funds' | 'pending_funds'

/** All collections of one account. */
export type AccountStore = {
  readonly [K in ObjectType]: K extends OpenType ? OpenCollection<ObjectTypes[K]> : Collection<ObjectTypes[K]>
}

/** The stores of all accounts. */
export type AccountStores = {
  of(account: string): AccountStore
  /** Returns the account that an object belongs to. */
  ownerOf(type: ObjectType, id: string): string | undefined
}

// Counting rows takes longer than adding one.
const trimmedTogether = 500

/** The fields by which rows of a type are found without reading the others. */
const indexedFields: { readonly [K in ObjectType]?: readonly string[] } = {
  charge: ['payment_intent', 'transfer_group', 'customer'],
  payment_intent: ['customer'],
  payment_method: ['customer'],
  balance_transaction: ['source'],
  refund: ['charge', 'payment_intent'],
  dispute: ['charge', 'payment_intent'],
  early_fraud_warning: ['charge', 'payment_intent'],
  transfer: ['source_transaction', 'transfer_group', 'destination'],
  transfer_reversal: ['transfer'],
}

/** Returns the names under which a row is found. */
function linksOf(type: ObjectType, row: object): string[] {
  const named = (indexedFields[type] ?? []).map((field) => ({ field, value: Reflect.get(row, field) }))
  return ['', ...named.flatMap(({ field, value }) => (typeof value === 'string' ? [`${field}=${value}`] : []))]
}

/** Returns the name under which the fewest rows are found that a query can ask for. */
function linkFor(type: ObjectType, where: Where): string {
  const field = (indexedFields[type] ?? []).find((name) => where[name] !== undefined)
  return field === undefined ? '' : `${field}=${where[field]}`
}

const isRow = <T extends { id: string }>(row: unknown): row is T =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'

const meets = (row: object, where: Where): boolean =>
  Object.entries(where).every(([field, value]) => value === undefined || Reflect.get(row, field) === value)

function createCollection<K extends ObjectType>(
  table: ObjectTable,
  owner: string,
  type: K,
): Collection<ObjectTypes[K]> {
  const get = (id: string) => {
    const row = table.get({ owner, type, id })
    return isRow<ObjectTypes[K]>(row) ? row : undefined
  }
  let additions = 0
  return {
    get,
    put(row) {
      const before = get(row.id)
      const known = before ? linksOf(type, before) : []
      table.put(
        { owner, type, id: row.id },
        row,
        linksOf(type, row).filter((link) => !known.includes(link)),
      )
      return row
    },
    delete(id) {
      const row = get(id)
      if (!row) return
      table.delete({ owner, type, id }, linksOf(type, row))
    },
    *rows({ where = {}, beyond, order = 'newest' } = {}) {
      const from = { owner, type, link: linkFor(type, where), order, beyond }
      for (const row of table.list(from)) if (isRow<ObjectTypes[K]>(row) && meets(row, where)) yield row
    },
    trim(most) {
      if (additions % trimmedTogether === 0) table.trim(owner, type, most)
      additions += 1
    },
  }
}

function createOpenCollection<K extends ObjectType>(
  table: ObjectTable,
  owner: string,
  type: K,
): OpenCollection<ObjectTypes[K]> {
  const stored = createCollection(table, owner, type)
  const rows = new Map<string, ObjectTypes[K]>()
  for (const row of stored.rows({ order: 'oldest' })) rows.set(row.id, row)
  return {
    ...stored,
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row)
      return stored.put(row)
    },
    delete(id) {
      if (rows.delete(id)) stored.delete(id)
    },
    all: () => [...rows.values()],
  }
}

function createAccountStore(table: ObjectTable, owner: string): AccountStore {
  const collection = <K extends ObjectType>(type: K) => createCollection(table, owner, type)
  const open = <K extends ObjectType>(type: K) => createOpenCollection(table, owner, type)
  return {
    payment_intent: collection('payment_intent'),
    payment_method: collection('payment_method'),
    payment_method_domain: open('payment_method_domain'),
    card_number: collection('card_number'),
    charge: collection('charge'),
    balance_transaction: collection('balance_transaction'),
    funds: open('funds'),
    pending_funds: open('pending_funds'),
    refund: collection('refund'),
    dispute: collection('dispute'),
    file: collection('file'),
    early_fraud_warning: collection('early_fraud_warning'),
    customer: collection('customer'),
    transfer: collection('transfer'),
    transfer_reversal: collection('transfer_reversal'),
    payout: collection('payout'),
    paid_out: collection('paid_out'),
    account: collection('account'),
    account_link: collection('account_link'),
    webhook_endpoint: open('webhook_endpoint'),
    event: collection('event'),
    scheduled_task: open('scheduled_task'),
    delivery: open('delivery'),
    idempotency: collection('idempotency'),
  }
}

/** Returns the stores of a table. Those of a table that another process writes are read again each time. */
export function createStores(table: ObjectTable): AccountStores {
  const stores = new Map<string, AccountStore>()
  return {
    of(account) {
      const store = stores.get(account) ?? createAccountStore(table, account)
      if (!table.isReadOnly) stores.set(account, store)
      return store
    },
    ownerOf: (type, id) => table.ownerOf(type, id),
  }
}
