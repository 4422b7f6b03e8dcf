import ChangeSupport, { type ChangeSupportProps } from '../../../../public/islands/checkout/change-support.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import Support, { type SupportProps } from '../../../../public/islands/checkout/support.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import { artistOf } from '../../../casset/artist-of.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { tipBounds } from '../../../lib/money/tip-sum.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { canChange } from '../../../shop/support/change-support.ts'
import { levelsOf, toLevel } from '../../../shop/support/levels.ts'
import { supportToPay } from '../../../shop/support/pay-support.ts'
import { type Support as RunningSupport, supportOf } from '../../../shop/support/support.ts'
import { toSupport } from '../../../shop/support/supporters.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import type { Media } from '../../parts/tape-view.ts'
import { extrasOf } from '../../parts/visitor-state.ts'

/** `/checkout/:slug/support`: where a support begins, and where one that rests is paid. */
export const checkoutSupportRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/support', viewer: required, query: returned },
    ({ viewer, params: { slug }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const { currency } = media.casset.price
      const artistId = artistOf(ctx, media.casset.id).id
      const title = say('Support {displayName}', { displayName: media.artist.displayName })
      const description = say('Support the artist by the month or the year.')
      const due = supportToPay(ctx, viewer.userId, artistId)
      const running = supportOf(ctx, viewer.userId, artistId)
      // A card for later is chosen here each time: one that is kept for a visit goes with it.
      const payment = {
        ...paymentOf(ctx, viewer, media, query.payment_intent, {
          sums: tipBounds(currency),
          ...(due ? {} : { delivered: 'use' as const }),
        }),
        kept: null,
        mayKeep: false,
        isAskedLater: true as const,
      }
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/support` }),
        main: (
          <SupportPage
            media={media}
            payment={payment}
            levels={levelsOf(ctx, artistId)
              .filter((level) => level.currency === currency)
              .map(toLevel)}
            resting={due ? { id: due.id, amount: due.amountMinor, currency: due.currency, rhythm: due.rhythm } : null}
            canPay={extrasOf(ctx, media).canTip && media.members === undefined}
            supports={running !== undefined && running.state !== 'BEGUN'}
            change={running && canChange(running) ? changeOf(ctx, running) : null}
            nowMs={ctx.now()}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

const SupportForm = island('checkout/support', Support)
const ChangeForm = island('checkout/change-support', ChangeSupport)

const changeOf = (ctx: Ctx, running: RunningSupport): ChangeSupportProps => ({
  support: toSupport(running),
  levelId: running.nextLevelId ?? running.levelId,
  levels: levelsOf(ctx, running.artistId)
    .filter(({ rhythm, currency }) => rhythm === running.rhythm && currency === running.currency)
    .map(toLevel),
  most: tipBounds(running.currency).most,
})

type SupportPageProps = Pick<SupportProps, 'levels' | 'resting' | 'nowMs'> & {
  media: Media
  payment: Payment
  canPay: boolean
  /** Whether the viewer supports the artist already. */
  supports: boolean
  /** That of the viewer, where they can change it. */
  change: ChangeSupportProps | null
}

function SupportPage({ media, payment, levels, resting, canPay, supports, change, nowMs }: SupportPageProps) {
  const { artist, casset, cover, viewer } = media
  const isOffered = canPay && levels.length > 0 && !supports
  // A visitor who returns from their bank sees the end of the form that they left.
  const hasForm = isOffered || resting !== null || (payment.returned !== null && !viewer.owner)
  const goods = (
    <OrderSummary
      handle={casset.slug}
      art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
      title={artist.displayName}
      hand={say('support for what comes')}
    />
  )
  return (
    <CheckoutLayout media={media} goods={goods} hasForm={hasForm}>
      {hasForm ? (
        <SupportForm slug={casset.slug} artist={artist.displayName} {...{ levels, payment, resting, nowMs }} />
      ) : change ? (
        <div class="form">
          <h2>{say('You support this artist already')}</h2>
          <p>
            {inParts(say('Nothing changes in the time that is paid. You can end it <a>in your library</a>.'), {
              a: (text) => <a href="/library#support">{text}</a>,
            })}
          </p>
          <ChangeForm {...change} />
        </div>
      ) : (
        <NoSupport media={media} supports={supports} />
      )}
    </CheckoutLayout>
  )
}

function NoSupport({ media: { casset, viewer }, supports }: { media: Media; supports: boolean }) {
  if (viewer.owner) {
    return (
      <Notice title={say('This is you')} text={say('You cannot support yourself. Others find the key on your page.')}>
        <WorldKey href="/studio/supporters" label={say('Go to your supporters')} />
      </Notice>
    )
  }
  if (supports) {
    return (
      <Notice
        title={say('You support this artist already')}
        text={say('In your library you see until when it is paid, and can end it.')}
      >
        <WorldKey href="/library#support" label={say('See your support')} />
      </Notice>
    )
  }
  return (
    <Notice
      title={say('Support is not offered here')}
      text={say('This artist offers no support, or cannot be paid right now.')}
    >
      <WorldKey href={pagePath(casset.slug)} label={say('Back to the casset')} />
    </Notice>
  )
}
