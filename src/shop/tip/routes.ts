import type { Ctx } from '../../context.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { NewTip, TipPayment } from './model.ts'
import { sendTip } from './send-tip.ts'

/** Routes of tips to an artist (rule: tips-and-emoji). */
export const tip = (ctx: Ctx) => (app: Guarded) =>
  app.post(
    '/api/casset/:slug/tip',
    ({ params, author, body, request, server }) =>
      sendTip(ctx, params.slug, author, body, addressOf(ctx, request, server)),
    {
      operation: 'startTip',
      summary: 'Begin to tip an artist',
      session: true,
      refuses: ['BAD_STATE'],
      body: NewTip,
      response: { 200: TipPayment },
    },
  )
