import { type Static, t } from 'elysia'
import { callBacks } from '../../../db/schema/order/order.ts'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { Amount, closed, Handle, Money, Nullable, OneOf } from '../../platform/http/request/schema.ts'

/**
 * Body of POST /api/studio/payouts/onboarding. The country is needed when the account is opened;
 * another country replaces the account as long as nothing was paid.
 */
export const NewOnboarding = t.Object({ country: t.Optional(t.String({ minLength: 2, maxLength: 2 })) }, closed)

/** A link for one visit to the processor, to give details or to see the account. */
export const Visit = t.Object({ url: t.String() })

const AccountState = OneOf(['NONE', 'STARTED', 'READY', 'RESTRICTED', 'DISCONNECTED'])

/** The limits of a new seller: amounts in minor units, null where there is no limit. */
export const SellerLimits = t.Object({
  currency: t.String(),
  most: Nullable(t.Integer({ description: 'at once' })),
  daily: Nullable(t.Integer({ description: 'in 24 hours' })),
  sold: t.Integer({ description: 'in 24 hours, with what is being paid' }),
  sales: t.Integer({ description: 'older than `days`, not taken back' }),
  salesNeeded: t.Integer({ description: 'of such sales, to end the limits' }),
  days: t.Integer({ description: 'how long banks dispute a payment' }),
})

export const Selling = t.Object({
  allowed: t.Boolean(),
  askedAt: Nullable(t.String()),
  allowedAt: Nullable(t.String()),
  endedAt: Nullable(t.String()),
  limits: Nullable(SellerLimits),
})

export const AskedToSell = t.Object({ selling: Selling })

export const Seller = t.Object({
  id: t.String(),
  handle: Handle,
  displayName: t.String(),
  isDeleted: t.Boolean({ description: 'whether they deleted their account' }),
  ...Selling.properties,
  account: AccountState,
  sold: t.Array(Money),
  owed: t.Array(Money),
  waiting: t.Array(t.Object({ ...Money.properties, waitsFor: OneOf(callBacks) })),
})

export const Sellers = t.Object({ sellers: t.Array(Seller), nextCursor: Nullable(t.String()) })

export const SellersQuery = t.Object({ ...ListQuery.properties, asking: t.Optional(OneOf(['yes', 'no'])) }, closed)

export const SellerPatch = t.Object(
  {
    allowed: t.Boolean(),
    givesBack: t.Optional(
      t.Array(t.Object({ amount: Amount, currency: t.String() }, closed), {
        description:
          'The sums that buyers of preorders get back. A call without them is answered 409, whose `givesBack` are the sums',
      }),
    ),
  },
  closed,
)

export const Payouts = t.Object({
  mode: OneOf(['off', 'platform', 'connected']),
  state: AccountState,
  selling: Selling,
  due: t.Array(t.String()),
  country: Nullable(t.String({ description: 'where the account is, two letters' })),
  countries: t.Array(t.String(), {
    description: 'what may be chosen: for a first account, or in place of an unpaid one',
  }),
  holdDays: Nullable(
    t.Integer({
      description: 'for so many days what comes to a new seller is held',
    }),
  ),
  payoutsBlocked: t.Boolean({ description: 'what the account holds is not sent to its bank at the moment' }),
  dashboard: t.Boolean({ description: 'whether the account can be visited at the processor' }),
  balance: Nullable(t.Object({ available: t.Array(Money), pending: t.Array(Money) })),
  payouts: t.Array(
    t.Object({
      id: t.String(),
      amount: Money,
      status: OneOf(['PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED']),
      arrivesAt: t.String(),
    }),
  ),
  owed: t.Array(Money, {
    description: 'negative: what the next sales pay back',
  }),
  waiting: t.Array(t.Object({ ...Money.properties, waitsFor: OneOf(callBacks) })),
  current: t.Boolean(),
})

export type NewOnboarding = Static<typeof NewOnboarding>
export type SellerLimits = Static<typeof SellerLimits>
export type Selling = Static<typeof Selling>
export type Seller = Static<typeof Seller>
export type Sellers = Static<typeof Sellers>
export type SellerPatch = Static<typeof SellerPatch>
export type Payouts = Static<typeof Payouts>
