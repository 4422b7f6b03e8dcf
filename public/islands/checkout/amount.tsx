import type { Signal } from '@preact/signals'
import type { Form } from '../../lib/form.ts'
import { priceTag } from '../../lib/format.ts'
import { digitsOf, maxMinor, minMinor, minorOf, spellPrice } from '../studio/money.ts'
import { SumField } from './sum-field.tsx'

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
  const minor = amountOf(text.value, priceMinor, currency)
  return (
    <SumField
      form={form}
      label="You pay"
      currency={currency}
      text={text}
      hint={ruleOf(priceMinor, currency)}
      isLeast={minor === priceMinor}
      isMost={minor === maxMinor}
      onStep={(direction) => {
        text.value = spellPrice(stepAmount(minor ?? priceMinor, direction, priceMinor, currency), digitsOf(currency))
      }}
    />
  )
}
