import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { readPayouts } from '../seller/read-payouts.ts'
import { answerPage } from './answer-page.tsx'
import { PayoutsPage } from './page/studio-payouts/page.tsx'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toLogin } from './see-other.ts'

const From = t.Object({ from: t.Optional(t.String({ maxLength: 20 })) }, { additionalProperties: true })
const path = '/studio/payouts'

/** The room of the studio in which an artist sees to being paid. */
export const payoutsPages = (ctx: Ctx) =>
  new Elysia({ name: 'payouts-pages' })
    .use(guard(ctx))
    .get(
      path,
      ({ request, query, viewer }) => (viewer ? payoutsPage(ctx, request, viewer, query.from) : toLogin(path)),
      { limit: 'read', query: From },
    )

async function payoutsPage(ctx: Ctx, request: Request, viewer: Viewer, from: string | undefined): Promise<Response> {
  const payouts = await readPayouts(ctx, viewer)
  const media = ownMedia(ctx, viewer)
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Payouts · Tapedeck',
      description: 'How you are paid for what you sell.',
      path,
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <PayoutsPage
        media={media}
        payouts={payouts}
        isStale={from === 'stale'}
        feePercent={ctx.config.platformFeePercent}
      />
    ),
  })
}
