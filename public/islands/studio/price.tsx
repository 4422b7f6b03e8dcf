import { spellSum, spokenSum, symbolOf } from '../../../src/lib/money.ts'
import { priceFault, priceRule, readPrice } from '../../../src/lib/set-price.ts'
import type { Obstacle } from '../../../src/seller/can-be-paid.ts'
import type { CassetEditor } from './casset-editor.ts'
import { Inline } from './inline.tsx'

type PriceProps = {
  editor: CassetEditor
  /** Why nobody can pay the artist; null when somebody can. */
  obstacle: Obstacle | null
  ownsSite: boolean
  /** The most that a new seller can be paid at once; null without a limit. */
  most: number | null
}

/** The casset's price, edited on its tag. */
export function Price({ editor, obstacle, ownsSite, most }: PriceProps) {
  const { amount, currency } = editor.casset.value.price
  const rule = priceRule(currency)
  return (
    <section aria-labelledby="price-title">
      <h2 id="price-title">Price</h2>
      <div class="price-line">
        <span class="tag">
          <span aria-hidden="true">{symbolOf(currency)}</span>
          <Inline
            id="price"
            label={`Price in ${currency.toUpperCase()}`}
            hintId="price-rule"
            inputMode="decimal"
            value={spellSum({ amount, currency })}
            faultOf={(text) => priceFault(text, currency)}
            onKeep={async (text) => editor.change({ price: readPrice(text, currency) ?? amount })}
          />
        </span>
      </div>
      <p class="hint" id="price-rule">
        {rule}
        {obstacle === 'off' && ' This site takes no payments yet: the price is shown, but nothing can be bought.'}
        {obstacle === 'off' && ownsSite && (
          <>
            {' '}
            <a href="/studio/site">Switch payments on</a>
          </>
        )}
        {obstacle === 'account' && amount > 0 && (
          <>
            {' '}
            Nobody can buy it until you <a href="/studio/payouts">set up payouts</a>.
          </>
        )}
        {obstacle === 'permission' && amount > 0 && (
          <>
            {' '}
            Nobody can buy it until the owner of this site lets you sell: <a href="/studio/payouts">ask to sell</a>.
          </>
        )}
        {obstacle === null &&
          most !== null &&
          amount > most &&
          ` Nobody can buy it yet: while you are a new seller, one payment can be at most ${spokenSum({ amount: most, currency })}.`}
      </p>
    </section>
  )
}
