import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import type { Money } from '../../../platform/http/request/schema.ts'

/** A code that somebody typed, and the price with it. */
export type CodeOffer = {
  code: string
  priceMinor: number | null
  words: string
  problem: string | null
  /** Whether the code gives a casset, for which nobody has to pay. */
  isGift: boolean
}

/** The price struck out, and the one with a code. */
export const ReducedPrice = ({ price, offer, reduced }: { price: Money; offer: CodeOffer; reduced: string }) => (
  <>
    <s>
      <span class="sr">{say('without the code')} </span>
      {priceTag(price)}
    </s>{' '}
    {reduced} · {offer.code}: {offer.words}
  </>
)

/** Where a code is typed that reduces the price; it works without scripts. */
export const CodeLine = ({ path, offer }: { path: string; offer: CodeOffer | null }) => (
  <details class="code-line" open={offer?.problem != null}>
    <summary>{offer === null ? say('I have a code') : say('Another code')}</summary>
    <form action={path} class="form">
      <div class="field">
        <label for="code">{say('Code')}</label>
        <div class="line">
          <input
            id="code"
            name="code"
            class="mono"
            autocomplete="off"
            autocapitalize="characters"
            maxLength={60}
            required
            value={offer?.problem == null ? '' : offer.code}
            aria-describedby="code-problem"
          />
          <button type="submit" class="key">
            {say('Use it')}
          </button>
        </div>
        <p class="problem" id="code-problem">
          {offer?.problem}
        </p>
        {offer?.isGift && (
          <p>
            <a href={`/redeem?code=${encodeURIComponent(offer.code)}`}>{say('Redeem this code')}</a>
          </p>
        )}
      </div>
    </form>
  </details>
)
