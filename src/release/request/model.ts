import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Amount, closed, Money, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { Scope } from '../shape.ts'

/** `BOUGHT`: the artist said yes, and the license was bought. */
const states = ['OPEN', 'GRANTED', 'REFUSED', 'BOUGHT'] as const

const facts = {
  requestId: t.String(),
  releaseId: t.String(),
  state: OneOf(states),
  scopes: t.Array(Scope),
  intendedUse: Nullable(t.String()),
  offer: Nullable(Money),
  message: Nullable(t.String({ description: 'what the artist wrote with the answer' })),
  askedAt: t.String(),
  answeredAt: Nullable(t.String()),
}

/** Answer of GET /api/agents/license-requests/{id}: a request, as whoever sent it sees it. */
export const SentRequest = t.Object({
  ...facts,
  title: t.String({ description: 'of the release' }),
  quote: Nullable(
    t.Object(
      {
        quoteId: t.String(),
        price: Money,
        terms: t.Array(t.Object({ scope: Scope, terms: t.String() })),
        checkoutUrl: Nullable(t.String({ description: 'where a person buys the license' })),
        expiresAt: t.String(),
      },
      { description: 'the price, where the artist said yes' },
    ),
  ),
  deletedAt: t.String({ description: 'when the request is deleted' }),
})

/**
 * A request, as its artist sees it: never with the address of whoever sent it. `price`: of the
 * license, where the artist said yes.
 */
export const OwnRequest = t.Object({
  ...facts,
  name: t.String({ description: 'who asks, as they say' }),
  agentKey: Nullable(t.String({ description: 'what the agent calls itself' })),
  agent: Nullable(t.String({ description: 'the name of the agent that signed the request' })),
  price: Nullable(Money),
})

export const OwnRequests = t.Object({ requests: t.Array(OwnRequest), nextCursor: Nullable(t.String()) })

export const NewAnswer = t.Object(
  {
    answer: OneOf(['yes', 'no']),
    price: t.Optional(
      t.Object(
        { amount: Amount, currency: t.String({ maxLength: 3 }) },
        { ...closed, description: 'with a yes: what the license costs whoever asked' },
      ),
    ),
    terms: t.Optional(
      Nullable(
        Text({
          maxLength: longest.licenseTerms,
          description: 'with a yes: what you want of the license, in place of the terms of the release',
        }),
      ),
    ),
    message: t.Optional(Nullable(Text({ maxLength: longest.linkNote, description: 'for whoever asked' }))),
  },
  closed,
)

export type SentRequest = Static<typeof SentRequest>
export type OwnRequest = Static<typeof OwnRequest>
export type OwnRequests = Static<typeof OwnRequests>
export type NewAnswer = Static<typeof NewAnswer>
