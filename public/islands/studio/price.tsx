import { spellSum, spokenSum, symbolOf } from '../../../src/lib/money.ts'
import { priceFault, priceRule, readPrice } from '../../../src/lib/set-price.ts'
import { Inline } from '../../lib/inline.tsx'
import { ObstacleHint, type Payable } from '../../lib/obstacle-hint.tsx'
import type { CassetEditor } from './casset-editor.ts'

type PriceProps = Payable & {
  editor: CassetEditor
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
        {rule}{' '}
        <span role="status">
          {(amount > 0 || obstacle === 'off') && <ObstacleHint obstacle={obstacle} ownsSite={ownsSite} />}
          {obstacle === null &&
            most !== null &&
            amount > most &&
            `Nobody can buy it yet: while you are a new seller, one payment can be at most ${spokenSum({ amount: most, currency })}.`}
        </span>
      </p>
    </section>
  )
}
