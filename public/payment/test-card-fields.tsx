import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { priceTag } from '../../src/lib/money/money.ts'
import { api } from '../lib/api.ts'
import { Field } from '../lib/field.tsx'
import { groupDigits, readCard, strokeDate } from './card-text.ts'
import { declineMessage } from './decline-message.ts'
import { OrByCard } from './or-by-card.tsx'
import type { Outcome, PaymentFieldsProps } from './payment-fields.ts'
import { readRefusal } from './read-refusal.ts'

const sample = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' } as const

/** The test wallet's card, by the name that Stripe gives it too. */
const walletMethod = 'pm_card_visa'

/** A card must not be a real one. */
export default function TestCardFields(props: PaymentFieldsProps) {
  const { form, amountMinor, currency, onReady, onWallet, onPay } = props
  const text = { number: useSignal(''), expiry: useSignal(''), cvc: useSignal('') }
  useEffect(() => {
    const card = () => readCard({ number: text.number.value, expiry: text.expiry.value, cvc: text.cvc.value })
    onReady({
      async check(way) {
        const read = card()
        return way === 'form' && 'field' in read ? read : null
      },
      async pay({ paymentIntentId, clientSecret }, way) {
        if (way === 'wallet') return confirmTest({ paymentIntentId, clientSecret, paymentMethod: walletMethod })
        const read = card()
        if ('field' in read) return { kind: 'refused', ...read }
        return confirmTest({ paymentIntentId, clientSecret, card: read })
      },
    })
    return () => onReady(null)
  }, [])
  const fillIn = () => {
    text.number.value = sample.number
    text.expiry.value = sample.expiry
    text.cvc.value = sample.cvc
  }
  const write = (into: Signal<string>, tidy: (text: string) => string) => (event: InputEvent) => {
    if (!(event.currentTarget instanceof HTMLInputElement)) return
    const { value, selectionStart } = event.currentTarget
    // Formatted only at the end of the text: in the middle the caret would jump, and deleted
    // characters must stay deleted.
    const isAtEnd = selectionStart === value.length && !event.inputType.startsWith('delete')
    into.value = isAtEnd ? tidy(value) : value
  }
  return (
    <>
      <div class="wallets stack">
        <button
          type="button"
          class="key wallet needs-js"
          aria-busy={form.busy.value}
          onClick={() => {
            if (onWallet()) void onPay()
          }}
        >
          {say('Test wallet: {sum}', { sum: priceTag({ amount: amountMinor.value, currency }) })}
        </button>
        <OrByCard />
      </div>
      <fieldset class="card-fields">
        <legend>{say('Test card')}</legend>
        <p class="hint">
          {say('Use 4242 4242 4242 4242 with any future date and any three digits. Never enter a real card.')}
        </p>
        <button type="button" class="link needs-js" onClick={fillIn}>
          {say('Fill in the test card')}
        </button>
        <Field
          form={form}
          name="number"
          label={say('Card number')}
          inputMode="numeric"
          autocomplete="off"
          spellcheck={false}
          required
          value={text.number.value}
          onInput={write(text.number, groupDigits)}
        />
        <div class="pair">
          <Field
            form={form}
            name="expiry"
            label={say('Expiry date')}
            inputMode="numeric"
            autocomplete="off"
            placeholder="12 / 34"
            required
            value={text.expiry.value}
            onInput={write(text.expiry, strokeDate)}
          />
          <Field
            form={form}
            name="cvc"
            label={say('Security code')}
            inputMode="numeric"
            autocomplete="off"
            placeholder="123"
            required
            value={text.cvc.value}
            onInput={write(text.cvc, (written) => written.replace(/\D/g, '').slice(0, 4))}
          />
        </div>
      </fieldset>
    </>
  )
}

type Payment = Parameters<typeof api.checkout.test.confirm.post>[0]

export async function confirmTest(payment: Payment): Promise<Outcome> {
  const { data, error } = await api.checkout.test.confirm.post(payment)
  if (error) {
    const { isUnclear, trouble } = readRefusal(error)
    return isUnclear ? { kind: 'unknown', text: trouble.text } : { kind: 'refused', ...trouble }
  }
  if (data.nextAction) return { kind: 'redirect', url: data.nextAction.url }
  if (data.status === 'requires_payment_method') return { kind: 'refused', ...declineMessage(data.declineCode) }
  return { kind: 'sent' }
}
