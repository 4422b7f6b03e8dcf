import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { givenState } from '../../platform/own-state.ts'

export type NamedItem = { order: Pick<Order, 'subject'>; cassetName: string }

export type GoodsText = {
  readonly label: string
  /** How it is delivered, where its payer may withdraw from the sale (rule: withdrawal). */
  readonly delivery?: 'download' | 'use'
  /** The last two default to the name. */
  readonly receipt: {
    name(item: NamedItem): string
    line?(sellerName: string): string
    detail?(order: Order): string
  }
  readonly email: {
    /** The text of the line "For:"; the receipt's name when left out. */
    readonly line?: string
    /** `isPreorder`: it opens later. */
    thanks(name: string, seller: string, isPreorder: boolean): string
    /** The receipt's paragraphs with the key to it; the default leads to the library. */
    way?(ctx: Ctx, order: Order): string[]
    /** Further paragraphs of the receipt: what was agreed. */
    agreed?(ctx: Ctx, order: Order): readonly string[]
    /** When money is refunded: the payer keeps the goods, or does not. */
    readonly kept: string
    readonly ended: string
    /** A sentence on anything else that ended with the money; empty for nothing. */
    more?(ctx: Ctx, order: Order): string
    /** When a refund did not arrive. */
    readonly keptAfterAll: string
  }
}

export const goodsTextOf = givenState<Readonly<Record<Order['kind'], GoodsText>>>('words of goods')
