import type { Signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { priceTag, readSum, spellSum, symbolOf } from '../../../src/lib/money/money.ts'
import { type Form, fieldId } from '../../lib/form.ts'
import { Icon } from '../../lib/icon.tsx'

type SumFieldProps = {
  form: Form
  label: string
  currency: string
  text: Signal<string>
  hint: string
  /** The error of the written sum; the empty text without one. */
  problem: string
  isLeast: boolean
  isMost: boolean
  onStep: (direction: 1 | -1) => void
  /** Sums with a key each, in minor units. */
  offered?: readonly number[]
}

export function SumField({
  form,
  label,
  currency,
  text,
  hint,
  problem,
  isLeast,
  isMost,
  onStep,
  offered = [],
}: SumFieldProps) {
  const id = fieldId(form, 'amount')
  const isWrong = form.trouble.value?.field === 'amount'
  return (
    <div class="field">
      <label for={id}>
        {label} <span class="sr">{say('in {currency}', { currency: currency.toUpperCase() })}</span>
      </label>
      {offered.length > 0 && (
        <div class="acts offered">
          {offered.map((amount) => (
            <button
              key={amount}
              type="button"
              class="key"
              aria-pressed={readSum(text.value, currency) === amount}
              onClick={() => {
                text.value = spellSum({ amount, currency })
              }}
            >
              {priceTag({ amount, currency })}
            </button>
          ))}
        </div>
      )}
      <div class="line stepper">
        <button type="button" class="key" aria-label={say('Pay less')} disabled={isLeast} onClick={() => onStep(-1)}>
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
            aria-invalid={isWrong}
            aria-describedby={`${id}-hint ${id}-problem`}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
              if (isWrong) form.trouble.value = null
            }}
            onBlur={() => {
              if (problem !== '') form.trouble.value = { field: 'amount', text: problem }
            }}
          />
        </span>
        <button type="button" class="key" aria-label={say('Pay more')} disabled={isMost} onClick={() => onStep(1)}>
          <Icon name="add" />
        </button>
      </div>
      <div class="told">
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
        <p class="problem" id={`${id}-problem`}>
          {isWrong ? form.trouble.value?.text : ''}
        </p>
      </div>
    </div>
  )
}
