import { type Static, t } from 'elysia'
import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const orderLength = 100

export const NewWithdrawal = t.Object(
  {
    email: t.String({
      maxLength: longest.email,
      description: 'where the order was confirmed; gets the acknowledgement',
    }),
    order: t.Optional(Text({ maxLength: orderLength, description: 'the number of the order, as on its receipt' })),
    what: t.Optional(
      Text({ maxLength: longest.withdrawal, description: 'what was bought, or the part of it that is given back' }),
    ),
  },
  closed,
)

/** The same for everybody, whether or not there is such an order. */
export const Withdrawal = t.Object({
  receivedAt: t.String(),
  email: t.String(),
  order: Nullable(t.String()),
  what: Nullable(t.String()),
})

export const DeskWithdrawal = t.Object({
  id: t.String(),
  receivedAt: t.String(),
  email: t.String(),
  order: t.String(),
  what: t.String(),
  orderId: Nullable(t.String({ description: 'the order that was found' })),
  outcome: OneOf(withdrawals.outcome.enumValues),
})

export const DeskWithdrawals = t.Object({ withdrawals: t.Array(DeskWithdrawal), nextCursor: Nullable(t.String()) })

export type NewWithdrawal = Static<typeof NewWithdrawal>
export type Withdrawal = Static<typeof Withdrawal>
export type DeskWithdrawal = Static<typeof DeskWithdrawal>
export type DeskWithdrawals = Static<typeof DeskWithdrawals>
