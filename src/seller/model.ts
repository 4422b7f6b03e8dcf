import { type Static, t } from 'elysia'
import { closed, Nullable, OneOf } from '../http/schema.ts'

/** Body of POST /api/studio/payouts/onboarding. The country is needed only when the account is opened. */
export const NewOnboarding = t.Object({ country: t.Optional(t.String({ minLength: 2, maxLength: 2 })) }, closed)

/** A link to the processor's form for the artist's details. It works for one visit. */
export const Onboarding = t.Object({ url: t.String() })

const Money = t.Object({ amount: t.Integer(), currency: t.String() })

/** How an artist is paid, and the payouts on their way to them. */
export const Payouts = t.Object({
  mode: OneOf(['off', 'platform', 'connected']),
  state: OneOf(['NONE', 'STARTED', 'READY', 'RESTRICTED', 'DISCONNECTED']),
  due: t.Array(t.String()),
  balance: Nullable(t.Object({ available: t.Array(Money), pending: t.Array(Money) })),
  payouts: t.Array(
    t.Object({
      id: t.String(),
      amount: Money,
      status: OneOf(['PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED']),
      arrivesAt: t.String(),
    }),
  ),
  current: t.Boolean(),
})

export type NewOnboarding = Static<typeof NewOnboarding>
export type Payouts = Static<typeof Payouts>
