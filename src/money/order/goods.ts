import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { givenState } from '../../platform/own-state.ts'
import type { GoodsWords } from '../receipt/goods-words.ts'
import type { Held } from './grant.ts'
import type { Order } from './order.ts'
import type { LostOrder } from './order-metadata.ts'
import type { Payees } from './payees.ts'
import type { PurchaseStatus } from './read-payment.ts'

/** What is known of the thing that an order is for. */
export type OrderedItem = { order: Order; cassetName: string }

/**
 * One kind of thing that people pay for. Whatever differs from kind to kind is said here: `test/goods.test.ts` refuses a
 * decision by a kind anywhere else.
 */
export type Goods = GoodsWords & {
  readonly kind: Order['kind']
  /** Whether the artists of the casset sell it. */
  readonly isSale: boolean
  /** Whose the money is. Absent: the artists' who sell it. */
  payees?(order: Order): Payees
  /** Gives what was paid for, or ends it when the money was taken back. Called in the transaction of its postings. */
  deliver(ctx: Ctx, order: Order, status: PurchaseStatus): void
  /** What the order's holder has of it or had, by this order or else by another one. */
  held(ctx: Ctx, order: Order): Pick<Held, 'orderId' | 'status' | 'endedAt'> | undefined
  /** Whether its holder has it, by this order or another one. */
  isHeld(ctx: Ctx, order: Order): boolean
  /** Why it cannot be given any more, as its payer reads it; null when it can. Absent: it always can. */
  obstacle?(ctx: Ctx, order: Order): string | null
  /** What else follows when what was paid could not be delivered. Called in the transaction of its postings. */
  undelivered?(ctx: Ctx, order: Order): void
  /** What follows when something was sent to those it was paid for. Called in the transaction that writes it down. */
  transferred?(ctx: Ctx, order: Order): void
  /**
   * What rebuilds it together with its lost order (rule: rebuilt-orders). Absent: the order says
   * all.
   */
  readonly lost?: {
    /** What a payment at the processor says of it besides its order. */
    tell?(ctx: Ctx, order: Order): Record<string, string>
    /** Why it cannot be rebuilt from that, in words for the owner of the instance; null when it can. */
    obstacle?(ctx: Ctx, order: LostOrder, told: Stripe.Metadata): string | null
    /** Writes it down again. Called in the transaction that rebuilds its order. */
    rebuild?(ctx: Ctx, orderId: string, told: Stripe.Metadata): void
    /** Why nothing is left to be done where all of its payment was sent on, in words for the owner of the instance. */
    sentOn?(order: LostOrder): string
  }
  /** What a transfer to those it was paid for says of it at the processor besides its order. */
  toldByTransfer?(ctx: Ctx, order: Order): Record<string, string>
  /**
   * What its transfers at the processor tell that the database may have lost. Called in the transaction that writes them
   * down, before that.
   */
  learn?(ctx: Ctx, order: Order, transfers: readonly Stripe.Transfer[]): void
  /** Where it is paid for, below /checkout/{slug}. */
  checkoutPath(order: Order): string
  /** As those who sell it read of it. */
  readonly sale: {
    /** What its buyer did: "collected First Light". */
    did(item: OrderedItem): string
    /** What the API says of it, for programs. */
    what(item: OrderedItem): string | null
    /** Its title in the list of sales; null where the label says it all. */
    title(item: OrderedItem): string | null
    /** Its name in the middle of a sentence. */
    name(item: OrderedItem): string
    /** What a refund ends. */
    refundWarning: string
  }
  /** What a bank reads of it when the payment is disputed; `seller` is who sold it, and where. */
  readonly evidence: {
    product(item: OrderedItem, seller: string): string
    /** Whether it is found in the account that bought it. */
    isInAccount: boolean
  }
  /** What letters about its disputes tell the owner of the instance where it is no sale; `handle` is the artist's. */
  readonly dispute?: {
    about(handle: string): string
    keeper: string
    /** Who bears what the bank takes. */
    bearing(handle: string, origin: string): string
  }
  /** The figure of the statistics that its sales count in. */
  readonly figure: 'sales' | 'tips' | 'emoji' | 'prizes' | 'licenses'
  /** Its name in the CSV of the ledger. */
  ledgerName(ctx: Ctx, item: Pick<Order, 'thingId' | 'subject'> & { cassetName: string }): string
}

/** Every kind of goods by its name. */
export type GoodsByKind = Readonly<Record<Order['kind'], Goods>>

/** All that people pay for. */
export const goodsOf = givenState<GoodsByKind>('goods')
