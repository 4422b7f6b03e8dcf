import AskToSell from '../../../../public/islands/studio/payouts/ask-to-sell.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { limitEnd, limitSums, limitTaken } from '../../../lib/limit-words.ts'
import type { Payouts } from '../../../seller/model.ts'
import { island } from '../../island.tsx'

const AskToSellForm = island('studio/payouts/ask-to-sell', AskToSell)

type Selling = Payouts['selling']

/** Tells an artist who may not sell here why, and lets them ask. */
export const AskSection = ({ selling: { askedAt, endedAt } }: { selling: Selling }) => (
  <section aria-labelledby="selling">
    <h2 id="selling">{askedAt === null ? 'You cannot sell here yet' : 'You have asked to sell'}</h2>
    {askedAt !== null ? (
      <p>
        The owner of this site was told on <Day iso={askedAt} />. You get a mail when it is decided.
      </p>
    ) : (
      <>
        {endedAt !== null && (
          <p>
            Since <Day iso={endedAt} /> the owner of this site does not let you sell. What you have sold stays with
            those who bought it, and what you are owed is paid to you.
          </p>
        )}
        <p>
          The owner of this site decides who sells on it, for to the law everything is sold in their name. Ask, and they
          get a mail with a link to your page. Until they allow it, your prices are shown and nobody can pay them; what
          is free can be collected.
        </p>
        <AskToSellForm />
      </>
    )}
  </section>
)

/** Tells an artist who is new what they can be paid until they are not. */
export const LimitsLine = ({ limits }: { limits: NonNullable<Selling['limits']> }) => (
  <p class="hint">
    While you are new here, you can be paid {limitSums(limits)}, {limitEnd(limits)}. {limitTaken(limits)}
  </p>
)
