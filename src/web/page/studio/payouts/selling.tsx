import AskToSell from '../../../../../public/islands/studio/payouts/ask-to-sell.tsx'
import { Day } from '../../../../../public/lib/day.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Payouts } from '../../../../books/seller/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { limitEnd, limitSums, limitTaken } from '../../../../lib/money/limit-text.ts'
import { island } from '../../../document/island.tsx'

const AskToSellForm = island('studio/payouts/ask-to-sell', AskToSell)

type Selling = Payouts['selling']

export const AskSection = ({ selling: { askedAt, endedAt }, hasMail }: { selling: Selling; hasMail: boolean }) => (
  <section aria-labelledby="selling">
    <h2 id="selling">{askedAt === null ? say('You cannot sell here yet') : say('You have asked to sell')}</h2>
    {askedAt !== null ? (
      <p>
        {inParts(say('You asked the owner of this site on <day></day>.'), { day: () => <Day iso={askedAt} /> })}{' '}
        {hasMail ? say('You get an email when they decide.') : say('This page shows it when they decide.')}
      </p>
    ) : (
      <>
        {endedAt !== null && (
          <p>
            {inParts(
              say(
                'On <day></day> the owner of this site stopped your selling. What you have sold stays with its buyers, and what you are owed is paid to you.',
              ),
              { day: () => <Day iso={endedAt} /> },
            )}
          </p>
        )}
        <p>
          {hasMail
            ? say(
                'The owner of this site decides who sells here, because legally everything is sold in their name. When you ask, they get an email with a link to your page. Until they allow it, your prices are shown, but people can get only what is free.',
              )
            : say(
                'The owner of this site decides who sells here, because legally everything is sold in their name. When you ask, they see it in their studio. Until they allow it, your prices are shown, but people can get only what is free.',
              )}
        </p>
        <AskToSellForm />
      </>
    )}
  </section>
)

export const LimitsLine = ({ limits }: { limits: NonNullable<Selling['limits']> }) => (
  <p class="hint">
    {say('While you are a new seller, you can be paid {limitSums}, {limitEnd}. {limitTaken}', {
      limitSums: limitSums(limits),
      limitEnd: limitEnd(limits),
      limitTaken: limitTaken(limits),
    })}
  </p>
)
