import type { Signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum, sumText } from '../../../src/lib/money/money.ts'
import { type Bounds, boundsText, stepOf } from '../../../src/lib/money/price.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import type { Form } from '../../lib/form.ts'
import { SumField } from './sum-field.tsx'

type AmountProps = {
  form: Form
  priceMinor: number
  /** The sums that can be paid on this site. */
  sums: Bounds
  currency: string
  text: Signal<string>
  suggested?: number | null
}

/** Returns the written amount in minor units; null when it cannot be paid for this price. */
export function amountOf(text: string, priceMinor: number, sums: Bounds, currency: string): number | null {
  return amountProblem(text, priceMinor, sums, currency) === '' ? readSum(text, currency) : null
}

export function ruleOf(priceMinor: number, sums: Bounds, currency: string, suggested: number | null = null): string {
  if (suggested !== null) {
    const sum = sumText({ amount: suggested, currency })
    return priceMinor === 0
      ? say('It is free. The artist suggests {sum}.', { sum })
      : say('Pay {price} or more. The artist suggests {sum}.', {
          price: sumText({ amount: priceMinor, currency }),
          sum,
        })
  }
  if (priceMinor === 0)
    return say('It is free. If you want to pay, enter {limits}.', {
      limits: boundsText(sums, currency),
    })
  return say('The price is {sum}. You can pay more.', { sum: sumText({ amount: priceMinor, currency }) })
}

/** Returns a hint for an amount that cannot be paid; the empty text for one that can. */
export function amountProblem(text: string, priceMinor: number, sums: Bounds, currency: string): string {
  if (priceMinor === 0 && readSum(text, currency) === 0) return ''
  return sumProblem(text, { least: Math.max(priceMinor, sums.least), most: sums.most }, currency)
}

/** Whole coins, never below the price, never too little to be paid. */
export function stepAmount(
  minor: number,
  direction: 1 | -1,
  priceMinor: number,
  { least, most }: Bounds,
  currency: string,
): number {
  const step = stepOf(currency)
  const next = direction > 0 ? Math.floor(minor / step) * step + step : Math.ceil(minor / step) * step - step
  if (next < Math.max(priceMinor, least)) return priceMinor
  return Math.min(most, next)
}

export function Amount({ form, priceMinor, sums, currency, text, suggested = null }: AmountProps) {
  const minor = amountOf(text.value, priceMinor, sums, currency)
  return (
    <SumField
      form={form}
      label={say('Amount')}
      currency={currency}
      text={text}
      hint={ruleOf(priceMinor, sums, currency, suggested)}
      problem={amountProblem(text.value, priceMinor, sums, currency)}
      isLeast={minor === priceMinor}
      isMost={minor === sums.most}
      offered={suggested === null ? [] : [priceMinor, suggested]}
      onStep={(direction) => {
        const amount = stepAmount(minor ?? priceMinor, direction, priceMinor, sums, currency)
        text.value = spellSum({ amount, currency })
      }}
    />
  )
}
