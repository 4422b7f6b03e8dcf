import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

const textOf = (maxLength: number) => Nullable(Text({ maxLength }))

const fields = {
  legalName: textOf(longest.legalName),
  address: textOf(longest.legalAddress),
  taxId: textOf(longest.taxId),
  note: textOf(longest.taxNote),
  priceNote: textOf(longest.priceNote),
  selfBilling: t.Boolean({
    description: 'whether the owner of the instance writes invoices for the artist: their monthly statements',
  }),
}

/** Body of PATCH /api/studio/tax-details. Absent keys stay unchanged; null removes a value. */
export const UpdateTaxDetails = t.Partial(t.Object(fields), closed)

/** `priceNote` is shown next to every price. */
export const TaxDetails = t.Object(fields)

export type UpdateTaxDetails = Static<typeof UpdateTaxDetails>
export type TaxDetails = Static<typeof TaxDetails>
