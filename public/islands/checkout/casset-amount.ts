import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { spellSum } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { amountOf, amountProblem } from './amount.tsx'
import type { Choice } from './goods.ts'
import { useKeptText } from './kept-text.ts'

/** The amount for a casset: as written, as it counts, and as ordered. */
export type CassetAmount = {
  text: Signal<string>
  /** The price, which is the least. */
  least: ReadonlySignal<number>
  /** Takes a price that has fallen. */
  lower(amount: number): void
  amountMinor: ReadonlySignal<number>
  isPayable: () => boolean
  read(): Choice | { field: string; text: string }
}

/**
 * Returns the written amount for a casset, which begins with the price and survives reloads,
 * signing in and the way to a bank.
 */
export function useCassetAmount(slug: string, price: { amount: number; currency: string }, sums: Bounds): CassetAmount {
  const { currency } = price
  const least = useSignal(price.amount)
  const readable = (written: string) => amountOf(written, least.value, sums, currency)
  const text = useKeptText(slug, 'amount', spellSum(price), (written) => readable(written) !== null)
  const lastAmount = useRef(price.amount)
  const amountMinor = useComputed(() => {
    // While somebody is still typing, the previous amount counts: the card fields must not come and
    // go with each character.
    lastAmount.current = readable(text.value) ?? lastAmount.current
    return lastAmount.current
  })
  return {
    text,
    least,
    lower(amount) {
      least.value = amount
      text.value = spellSum({ amount, currency })
    },
    amountMinor,
    isPayable: () => readable(text.value) !== null,
    read() {
      const amount = readable(text.value)
      return amount === null
        ? { field: 'amount', text: amountProblem(text.value, least.value, sums, currency) }
        : { amount }
    },
  }
}
