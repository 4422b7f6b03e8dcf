import { receiptOfOrder } from '../../../books/receipt/read-receipt.ts'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { maskAddress } from '../../../lib/account/mask-address.ts'
import { say } from '../../../lib/language/say.ts'
import { giftOf, toGift } from '../../../shop/gift/gift.ts'
import { collectedExtras, collectedTracks } from '../../../shop/guest/play-collected.ts'
import { isMailed, readCollected } from '../../../shop/guest/read-collected.ts'
import { shownCasset } from '../../../shop/guest/shown-casset.ts'
import { hueOf, themeOf } from '../../document/theme.ts'
import { optional, page } from '../../page.tsx'
import { returnableOf } from '../../parts/checkout/give-back.tsx'
import { receiptSheet } from '../../parts/checkout/receipt-sheet.tsx'
import { waitingOf } from '../../parts/checkout/waits.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { CollectedPage } from './page.tsx'
import { isOfTracks, restOfTracks } from './rest-of-tracks.tsx'

/** `/collected/:secret`: a guest's purchase, for anybody who has the link (rule: secret-link). */
export const collectedRoute = (ctx: Ctx) =>
  page(ctx, { path: '/collected/:secret', viewer: optional }, ({ params: { secret }, viewer }) => {
    const { order, status } = readCollected(ctx, secret)
    const gift = giftOf(ctx, order.id)
    const casset = shownCasset(ctx, order.cassetId)
    const { handle, artist, name, cover, theme, isLost } = casset
    const hue = hueOf({ tokens: theme.tokens, coverColor: cover?.color ?? null })
    const tape = { handle, artist, name, ...hue, art: cover?.url ?? null, canCollect: false }
    const tracks = status === 'held' && !isLost ? collectedTracks(ctx, order) : []
    const rest = status === 'held' && !isLost ? restOfTracks(ctx, order, secret) : null
    // Single tracks were open when they were bought, whatever the rest of the casset waits for.
    const single = isOfTracks(ctx, order, secret) ? tracks[0] : undefined
    const waiting = single ? null : waitingOf(ctx, order.cassetId, viewer)
    const hasMusic = !isLost && (tracks.length > 0 || waiting !== null)
    const bought = { name: single && tracks.length === 1 ? single.title : casset.name }
    const head = formHead(
      // For the blind the title is the first that says that it is paid.
      !hasMusic || status !== 'held'
        ? bought.name
        : waiting
          ? say('You ordered {name}', bought)
          : say('It’s yours: {name}', bought),
      say('What you bought, to download.'),
      '/collected',
    )
    return {
      head: { ...head, theme: themeOf(ctx, casset) },
      main: (
        <CollectedPage
          casset={casset}
          status={status}
          hasMusic={hasMusic}
          track={single && tracks.length === 1 ? single.title : null}
          orderId={order.id}
          secret={secret}
          tape={tape}
          tracks={tracks}
          extras={status === 'held' && !isLost ? collectedExtras(ctx, order) : []}
          url={`${ctx.site.origin}/collected/${secret}`}
          hasReceipt={status !== 'claimed' && receiptOfOrder(ctx, order.id) !== undefined}
          address={order.buyerEmail ? maskAddress(order.buyerEmail) : null}
          isMailed={isMailed(ctx, order.id)}
          givesBack={status === 'claimed' ? null : returnableOf(ctx, order)}
          keep={
            order.paymentIntentId === null
              ? null
              : {
                  paymentIntentId: order.paymentIntentId,
                  handle: viewer?.handle ?? null,
                  canJoin: ctx.config.registration === 'open',
                }
          }
          rest={hasMusic ? rest : null}
          gift={gift ? toGift(ctx, order, gift) : null}
          formats={offeredFormats(ctx)}
          hasMail={ctx.mailer !== undefined}
          waiting={waiting}
        />
      ),
      ...secretPage,
    }
  })

/** `/collected/:secret/receipt`: the receipt of a guest's payment. */
export const collectedReceiptRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/collected/:secret/receipt', viewer: optional, query: { note: 4 } },
    ({ params: { secret }, query }) => {
      const { order, status } = readCollected(ctx, secret)
      const found = status === 'claimed' ? undefined : receiptOfOrder(ctx, order.id)
      if (!found) throw notFound('receipt')
      const sheet = receiptSheet(ctx, found, {
        path: '/collected',
        payer: { displayName: say('A guest'), email: order.buyerEmail ?? '' },
        by: { secret },
        note: query.note,
        ways: (
          <a class="key" href={`/collected/${secret}`}>
            {say('Back to what you bought')}
          </a>
        ),
      })
      return { ...sheet, ...secretPage }
    },
  )
