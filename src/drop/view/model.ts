import { type Static, t } from 'elysia'
import { campaignStates, waysOfUnclaimed } from '../../../db/schema/drop/drop.ts'
import { ByName } from '../../casset/track/shape.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { ReplaceVoucher } from '../../order/shape.ts'
import { Cursor, ListQuery } from '../../platform/http/request/list-query.ts'
import { Amount, closed, Handle, Money, Nullable, OneOf, Whole } from '../../platform/http/request/schema.ts'
import { payoutStatuses } from '../prize/payouts.ts'
import { Submission } from '../submission/shape.ts'

const draft = {
  title: Text({ minLength: 1, maxLength: longest.dropTitle }),
  brief: Text({ maxLength: longest.dropBrief }),
  hookId: t.String(),
  endsAt: t.String({ description: 'a time within 90 days' }),
  winners: Whole(1, 10),
  split: t.Array(t.Number(), {
    minItems: 1,
    maxItems: 10,
    description: 'the percent of each winner, best first; together 100',
  }),
}
const wishes = {
  minAccountAgeDays: t.Optional(Whole(0, 365)),
  terms: t.Optional(
    Text({ maxLength: longest.dropTerms, description: 'who may take part, and by which law; empty ones open no drop' }),
  ),
  unclaimed: t.Optional(OneOf(waysOfUnclaimed)),
}

export const NewCampaign = t.Object({ ...draft, ...wishes }, closed)

export const CampaignChanges = t.Object({ ...t.Partial(t.Object(draft)).properties, ...wishes }, closed)

export const Funding = t.Object({ amount: Amount, replaceVoucher: ReplaceVoucher }, closed)

/** Body of POST /api/campaign/{id}/select-winner: the clips that win, best first. */
export const Choice = t.Object({ submissionIds: t.Optional(t.Array(t.String(), { maxItems: 10 })) }, closed)

export const Cancelling = t.Object({ reason: Text({ minLength: 1, maxLength: longest.moveReason }) }, closed)

export const Nothing = t.Object({}, closed)

const person = t.Object({ handle: Handle, displayName: t.String(), pfp: t.String() })

/** `prize` is what the processor has left of the contributions, by settlement currency. */
export const Campaign = t.Object({
  id: t.String(),
  state: OneOf(campaignStates),
  mode: t.String(),
  title: t.String(),
  brief: t.String(),
  terms: t.String(),
  hook: t.Object({
    ...{ id: t.String(), trackId: Nullable(t.String()), title: Nullable(t.String()) },
    by: t.Optional(t.Array(ByName, { description: 'who made its track, where that is not the artist alone' })),
  }),
  casset: t.Object({ id: t.String(), slug: t.String(), name: t.String() }),
  artist: person,
  endsAt: t.String(),
  chooseBy: t.String({ description: 'until when its artist chooses winners; else those with the most points win' }),
  winners: t.Integer(),
  split: t.Array(t.Number()),
  minAccountAgeDays: t.Integer(),
  unclaimed: OneOf(waysOfUnclaimed),
  prize: t.Array(Money),
  places: t.Array(t.Object({ percent: t.Number(), prize: t.Array(Money) })),
  entries: t.Integer(),
  reason: Nullable(t.String({ description: 'why it was cancelled' })),
  createdAt: t.String(),
  openedAt: Nullable(t.String()),
  closedAt: Nullable(t.String()),
})

/**
 * A winner's payout. Only the artist and the winner see `status` and `until`, but for a prize that
 * went back: its `artist` is that of the drop.
 */
export const Payout = t.Object({
  place: t.Integer(),
  artist: person,
  submissionId: t.String(),
  score: t.Integer(),
  prize: t.Array(Money),
  status: Nullable(OneOf(payoutStatuses)),
  until: Nullable(t.String({ description: 'until when it waits to be taken' })),
})

export const Entry = t.Object({
  ...Submission.properties,
  rank: t.Integer(),
  score: t.Integer(),
  collects: t.Integer(),
})

const contribution = t.Object({
  orderId: t.String(),
  amount: t.Integer(),
  currency: t.String(),
  paidAt: t.String(),
  status: OneOf(['HELD', 'DISPUTED', 'TAKEN_BACK', 'GOING_BACK', 'WENT_BACK', 'PAID_OUT']),
})

const move = t.Object({
  from: OneOf(campaignStates),
  to: OneOf(campaignStates),
  by: Nullable(t.String({ description: 'the handle of the person who did it; null: it happened by itself' })),
  reason: Nullable(t.String()),
  at: t.String(),
})

export const CampaignAnswer = t.Object({ campaign: Campaign })

export const Moved = t.Object({ campaign: Campaign, payouts: t.Array(Payout) })

/** A drop with its leaders. Only its artist gets `contributions` and `moves`. */
export const CampaignPage = t.Object({
  campaign: Campaign,
  submissions: t.Array(Entry),
  nextCursor: Nullable(t.String()),
  payouts: t.Array(Payout),
  contributions: Nullable(t.Array(contribution)),
  moves: Nullable(t.Array(move)),
})

export const Leaderboard = t.Object({ submissions: t.Array(Entry), nextCursor: Nullable(t.String()) })

export const LeaderboardQuery = t.Object(
  {
    ...ListQuery.properties,
    cursor: t.Optional(t.String({ maxLength: 64, description: 'the nextCursor of the page before' })),
  },
  closed,
)

export const CampaignsQuery = t.Object(
  {
    ...ListQuery.properties,
    cursor: t.Optional(Cursor),
    state: t.Optional(OneOf(campaignStates)),
    handle: t.Optional(t.String({ description: 'an artist’s' })),
  },
  closed,
)

export const Campaigns = t.Object({ campaigns: t.Array(Campaign), nextCursor: Nullable(t.String()) })

export type Campaign = Static<typeof Campaign>
export type Payout = Static<typeof Payout>
export type Entry = Static<typeof Entry>
export type CampaignPage = Static<typeof CampaignPage>
export type Campaigns = Static<typeof Campaigns>
