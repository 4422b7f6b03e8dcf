import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { declineMessage } from './decline-message.ts'
import { OrByCard } from './or-by-card.tsx'
import type { Outcome, PaymentFields, PaymentFieldsProps } from './payment-fields.ts'
import { openStripe, type StripeElements, type StripeError, type StripeJs } from './stripe-js.ts'

const walletHeight = 48

/**
 * Stripe's fields: the keys of the wallets that this browser has (Express Checkout Element), and
 * below them the Payment Element. They are in frames of Stripe's, so that no card number ever
 * touches this page.
 */
export default function StripeFields({
  amountMinor,
  currency,
  publishableKey,
  email,
  keeps,
  isAskedLater,
  returnPath,
  onReady,
  onFault,
  onWallet,
  onPay,
}: PaymentFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  const walletBox = useRef<HTMLDivElement>(null)
  const hasWallets = useSignal(false)
  const wasKept = useRef(false)
  const fields = useRef<StripeElements | null>(null)
  useEffect(() => {
    const [place, walletPlace] = [box.current, walletBox.current]
    if (!place || !walletPlace) return
    let leave = () => {}
    let isLeft = false
    const open = async () => {
      const stripe = await openStripe(publishableKey)
      if (isLeft) return
      const amount = amountMinor.peek()
      const elements = stripe.elements({
        mode: 'payment',
        amount,
        currency,
        captureMethod: 'automatic',
        ...(isAskedLater
          ? { setupFutureUsage: 'off_session' }
          : keeps.peek()
            ? { setupFutureUsage: 'on_session' }
            : {}),
        appearance: looksOf(place),
        locale: 'auto',
      })
      fields.current = elements
      const element = elements.create('payment', {
        layout: 'tabs',
        defaultValues: { billingDetails: { email } },
        wallets: { applePay: 'never', googlePay: 'never' },
      })
      const keys = elements.create('expressCheckout', {
        buttonHeight: walletHeight,
        layout: { maxColumns: 2, maxRows: 0 },
      })
      leave = () => {
        element.destroy()
        keys.destroy()
      }
      keys.on('ready', ({ availablePaymentMethods }) => {
        hasWallets.value = availablePaymentMethods !== undefined
      })
      keys.on('click', (click) => (onWallet() ? click.resolve() : click.reject()))
      keys.on('confirm', async (agreed) => {
        if (!(await onPay())) agreed.paymentFailed({ reason: 'fail' })
      })
      keys.mount(walletPlace)
      element.on('ready', () => onReady(paymentFieldsOf(stripe, elements, location.origin + returnPath)))
      element.on('loaderror', () => onFault(unreachable()))
      element.mount(place)
    }
    open().catch(() => onFault(unreachable()))
    return () => {
      isLeft = true
      onReady(null)
      leave()
    }
  }, [])
  useSignalEffect(() => {
    if (amountMinor.value > 0) fields.current?.update({ amount: amountMinor.value })
  })
  useSignalEffect(() => {
    const setupFutureUsage = keeps.value ? 'on_session' : null
    if (keeps.value || wasKept.current) fields.current?.update({ setupFutureUsage })
    wasKept.current = keeps.value
  })
  return (
    <>
      <div class="wallets stack" hidden={!hasWallets.value}>
        <div ref={walletBox} />
        <OrByCard />
      </div>
      <div class="card-fields">
        <div ref={box} />
        <p class="hint">{say('Paid through Stripe. Only Stripe sees your card number.')}</p>
      </div>
    </>
  )
}

export const unreachable = () => say('Stripe, which handles the payment, cannot be reached. Nothing was taken.')

const paymentFieldsOf = (stripe: StripeJs, elements: StripeElements, returnUrl: string): PaymentFields => ({
  async check() {
    const { error } = await elements.submit()
    // Stripe shows errors at its own fields.
    return error ? { field: null, text: error.message ?? say('Something is missing in the card fields.') } : null
  },
  async pay({ clientSecret }) {
    const confirmParams = { return_url: returnUrl }
    try {
      const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' })
      return error ? outcomeOf(error) : { kind: 'sent' }
    } catch {
      return { kind: 'unknown', text: say('The connection broke before Stripe answered.') }
    }
  },
})

export function outcomeOf({ type, code, decline_code: reason, message }: StripeError): Outcome {
  if (type === 'card_error') return { kind: 'refused', field: null, text: declineMessage(reason ?? code ?? null).text }
  if (code === 'payment_intent_authentication_failure')
    return { kind: 'refused', field: null, text: declineMessage(code).text }
  if (type === 'validation_error') return { kind: 'refused', field: null, text: message ?? declineMessage(null).text }
  // It was already paid, or the bank is processing it: the server is asked.
  if (code === 'payment_intent_unexpected_state') return { kind: 'sent' }
  if (permanent.includes(type)) return { kind: 'refused', field: null, text: `${notTaken()} (${code ?? type})` }
  return { kind: 'unknown', text: say('The connection broke before Stripe answered.') }
}

const permanent = ['invalid_request_error', 'authentication_error', 'idempotency_error']
const notTaken = () =>
  say('Stripe refuses this payment, and not because of your card. Nothing was taken. Tell the owner of this site.')

/** Returns the page's colours for Stripe's frame, which does not know oklch. */
function looksOf(place: HTMLElement): { theme: 'stripe' | 'night'; variables: Record<string, string> } {
  const style = getComputedStyle(place)
  const colour = (name: string) => toRgb(style.getPropertyValue(name))
  const isNight = style.getPropertyValue('--night').trim() === '1'
  return {
    theme: isNight ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--accent'),
      colorBackground: colour('--card'),
      colorText: colour('--ink'),
      colorDanger: colour('--bad'),
      borderRadius: '3px',
      fontSizeBase: '16px',
    },
  }
}

function toRgb(colour: string): string {
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pen) return '#000000'
  pen.fillStyle = colour
  pen.fillRect(0, 0, 1, 1)
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data
  return `rgb(${r}, ${g}, ${b})`
}
