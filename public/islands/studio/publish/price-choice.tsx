import type { Signal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { spellSum, symbolOf } from '../../../../src/lib/money/money.ts'
import type { Bounds } from '../../../../src/lib/money/price.ts'
import { priceRule, readPrice } from '../../../../src/lib/money/set-price.ts'

/** The chosen price: free, or a field whose amount is null while it holds no valid price. */
export type ChosenPrice = { kind: 'free' } | { kind: 'priced'; text: string; amount: number | null }

type Sum = { amount: number; currency: string }

/** Returns the choice that the dialog opens with: an empty field where no price was ever set. */
export function chosenPrice(price: Sum, isChosen: boolean): ChosenPrice {
  if (price.amount > 0) return { kind: 'priced', text: spellSum(price), amount: price.amount }
  return isChosen ? { kind: 'free' } : { kind: 'priced', text: '', amount: null }
}

type PriceChoiceProps = { choice: Signal<ChosenPrice>; prices: Bounds; currency: string; onInput: () => void }

export function PriceChoice({ choice, prices, currency, onInput }: PriceChoiceProps) {
  const { value } = choice
  const isFree = value.kind === 'free'
  const write = (text: string) => {
    const amount = readPrice(text, prices, currency)
    choice.value = { kind: 'priced', text, amount: amount === 0 ? null : amount }
    onInput()
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
          value={isFree ? '' : value.text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      </label>
      <label class="tap">
        <input
          type="checkbox"
          checked={isFree}
          onChange={({ currentTarget }) => {
            choice.value = currentTarget.checked ? { kind: 'free' } : { kind: 'priced', text: '', amount: null }
            onInput()
          }}
        />{' '}
        {say('Free for everybody')}
      </label>
    </div>
  )
}
