import { t } from 'elysia'
import { callOwnOff } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { orderOf } from '../../order/buyer.ts'
import { ByHolder } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { sendOpening } from './opening-calendar.ts'
import { returnMoney } from './return-money.ts'

/** Routes of preorders (rules: preorder-waits, preorder-moves, preorder-called-off). */
export const preorder = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/casset/:slug/opening.ics', ({ params, viewer }) => sendOpening(ctx, params.slug, viewer), {
      operation: 'getOpeningCalendar',
      summary: 'Fetch the hour of a preorder for a calendar',
      refuses: ['NOT_FOUND'],
      detail: { responses: { 200: sends('An iCalendar file of one event', 'text/calendar') } },
    })
    .post(
      '/api/studio/casset/:id/call-off',
      async ({ params, author, status }) => status(204, none(await callOwnOff(ctx, author, params.id))),
      {
        operation: 'callOffPreorder',
        summary: 'Call a preorder off, and refund everybody',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/preorders/:id/refund',
      async ({ params, holder, status }) => status(204, none(await returnMoney(ctx, orderOf(ctx, holder, params.id)))),
      {
        operation: 'refundPreorder',
        summary: 'Get your money back for a preorder that moved',
        holder: true,
        refuses: ['BAD_STATE'],
        body: ByHolder,
        response: { 204: t.Undefined() },
      },
    )
