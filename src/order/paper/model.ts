import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'
import { bySecret } from '../shape.ts'

const words = {
  name: Text({ maxLength: longest.legalName, description: 'of the company or person; empty: the receipt names none' }),
  address: Nullable(Text({ maxLength: longest.legalAddress })),
  vatId: Nullable(Text({ maxLength: longest.taxId, description: 'a VAT number, such as DE123456789' })),
}

export const NewReceiptBuyer = t.Object({ ...words, ...bySecret }, closed)

export const ReceiptBuyer = t.Object(words)

export const WhichEInvoice = t.Object(
  {
    note: t.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: 9_999, description: 'a credit note of the receipt, from 1' })),
    ),
    ...bySecret,
  },
  closed,
)

export const EInvoiceFile = t.Object({
  name: t.String(),
  xml: t.String({ description: 'UN/CEFACT CII by EN 16931' }),
})

export type NewReceiptBuyer = Static<typeof NewReceiptBuyer>
export type ReceiptBuyer = Static<typeof ReceiptBuyer>
