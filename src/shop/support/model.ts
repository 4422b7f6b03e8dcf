import { type Static, t } from 'elysia'
import { rhythms } from '../../../db/schema/shop/support.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { mostPaused } from '../../lib/time/periods.ts'
import { Agrees, Payable, ReplaceVoucher } from '../../order/shape.ts'
import { Amount, closed, Handle, Money, Nullable, OneOf, Whole } from '../../platform/http/request/schema.ts'

const terms = {
  name: Text({ minLength: 1, maxLength: longest.roomWord }),
  words: Text({ maxLength: longest.giftMessage }),
  rhythm: OneOf(rhythms),
  hasStreams: t.Boolean({ description: 'whether supporters hear all cassets whole as long as they pay' }),
  hasTapes: t.Boolean({ description: 'whether supporters keep the cassets that come out meanwhile' }),
}

export const NewLevel = t.Object({ ...terms, least: Amount }, closed)

export const Level = t.Object({ id: t.String(), ...terms, least: Money })

export const LevelIn = t.Object({ level: Level })

/** The amount is in minor units: the least sum of the level, or more. */
export const NewSupport = t.Object(
  {
    levelId: t.String({ minLength: 1, maxLength: 60 }),
    amount: Amount,
    agrees: Agrees,
    replaceVoucher: ReplaceVoucher,
  },
  closed,
)

export const SupportPayment = Payable

/** The level and the amount, in minor units, from the next payment on. */
export const NewTerms = t.Object({ levelId: t.String({ minLength: 1, maxLength: 60 }), amount: Amount }, closed)

export const Pause = t.Object({ periods: Whole(0, mostPaused) }, closed)

export const SupportState = OneOf(['active', 'resting', 'ended'])

const support = {
  id: t.String(),
  level: t.String({ description: 'its name when it began' }),
  amount: t.Integer({ description: 'minor units' }),
  currency: t.String(),
  rhythm: OneOf(rhythms),
  state: SupportState,
  since: t.String(),
  paidUntil: t.String(),
  isEnding: t.Boolean({ description: 'whether nothing more is asked for' }),
  nextAmount: Nullable(t.Integer({ description: 'of the next payment, where it is another' })),
  pausedUntil: Nullable(t.String({ description: 'until when nothing is asked for, as its supporter wants' })),
}

export const Support = t.Object({ ...support })

export const Supports = t.Object({
  supports: t.Array(t.Object({ ...support, artist: t.Object({ handle: Handle, displayName: t.String() }) })),
})

/** How an artist's supporters stand; sums are what they pay in a month. */
export const Supporters = t.Object({
  levels: t.Array(Level),
  people: t.Integer(),
  resting: t.Integer(),
  came: t.Integer({ description: 'in the last 30 days' }),
  left: t.Integer({ description: 'in the last 30 days' }),
  monthly: t.Array(Money),
  newest: t.Array(
    t.Object({
      ...support,
      supporter: Nullable(t.Object({ handle: Handle, displayName: t.String() })),
    }),
    { description: 'the newest ones' },
  ),
})

export type Level = Static<typeof Level>
export type NewLevel = Static<typeof NewLevel>
export type NewSupport = Static<typeof NewSupport>
export type Supporters = Static<typeof Supporters>
export type Supports = Static<typeof Supports>
export type ChangedSupport = Static<typeof Support>
