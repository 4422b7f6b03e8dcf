import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { keepCard } from './keep-card.ts'
import { forgetCards } from './kept-card.ts'
import { KeepCard } from './model.ts'

/** Routes by which a payer uses a card again during a visit (rule: kept-card). */
export const keptCard = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/checkout/kept-card',
      async ({ author, body, status }) => status(204, none(await keepCard(ctx, author, body.paymentIntentId))),
      {
        operation: 'useKeptCard',
        summary: 'Use the card of a payment again during this visit',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE', 'UNAVAILABLE'],
        body: KeepCard,
        response: { 204: t.Undefined() },
      },
    )
    .delete('/api/checkout/kept-card', ({ author, status }) => status(204, none(forgetCards(ctx, author))), {
      operation: 'forgetKeptCard',
      summary: 'Forget the card of this visit',
      session: true,
      response: { 204: t.Undefined() },
    })
