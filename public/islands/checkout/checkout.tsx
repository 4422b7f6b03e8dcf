import { useComputed } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { spellSum } from '../../../src/lib/money.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { hearAll } from '../../player/engine.ts'
import type { Tape } from '../../player/state.ts'
import { Amount, amountOf, amountProblem } from './amount.tsx'
import type { Goods } from './goods.ts'
import { useKeptText } from './kept-text.ts'
import { Paying, type Payment } from './paying.tsx'
import { Done } from './steps.tsx'

export type CheckoutProps = {
  slug: string
  tape: Tape
  price: { amount: number; currency: string }
  payment: Payment
}

/** The checkout of a casset: what to pay, with what, and the tape once it is paid. */
export default function Checkout({ slug, tape, price, payment }: CheckoutProps) {
  const { amount: priceMinor, currency } = price
  const form = useForm('checkout')
  const isPayable = (written: string) => amountOf(written, priceMinor, currency) !== null
  const text = useKeptText(slug, 'amount', spellSum(price), isPayable)
  const lastAmount = useRef(priceMinor)
  const amountMinor = useComputed(() => {
    // While somebody is still writing, the sum before holds: the card fields must not come and go with each letter.
    lastAmount.current = amountOf(text.value, priceMinor, currency) ?? lastAmount.current
    return lastAmount.current
  })
  const goods = useMemo<Goods>(
    () => ({
      path: slug,
      currency,
      read() {
        const amount = amountOf(text.value, priceMinor, currency)
        return amount === null ? { field: 'amount', text: amountProblem(text.value, priceMinor, currency) } : { amount }
      },
      order: ({ amount }, how) =>
        api.checkout['payment-intent'].post(amount === 0 ? { slug } : { slug, amount, ...how }),
      onPaid: () => hearAll(slug),
    }),
    [],
  )
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={isPayable(text.value)}
      fields={['amount']}
      late="The casset is in your library as soon as it is paid; you need not wait here."
      done={<Done slug={slug} tape={tape} />}
    >
      {payment.mode !== 'off' && <Amount form={form} priceMinor={priceMinor} currency={currency} text={text} />}
    </Paying>
  )
}
