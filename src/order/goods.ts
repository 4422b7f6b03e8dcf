import type Stripe from 'stripe'
import { orders } from '../../db/schema/order/order.ts'
import type { GoodsText, NamedItem } from '../books/receipt/goods-text.ts'
import type { Taxed } from '../books/vat/order-vat.ts'
import type { Ctx } from '../context.ts'
import { givenState } from '../platform/own-state.ts'
import type { Held } from './holding.ts'
import type { Order } from './order.ts'
import type { LostOrder } from './order-metadata.ts'
import type { Payees } from './payees.ts'
import type { PurchaseStatus } from './read-payment.ts'

export type { NamedItem }

/** Why something cannot be delivered, said after a colon in the current language. */
export type Obstacle = () => string

export type OrderedItem = { order: Order; cassetName: string }

/** How somebody holds what an order paid for. */
export type Holding = {
  /** Returns what the order's holder has or had of it, by this order or else by another one. */
  find(ctx: Ctx, order: Order): Pick<Held, 'orderId' | 'status' | 'endedAt'> | undefined
  /** Whether its holder has it. Default: whether what `find` returns has not ended. */
  isLive?(ctx: Ctx, order: Order): boolean
  /** Whether it is music of the casset, whose tracks then stay as they were sold. */
  readonly keepsTracks?: true
  /**
   * Returns other orders by which its holder paid for some of it as well, and whose price this one
   * did not deduct. Default: none.
   */
  paidElsewhere?(ctx: Ctx, order: Order): readonly string[]
  /** Returns payments of this kind that also brought the casset of an order to its holder. */
  broughtBy?(ctx: Ctx, order: Order): readonly string[]
  /** Where it is for somebody else than its payer, who never holds it. */
  readonly given?: {
    /** Returns the payments that gave the holder of an order of any kind the same thing. */
    payments(ctx: Ctx, order: Order): readonly string[]
  }
}

/** Goods with tapes that open at an hour, whose preorders may be called off. */
export type Opening = {
  /** Whether it is one whole tape, which has what a preorder promises (rule: preorder-moves). */
  readonly isWhole: boolean
  /** Returns how much of its sum was for tapes whose preorders were called off. */
  calledOffMinor(ctx: Ctx, order: Order): number
  learn?: Learn
}

/** Money that is no sale: others than the artists of the casset receive it. */
export type Payout = {
  payees(order: Order): Payees
  /** Metadata of a transfer to them about it, besides its order. */
  tell(ctx: Ctx, order: Order): Record<string, string>
  learn: Learn
  /** Further effects once money was sent to them. Called in the transaction that stores it. */
  sent(ctx: Ctx, order: Order): void
  /** Learns in a restored copy that it was refunded because what it was paid for had ended. */
  refunded(ctx: Ctx, order: Order): Promise<void>
  /**
   * Tells the instance's owner why nothing is left to do for a lost order whose whole payment was
   * passed on.
   */
  lostAndSent(order: LostOrder, told: { payment: string; sent: string }): string
  /** Words about its disputes for the owner of the instance; `artist` is who paid it. */
  readonly dispute: {
    about(artist: { name: string; handle: string }): string
    /** With whom the money stays. */
    readonly keeper: string
    /** The bearer of the money that the bank takes. */
    bearing(name: string, origin: string): string
  }
}

/**
 * Reads from the metadata of an order's transfers what the database may have lost. Called in the
 * transaction that stores them, before that.
 */
type Learn = (ctx: Ctx, order: Order, transfers: readonly Stripe.Transfer[]) => void

/** How goods are rebuilt with an order that an older copy of the database has lost. */
export type Lost = {
  /** Metadata of a payment at the processor about it, besides its order. */
  tell?(ctx: Ctx, order: Order): Record<string, string>
  /** Why it cannot be rebuilt from that, in words for the instance's owner; null when it can. */
  obstacle?(ctx: Ctx, order: LostOrder, told: Stripe.Metadata): string | null
  /**
   * Which of the goods an older copy does not have, so that they cannot be given to anybody, in
   * words for the instance's owner; null when they can. `paidAt`: a buyer holds what has been there
   * since.
   */
  missing?(ctx: Ctx, order: LostOrder, told: Stripe.Metadata, paidAt: number): string | null
  /** Stores it again. Called in the transaction that rebuilds its order. */
  rebuild?(ctx: Ctx, orderId: string, told: Stripe.Metadata): void
  /** Tells the instance's owner which news of a known order only its payment has; null for none. */
  behind?(ctx: Ctx, order: Order, told: Stripe.Metadata): string | null
  /**
   * Takes over what only the payment knows. Called in the transaction that settles it, before that.
   */
  catchUp?(ctx: Ctx, order: Order, told: Stripe.Metadata): void
}

/**
 * One kind of goods that people pay for. Everything in which kinds differ is defined here:
 * `test/goods.test.ts` refuses a decision by kind anywhere else.
 */
export type Goods = GoodsText & {
  readonly kind: Order['kind']
  /** Whether its payments include VAT (rule: vat); never what is no sale to anybody. */
  readonly taxed: Taxed
  /** Whether it is a donation, for which those who lend the price to its payer do not pay. */
  readonly isDonation?: true
  /**
   * Returns the moment (ms) at which an order will be delivered: until then its payer may withdraw,
   * and its money is not sent on. Null where it was, and where that is at once, the default.
   */
  deliversAt?(ctx: Ctx, order: Order): number | null
  readonly holding: Holding
  readonly opening?: Opening
  /** Without it, the artists of the casset sell it. */
  readonly payout?: Payout
  /**
   * Delivers the goods, or ends them when the money was taken back. Called in the transaction of
   * its postings.
   */
  deliver(ctx: Ctx, order: Order, status: PurchaseStatus): void
  /**
   * Ends what cost nothing because single tracks of a casset had been paid, or gives it back, once
   * their money has changed (rule: free-rest). Called in the transaction of its postings.
   */
  settleRest?(ctx: Ctx, order: Order, cassetId: string): void
  /** Why it cannot be delivered any more, in words for its payer; null, the default, if it can. */
  obstacle?(ctx: Ctx, order: Order): Obstacle | null
  /** Further effects when paid goods cannot be delivered. Called in its postings' transaction. */
  undelivered?(ctx: Ctx, order: Order): void
  /** How to rebuild it with its lost order (rule: rebuilt-orders). Default: the order is enough. */
  readonly lost?: Lost
  /** The page where it is paid, below /checkout/{slug}. */
  checkoutPath(order: Order): string
  /** Words for its sellers. */
  readonly sale: {
    /** The buyer's action: "@kim bought First Light". */
    did(item: NamedItem & { order: Pick<Order, 'amountMinor'> }, who: string): string
    /** The name of the person or firm that has it, where its buyer wrote one. */
    holderName?(ctx: Ctx, order: Pick<Order, 'id'>): string | null
    /** The name in the API, for programs: in English. */
    what(item: OrderedItem): string | null
    /** Its title in the list of sales; null where the label is enough. */
    title(item: OrderedItem): string | null
    /** Its name in the middle of a sentence. */
    name(item: OrderedItem): string
    readonly refundWarning: string
  }
  /** Evidence for a bank in a dispute, in English; `seller` says by whom it was sold, and where. */
  readonly evidence: {
    product(item: OrderedItem, seller: string): string
    /** Whether it appears in the account that bought it. */
    isInAccount: boolean
  }
  /** The figure of the statistics in which its sales count. */
  readonly figure: 'sales' | 'tips' | 'emoji' | 'prizes' | 'licenses'
  /** Its name in the CSV of the ledger, in English. */
  ledgerName(ctx: Ctx, item: Pick<Order, 'thingId' | 'subject'> & { cassetName: string }): string
}

export type GoodsByKind = Readonly<Record<Order['kind'], Goods>>

/** Returns goods by their kinds. Throws when a kind has none. */
export function goodsByKind(all: readonly Goods[]): GoodsByKind {
  const found: Partial<GoodsByKind> = Object.fromEntries(all.map((goods) => [goods.kind, goods]))
  if (!hasAllKinds(found)) throw new Error(`These kinds alone have goods: ${Object.keys(found).join(', ')}.`)
  return found
}

const hasAllKinds = (found: Partial<GoodsByKind>): found is GoodsByKind =>
  orders.kind.enumValues.every((kind) => kind in found)

/** Whether the artists of the casset sell goods of a kind. */
export const isSaleOf = ({ payout }: Goods): boolean => payout === undefined

export const goodsOf = givenState<GoodsByKind>('goods')
