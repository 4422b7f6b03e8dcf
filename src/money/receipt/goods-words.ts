import { givenState } from '../../platform/own-state.ts'
import type { Order } from '../order/order.ts'

/** What receipts and their letters say of one kind of goods. */
export type GoodsWords = {
  /** What receipts and lists of sales call its kind. */
  readonly label: string
  /** On receipts: its name, its line in a list of them, and what stands next to its label. The last two default to the name. */
  readonly receipt: {
    name(item: { order: Order; cassetName: string }): string
    line?(sellerName: string): string
    detail?(order: Order): string
  }
  /** Sentences of the letters to its payer. */
  readonly letter: {
    /** What a line "For:" says; the receipt's name of it when left out. */
    line?: string
    thanks(name: string, seller: string): string
    /** When money goes back and the payer keeps it, and when they do not. */
    kept: string
    ended: string
    /** When a refund did not arrive. */
    keptAfterAll: string
  }
}

/** The words of all that people pay for. */
export const goodsWordsOf = givenState<Readonly<Record<Order['kind'], GoodsWords>>>('words of goods')
