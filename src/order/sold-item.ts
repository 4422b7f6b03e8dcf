import { type Static, Type as t } from '@sinclair/typebox'
import type { NamedItem } from '../books/receipt/goods-text.ts'
import type { Order } from './order.ts'
import { GoodsKind } from './shape.ts'

/** A thing sold, as notifications keep it: they name it in the language of their reader. */
export const SoldItem = t.Object({
  kind: GoodsKind,
  subject: t.Union([t.String(), t.Null()]),
  cassetName: t.String(),
})

export const noteItem = (
  { kind, subject }: Pick<Order, 'kind' | 'subject'>,
  { cassetName }: { cassetName: string },
): Static<typeof SoldItem> => ({ kind, subject, cassetName })

export const soldItem = ({ subject, cassetName }: Static<typeof SoldItem>): NamedItem => ({
  order: { subject },
  cassetName,
})
