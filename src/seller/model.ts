import { type Static, t } from 'elysia'

/** Body of POST /api/studio/payouts/onboarding. The country is needed once, when the account is opened. */
export const NewOnboarding = t.Object(
  { country: t.Optional(t.String({ minLength: 2, maxLength: 2 })) },
  { additionalProperties: false },
)

/** Where the artist gives their details to the processor: a link for one visit. */
export const Onboarding = t.Object({ url: t.String() })

const Money = t.Object({ amount: t.Integer(), currency: t.String() })

/** How an artist is paid, and what is on its way to them. */
export const Payouts = t.Object({
  mode: t.UnionEnum(['off', 'platform', 'connected'], { default: undefined }),
  state: t.UnionEnum(['NONE', 'STARTED', 'READY', 'RESTRICTED', 'DISCONNECTED'], { default: undefined }),
  due: t.Array(t.String()),
  balance: t.Union([t.Object({ available: t.Array(Money), pending: t.Array(Money) }), t.Null()]),
  payouts: t.Array(
    t.Object({
      id: t.String(),
      amount: Money,
      status: t.UnionEnum(['PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED'], { default: undefined }),
      arrivesAt: t.String(),
    }),
  ),
  current: t.Boolean(),
})

export type NewOnboarding = Static<typeof NewOnboarding>
export type Payouts = Static<typeof Payouts>
