import LicenseIsland from '../../../../public/islands/checkout/license.tsx'
import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { scopeLabels } from '../../../../public/islands/studio/releases/labels.ts'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { type QuoteForPage, quoteForPage } from '../../../release/license/quote/quote-for-page.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/checkout/payment.ts'
import { canCollect, type Media } from '../../parts/tape-view.ts'

/**
 * `/checkout/:slug/license/:quoteId`: where a person pays a license, for themselves or for an agent
 * of theirs.
 */
export const checkoutLicenseRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/license/:quoteId', viewer: optional, query: returned },
    ({ viewer, params: { slug, quoteId }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const quote = quoteForPage(ctx, media.casset.id, quoteId)
      const title = say('License of {title}', { title: quote.title })
      const description = say('What it allows, and what it costs.')
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/license/${quoteId}` }),
        main: (
          <LicensePage
            media={media}
            quote={quote}
            canBePaid={quote.price !== null && canCollect(ctx, media.casset.slug, quote.price)}
            payment={paymentOf(ctx, viewer, media, query.payment_intent, { delivered: 'at once' })}
            isSignedIn={viewer !== null}
            hasMail={ctx.mailer !== undefined}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

const LicenseForm = island('checkout/license', LicenseIsland)

type LicensedProps = { media: Media; quote: QuoteForPage; payment: Payment }
type LicensePageProps = LicensedProps & { canBePaid: boolean; isSignedIn: boolean; hasMail: boolean }

function LicensePage({ media, quote, canBePaid, payment, ...reader }: LicensePageProps) {
  const { price, problem, isBought } = quote
  // The tab in which it was paid shows the license, also after the page was loaded again.
  const hasForm = price !== null && (isBought || (problem === null && canBePaid))
  return (
    <CheckoutLayout media={media} goods={<Licensed media={media} quote={quote} payment={payment} />} hasForm={hasForm}>
      {hasForm ? (
        <LicenseForm
          slug={media.casset.slug}
          quoteId={quote.id}
          price={price}
          isBought={isBought}
          payment={payment}
          {...reader}
        />
      ) : (
        <Notice
          title={problem?.text ?? say('Not available yet')}
          text={
            problem
              ? say('{hint} The page of the artist says how.', { hint: problem.hint })
              : say('This artist cannot be paid here yet.')
          }
        >
          <WorldKey href={`/@${media.artist.handle}/releases/${quote.releaseId}`} label={say('Go to the release')} />
        </Notice>
      )}
    </CheckoutLayout>
  )
}

const Licensed = ({ media: { artist, casset, cover }, quote, payment }: LicensedProps) => (
  <OrderSummary
    handle={casset.slug}
    art={<Sleeve cover={cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />}
    title={quote.title}
    hand={say('a license')}
  >
    <p>{say('Its holder may, for a year:')}</p>
    <ul class="licensed">
      {quote.scopes.map(({ scope, terms }) => (
        <li key={scope}>
          {scopeLabels()[scope]}
          {terms !== null && (
            <p class="fine-print" dir="auto">
              {terms}
            </p>
          )}
        </li>
      ))}
    </ul>
    {quote.price && <p class="mono">{say('{price} · once', { price: notedPrice(quote.price, payment.priceNote) })}</p>}
    {quote.isAnswer && <p>{say('The artist made this price for your request.')}</p>}
    {quote.agent !== null && (
      <p class="fine-print">
        {inParts(say('Asked for by the program of <b>{agent}</b>; the license names it.', { agent: quote.agent }), {
          b: (text) => <b>{text}</b>,
        })}
      </p>
    )}
    {quote.agentKey !== null && quote.agent === null && (
      <p class="fine-print">
        {inParts(say('Asked for by a program that calls itself <b>{agentKey}</b>.', { agentKey: quote.agentKey }), {
          b: (text) => <b dir="auto">{text}</b>,
        })}
      </p>
    )}
  </OrderSummary>
)
