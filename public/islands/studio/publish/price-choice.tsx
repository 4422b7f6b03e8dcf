import { say } from '../../../../src/lib/language/say.ts'
import { spellSum, symbolOf } from '../../../../src/lib/money/money.ts'
import type { Bounds } from '../../../../src/lib/money/price.ts'
import { priceRule, readPrice } from '../../../../src/lib/money/set-price.ts'

/** The chosen price: free, or a field whose amount is null while it holds no valid price. */
export type ChosenPrice = { kind: 'free' } | { kind: 'priced'; text: string; amount: number | null }

type Sum = { amount: number; currency: string }

/** Returns the saved price as a choice: an empty field where none was ever set. */
export function chosenPrice(price: Sum, isChosen: boolean): ChosenPrice {
  if (price.amount > 0) return { kind: 'priced', text: spellSum(price), amount: price.amount }
  return isChosen ? { kind: 'free' } : { kind: 'priced', text: '', amount: null }
}

type PriceChoiceProps = {
  choice: ChosenPrice
  prices: Bounds
  currency: string
  onChange: (choice: ChosenPrice) => void
}

export function PriceChoice({ choice, prices, currency, onChange }: PriceChoiceProps) {
  const isFree = choice.kind === 'free'
  const write = (text: string) => {
    const amount = readPrice(text, prices, currency)
    onChange({ kind: 'priced', text, amount: amount === 0 ? null : amount })
  }
  return (
    <div class="price-choice">
      <label class="tap">
        <span aria-hidden="true">{symbolOf(currency)}</span>
        <input
          id="publish-price"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          aria-label={say('Price in {currency}', { currency: currency.toUpperCase() })}
          aria-describedby="publish-price-problem"
          title={priceRule(prices, currency)}
          placeholder={say('price ## the field where it is written')}
          value={isFree ? '' : choice.text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      </label>
      <label class="tap">
        <input
          type="checkbox"
          checked={isFree}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? { kind: 'free' } : { kind: 'priced', text: '', amount: null })
          }
        />{' '}
        {say('Free for everybody')}
      </label>
    </div>
  )
}
