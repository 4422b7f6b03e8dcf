import type { Signal } from '@preact/signals'
import { type Form, fieldId } from '../../lib/form.ts'
import { priceTag } from '../../lib/format.ts'
import { Icon } from '../../lib/icon.tsx'
import { digitsOf, maxMinor, minMinor, minorOf, spellPrice, symbolOf } from '../studio/money.ts'

type AmountProps = { form: Form; priceMinor: number; currency: string; text: Signal<string> }

/** What was written as minor units; null when it is no amount that can be paid for this price. */
export function amountOf(text: string, priceMinor: number, currency: string): number | null {
  const minor = minorOf(text, digitsOf(currency))
  return minor === null || minor < priceMinor ? null : minor
}

/** Says which amounts can be paid. */
export function ruleOf(priceMinor: number, currency: string): string {
  const tag = (amount: number) => priceTag({ amount, currency })
  if (priceMinor > 0) return `${tag(priceMinor)} is the price. You may pay more: up to ${tag(maxMinor)}.`
  return `It costs nothing. If you like to pay, ${tag(minMinor)} to ${tag(maxMinor)}.`
}

/** One step up or down from an amount: whole coins, never below the price, never what is too little to be paid. */
export function stepAmount(minor: number, direction: 1 | -1, priceMinor: number, currency: string): number {
  const step = 10 ** Math.max(2, digitsOf(currency))
  const next = direction > 0 ? Math.floor(minor / step) * step + step : Math.ceil(minor / step) * step - step
  if (next < Math.max(priceMinor, minMinor)) return priceMinor
  return Math.min(maxMinor, next)
}

/** What the payer gives: the price, or more. */
export function Amount({ form, priceMinor, currency, text }: AmountProps) {
  const id = fieldId(form, 'amount')
  const isWrong = form.trouble.value?.field === 'amount'
  const minor = amountOf(text.value, priceMinor, currency)
  const step = (direction: 1 | -1) => {
    text.value = spellPrice(stepAmount(minor ?? priceMinor, direction, priceMinor, currency), digitsOf(currency))
  }
  return (
    <div class="field">
      <label for={id}>
        You pay <span class="sr">in {currency.toUpperCase()}</span>
      </label>
      <div class="line stepper">
        <button
          type="button"
          class="key"
          aria-label="Pay less"
          disabled={minor === priceMinor}
          onClick={() => step(-1)}
        >
          <Icon name="remove" />
        </button>
        <span class="sum">
          <span aria-hidden="true">{symbolOf(currency)}</span>
          <input
            id={id}
            name="amount"
            inputMode="decimal"
            autocomplete="off"
            value={text.value}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
        </span>
        <button type="button" class="key" aria-label="Pay more" disabled={minor === maxMinor} onClick={() => step(1)}>
          <Icon name="add" />
        </button>
      </div>
      <p class="hint" id={`${id}-hint`}>
        {ruleOf(priceMinor, currency)}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {isWrong ? form.trouble.value?.text : ''}
      </p>
    </div>
  )
}
