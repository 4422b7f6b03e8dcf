import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Payable, ReplaceVoucher } from '../../order/shape.ts'
import { Amount, closed } from '../../platform/http/request/schema.ts'

/** The amount is in minor units; the message counts code points. */
export const NewTip = t.Object(
  {
    amount: Amount,
    message: t.Optional(Text({ maxLength: longest.tipMessage })),
    replaceVoucher: ReplaceVoucher,
  },
  closed,
)

export const TipPayment = Payable

export type NewTip = Static<typeof NewTip>
