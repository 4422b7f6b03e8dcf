import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import type { KeptCard } from '../../src/shop/kept-card/kept-card.ts'
import { api } from '../lib/api.ts'
import { inParts } from '../lib/in-parts.tsx'
import { refusedPress } from '../lib/refused-press.ts'
import type { Intent, Outcome, PaymentFieldsProps } from './payment-fields.ts'
import { outcomeOf, unreachable } from './stripe-fields.tsx'
import { openStripe, type StripeJs } from './stripe-js.ts'
import { confirmTest } from './test-card-fields.tsx'

type KeptCardProps = Pick<PaymentFieldsProps, 'publishableKey' | 'returnPath' | 'onReady' | 'onFault'> & {
  mode: 'stripe' | 'test'
  card: KeptCard
  /** Called when the fields of a card are to be shown instead. */
  onOther(): void
}

/** The card that the payer already used in this visit: one press pays with it. */
export function KeptCardLine({ mode, card, publishableKey, returnPath, onReady, onFault, onOther }: KeptCardProps) {
  const isBusy = useSignal(false)
  useEffect(() => {
    let isLeft = false
    const ready = (pay: (intent: Intent) => Promise<Outcome>) => {
      if (isLeft) return
      onReady({
        check: async () => null,
        async pay(intent) {
          const outcome = await pay(intent)
          if (outcome.kind === 'refused') onOther()
          return outcome
        },
      })
    }
    if (mode === 'test') ready((intent) => confirmTest({ ...ofIntent(intent), paymentMethod: card.methodId }))
    else {
      openStripe(publishableKey).then(
        (stripe) => ready((intent) => payAtStripe(stripe, intent, card.methodId, location.origin + returnPath)),
        () => onFault(unreachable()),
      )
    }
    return () => {
      isLeft = true
    }
  }, [])
  const forget = async () => {
    isBusy.value = true
    const { error } = await api.checkout['kept-card'].delete()
    isBusy.value = false
    if (error) refusedPress(error)
    else onOther()
  }
  return (
    <div class="card-fields kept-card">
      <p>{inParts(say('You pay with <b>{card}</b>.', { card: card.name }), { b: (text) => <b>{text}</b> })}</p>
      <div class="acts">
        <button type="button" class="link" onClick={onOther}>
          {say('Pay another way')}
        </button>
        <button type="button" class="link" aria-busy={isBusy.value} onClick={() => void forget()}>
          {say('Forget this card')}
        </button>
      </div>
    </div>
  )
}

const ofIntent = ({ paymentIntentId, clientSecret }: Intent) => ({ paymentIntentId, clientSecret })

async function payAtStripe(
  stripe: StripeJs,
  { clientSecret }: Intent,
  methodId: string,
  returnUrl: string,
): Promise<Outcome> {
  const confirmParams = { return_url: returnUrl, payment_method: methodId }
  try {
    const { error } = await stripe.confirmPayment({ clientSecret, confirmParams, redirect: 'if_required' })
    if (!error) return { kind: 'sent' }
    // The card may have been taken away meanwhile: the payer is asked for another one.
    const isGone = error.type === 'invalid_request_error' && error.code !== 'payment_intent_unexpected_state'
    return isGone ? { kind: 'refused', field: null, text: say('This card cannot be used again.') } : outcomeOf(error)
  } catch {
    return { kind: 'unknown', text: say('The connection broke before Stripe answered.') }
  }
}
