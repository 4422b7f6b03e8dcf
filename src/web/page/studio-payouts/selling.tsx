import AskToSell from '../../../../public/islands/studio/payouts/ask-to-sell.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { limitEnd, limitSums, limitTaken } from '../../../lib/limit-text.ts'
import type { Payouts } from '../../../money/seller/model.ts'
import { island } from '../../island.tsx'

const AskToSellForm = island('studio/payouts/ask-to-sell', AskToSell)

type Selling = Payouts['selling']

/** Tells an artist why they may not sell here, and lets them ask. */
export const AskSection = ({ selling: { askedAt, endedAt }, hasMail }: { selling: Selling; hasMail: boolean }) => (
  <section aria-labelledby="selling">
    <h2 id="selling">{askedAt === null ? 'You cannot sell here yet' : 'You have asked to sell'}</h2>
    {askedAt !== null ? (
      <p>
        You asked the owner of this site on <Day iso={askedAt} />.{' '}
        {hasMail ? 'You get an email when they decide.' : 'This page shows it when they decide.'}
      </p>
    ) : (
      <>
        {endedAt !== null && (
          <p>
            On <Day iso={endedAt} /> the owner of this site stopped your selling. What you have sold stays with its
            buyers, and what you are owed is paid to you.
          </p>
        )}
        <p>
          The owner of this site decides who sells here, because legally everything is sold in their name. When you ask,
          they {hasMail ? 'get an email with a link to your page' : 'see it in their studio'}. Until they allow it, your
          prices are shown, but people can get only what is free.
        </p>
        <AskToSellForm />
      </>
    )}
  </section>
)

/** Tells a new artist the limits on their sales. */
export const LimitsLine = ({ limits }: { limits: NonNullable<Selling['limits']> }) => (
  <p class="hint">
    While you are a new seller, you can be paid {limitSums(limits)}, {limitEnd(limits)}. {limitTaken(limits)}
  </p>
)
