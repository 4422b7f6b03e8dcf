import { spellSum, symbolOf } from '../../../src/lib/money.ts'
import { priceFault, priceRule, readPrice } from '../../../src/lib/set-price.ts'
import type { Desk } from './desk.ts'
import { Inline } from './inline.tsx'

type PriceProps = { desk: Desk; takesPayments: boolean; canBePaid: boolean }

/** The casset's price, edited on its tag. */
export function Price({ desk, takesPayments, canBePaid }: PriceProps) {
  const { amount, currency } = desk.casset.value.price
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
            onKeep={async (text) => desk.change({ price: readPrice(text, currency) ?? amount })}
          />
        </span>
      </div>
      <p class="hint" id="price-rule">
        {rule}
        {!takesPayments && ' This site takes no payments yet: the price is shown, but nothing can be bought.'}
        {takesPayments && !canBePaid && amount > 0 && (
          <>
            {' '}
            Nobody can buy it until you <a href="/studio/payouts">set up payouts</a>.
          </>
        )}
      </p>
    </section>
  )
}
