import { type Static, t } from 'elysia'
import { closed, Nullable, Whole } from '../../platform/http/request/schema.ts'

export const EverythingOffer = t.Object(
  {
    percent: Whole(0, 90),
    hasFuture: t.Boolean({ description: 'whether buyers also get what is published later' }),
  },
  closed,
)

const Opening = t.Object({ name: t.String(), hour: t.String({ description: 'when it opens, in words' }) })

/** Whether visitors are offered everything now, and what is missing where they are not. */
export const EverythingStanding = t.Object({
  isSold: t.Boolean(),
  canBePaid: t.Boolean(),
  isFree: t.Boolean({ description: 'whether the open ones cost nothing, so that there is nothing to sell' }),
  open: t.Integer({ description: 'the cassets that are public and open, in the currency that most have' }),
  preorders: t.Array(Opening, { description: 'public cassets that open later, the first one first' }),
})

export const EverythingOffered = t.Object({ offer: Nullable(EverythingOffer), standing: EverythingStanding })

export type EverythingOffer = Static<typeof EverythingOffer>
export type EverythingStanding = Static<typeof EverythingStanding>
