import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { FormTrouble, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { priceTag } from '../../lib/format.ts'
import StripeTill from '../../payment/stripe-till.tsx'
import TestTill from '../../payment/test-till.tsx'
import type { Tape } from '../../player/state.ts'
import { digitsOf, spellPrice } from '../studio/money.ts'
import { Amount, amountOf } from './amount.tsx'
import { createCounter } from './counter.ts'
import { openOrder } from './open-order.ts'
import { Steps } from './steps.tsx'

export type CheckoutProps = {
  slug: string
  tape: Tape
  price: { amount: number; currency: string }
  /** Who takes the money; `off` where a casset is given away and none can be taken. */
  mode: 'stripe' | 'test' | 'off'
  publishableKey: string
  /** The payment somebody comes back with from their bank. */
  returned: string | null
}

const tills = { stripe: StripeTill, test: TestTill } as const
const fields = ['amount', 'number', 'expiry', 'cvc']

/** The counter: what to pay, with what, and the tape over it. */
export default function Checkout({ slug, tape, price, mode, publishableKey, returned }: CheckoutProps) {
  const { amount: priceMinor, currency } = price
  const form = useForm('checkout')
  const text = useSignal(spellPrice(priceMinor, digitsOf(currency)))
  const lastAmount = useRef(priceMinor)
  const amountMinor = useComputed(() => {
    // While somebody is still writing, the sum before holds: the card fields must not come and go with each letter.
    lastAmount.current = amountOf(text.value, priceMinor, currency) ?? lastAmount.current
    return lastAmount.current
  })
  const counter = useMemo(() => createCounter({ slug, priceMinor, currency, form, text }), [])
  useEffect(() => {
    const begun = returned ?? openOrder.read(slug)
    // What the bank wrote into the address is not for anybody who reads it there.
    if (returned !== null) history.replaceState(history.state, '', location.pathname)
    if (begun !== null) void counter.resume(begun, returned !== null)
  }, [])
  const foot = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    if (form.trouble.value === null || form.trouble.value.field !== null) return
    // What concerns no field is told at the key, which may lie below the window when somebody comes back from a bank.
    requestAnimationFrame(() => foot.current?.scrollIntoView({ block: 'nearest' }))
  })
  const isFree = amountMinor.value === 0
  const isSleeping = !isFree && counter.till.value === null
  const Fields = mode === 'off' ? null : tills[mode]
  const sum = priceTag({ amount: amountMinor.value, currency })
  return (
    <>
      <Steps step={counter.step.value} slug={slug} tape={tape} />
      <form
        class="form"
        method="post"
        noValidate
        hidden={counter.step.value.is !== 'form'}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSleeping) counter.pay()
        }}
      >
        {Fields && <Amount form={form} priceMinor={priceMinor} currency={currency} text={text} />}
        {Fields && !isFree && (
          <Fields
            form={form}
            amountMinor={amountMinor}
            currency={currency}
            publishableKey={publishableKey}
            returnPath={`/checkout/${slug}`}
            onReady={(till) => {
              counter.till.value = till
            }}
            onFault={(why) => {
              counter.step.value = { is: 'jammed', text: why, retry: () => location.reload() }
            }}
          />
        )}
        <div ref={foot}>
          <FormTrouble form={form} fields={fields} />
          <div class="acts">
            <SendKey
              form={form}
              isSleeping={isSleeping}
              label={isFree ? 'Get it free' : `Pay ${sum}`}
              busyLabel={isFree ? 'Taking it off the rack…' : 'Paying…'}
            />
          </div>
        </div>
      </form>
    </>
  )
}
