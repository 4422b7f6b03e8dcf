import WithdrawRequest from '../../../public/islands/release/withdraw-request.tsx'
import { Day } from '../../../public/lib/day.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { priceTag } from '../../lib/money/money.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import type { SentRequest } from '../../release/request/model.ts'
import { readSent } from '../../release/request/read-requests.ts'
import { visibleRelease } from '../../release/visible-release.ts'
import { island } from '../document/island.tsx'
import { optional, page } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import { formHead } from '../parts/sign-up/form-layout.tsx'
import { scopeText } from './world/release/labels.ts'

/**
 * `/requests/{id}`: a request to an artist, for whoever sent it: what was asked, the answer, and
 * the way to pay it.
 */
export const requestRoute = (ctx: Ctx) =>
  page(ctx, { path: '/requests/:id', viewer: optional }, ({ params: { id } }) => {
    const request = readSent(ctx, id)
    const { handle, displayName } = visibleRelease(ctx, request.releaseId)
    return {
      head: formHead(
        say('Your request: {title}', { title: request.title }),
        say('What you asked for, and the answer.'),
        `/requests/${id}`,
      ),
      main: (
        <RequestPage
          request={request}
          handle={handle}
          artist={displayName}
          now={ctx.now()}
          hasMail={ctx.mailer !== undefined}
        />
      ),
      ...secretPage,
    }
  })

const Withdraw = island('release/withdraw-request', WithdrawRequest)

type RequestPageProps = { request: SentRequest; handle: string; artist: string; now: number; hasMail: boolean }

function RequestPage({ request, handle, artist, now, hasMail }: RequestPageProps) {
  const { requestId, releaseId, title, state, scopes, intendedUse, offer, message, quote, askedAt, deletedAt } = request
  return (
    <main id="main" class="world wrap dossier paper" tabIndex={-1}>
      <article class="jcard">
        <header>
          <p class="eyebrow">{say('Your request')}</p>
          <h1 dir="auto">{title}</h1>
          <p dir="auto">{say('by {artist}', { artist })}</p>
        </header>
        <section aria-labelledby="answer">
          <h2 id="answer">{say('The answer')}</h2>
          <p>
            <b class="verdict" data-result={state === 'REFUSED' ? 'fails' : state === 'OPEN' ? undefined : 'holds'}>
              {stateText(artist)[state]}
            </b>
          </p>
          {message !== null && (
            <blockquote class="written" dir="auto">
              {message}
            </blockquote>
          )}
          {state === 'GRANTED' && quote && <Price quote={quote} now={now} />}
          {state === 'OPEN' && (
            <p>
              {hasMail
                ? say('It comes by email, and stands here. The artist does not see your address.')
                : say('It will stand here. The artist does not see your address.')}
            </p>
          )}
        </section>
        <section aria-labelledby="asked">
          <h2 id="asked">{say('What you asked for')}</h2>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>{scopeText(scope)}</li>
            ))}
          </ul>
          {intendedUse !== null && (
            <blockquote class="written" dir="auto">
              {intendedUse}
            </blockquote>
          )}
          <p class="mono">
            {inParts(
              offer
                ? say('You offered {price} · asked on <day></day>', { price: priceTag(offer) })
                : say('Asked on <day></day>'),
              { day: () => <Day iso={askedAt} /> },
            )}
          </p>
          <p>
            <a href={addresses.pageOf(handle, releaseId)}>{say('The release')}</a>
          </p>
        </section>
        <section aria-labelledby="delete">
          <h2 id="delete">{say('Delete it')}</h2>
          <p>
            {inParts(say('The request is deleted automatically on <day></day>.'), {
              day: () => <Day iso={deletedAt} />,
            })}
          </p>
          <Withdraw requestId={requestId} isAnswered={state === 'GRANTED'} />
        </section>
      </article>
    </main>
  )
}

const stateText = (artist: string): Readonly<Record<SentRequest['state'], string>> => ({
  OPEN: say('{artist} has not answered yet.', { artist }),
  GRANTED: say('{artist} says yes.', { artist }),
  REFUSED: say('{artist} says no.', { artist }),
  BOUGHT: say('{artist} said yes, and the license is bought.', { artist }),
})

function Price({ quote, now }: { quote: NonNullable<SentRequest['quote']>; now: number }) {
  const isOver = Date.parse(quote.expiresAt) <= now
  return (
    <>
      <p>
        {inParts(say('The license costs <b>{price}</b>, paid once, for a year.', { price: priceTag(quote.price) }), {
          b: (text) => <b class="mono">{text}</b>,
        })}
      </p>
      {quote.terms.length > 0 && (
        <ul>
          {quote.terms.map(({ scope, terms }) => (
            <li key={scope}>
              {say('To {scope}:', { scope: scopeText(scope) })}
              <p class="fine-print written" dir="auto">
                {terms}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isOver && <p>{say('This price is no longer good. Ask again.')}</p>}
      {!isOver && quote.checkoutUrl === null && <p>{say('The artist cannot be paid right now. Try again later.')}</p>}
      {!isOver && quote.checkoutUrl !== null && (
        <div class="acts">
          <a class="key go" href={new URL(quote.checkoutUrl).pathname}>
            {say('Pay {price}', { price: priceTag(quote.price) })}
          </a>
          <p>{inParts(say('until <day></day>'), { day: () => <Day iso={quote.expiresAt} /> })}</p>
        </div>
      )}
    </>
  )
}
