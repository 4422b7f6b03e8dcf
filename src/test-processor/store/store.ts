import type Stripe from 'stripe'
import type { StoredAccount } from '../account/account.ts'
import type { StoredLink } from '../account/link.ts'
import type { Funds, PaidOut, PendingFunds } from '../balance/balance.ts'
import type { StoredBalanceSettings } from '../balance/balance-settings.ts'
import type { BilledPayout } from '../balance/connect-bill.ts'
import type { SharedToken } from '../customer/shared-token.ts'
import type { StoredCardNumber } from '../customer/test-cards.ts'
import type { CounteredFee } from '../dispute/countered-fee.ts'
import type { StoredEvent } from '../event/event.ts'
import type { WebhookEndpoint } from '../event/webhook-endpoint.ts'
import type { IdempotencyRecord } from '../request/idempotency.ts'
import type { Delivery, ScheduledTask } from '../schedule/schedule.ts'
import { type Collection, createCollection, createOpenCollection, type OpenCollection } from './collection.ts'
import type { ObjectTable } from './object-table.ts'

export type ObjectTypes = {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payment_method_domain: Stripe.PaymentMethodDomain
  card_number: StoredCardNumber
  shared_token: SharedToken
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  funds: Funds
  pending_funds: PendingFunds
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  countered_fee: CounteredFee
  file: Stripe.File
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning
  customer: Stripe.Customer
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  payout: Stripe.Payout
  balance_settings: StoredBalanceSettings
  billed_payout: BilledPayout
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

type OpenType = 'webhook_endpoint' | 'scheduled_task' | 'delivery' | 'payment_method_domain' | 'funds' | 'pending_funds'

export type AccountStore = {
  readonly [K in ObjectType]: K extends OpenType ? OpenCollection<ObjectTypes[K]> : Collection<ObjectTypes[K]>
}

export type AccountStores = {
  of(account: string): AccountStore
  ownerOf(type: ObjectType, id: string): string | undefined
}

function createAccountStore(table: ObjectTable, owner: string): AccountStore {
  const collection = <K extends ObjectType>(type: K) => createCollection(table, owner, type)
  const open = <K extends ObjectType>(type: K) => createOpenCollection(table, owner, type)
  return {
    payment_intent: collection('payment_intent'),
    payment_method: collection('payment_method'),
    payment_method_domain: open('payment_method_domain'),
    card_number: collection('card_number'),
    shared_token: collection('shared_token'),
    charge: collection('charge'),
    balance_transaction: collection('balance_transaction'),
    funds: open('funds'),
    pending_funds: open('pending_funds'),
    refund: collection('refund'),
    dispute: collection('dispute'),
    countered_fee: collection('countered_fee'),
    file: collection('file'),
    early_fraud_warning: collection('early_fraud_warning'),
    customer: collection('customer'),
    transfer: collection('transfer'),
    transfer_reversal: collection('transfer_reversal'),
    payout: collection('payout'),
    balance_settings: collection('balance_settings'),
    billed_payout: collection('billed_payout'),
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

/** Stores of a table that another process writes are read again each time. */
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
