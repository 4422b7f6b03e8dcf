import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { Payable } from '../checkout/model.ts'
import { Text } from '../lib/code-points.ts'

/** Body of POST /api/casset/{slug}/tip. The amount is in minor units; the message counts code points. */
export const NewTip = t.Object(
  {
    amount: Type.Integer({ minimum: 100, maximum: 100_000 }),
    message: t.Optional(Text({ maxLength: 280 })),
  },
  { additionalProperties: false },
)

/** Its answer: a payment to be confirmed in the browser. */
export const TipPayment = Payable

export type NewTip = Static<typeof NewTip>
