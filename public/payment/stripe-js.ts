export type StripeJs = {
  elements(options: ElementsOptions): StripeElements
  /** Pays with what was typed in the fields, or with a payment method that the customer has. */
  confirmPayment(options: {
    elements?: StripeElements
    clientSecret: string
    confirmParams: { return_url: string; payment_method?: string }
    redirect: 'if_required'
  }): Promise<{ error?: StripeError }>
}

type ElementsOptions = {
  mode: 'payment'
  amount: number
  currency: string
  /**
   * As the server requests it: Stripe refuses a payment whose fields were opened for another
   * method.
   */
  captureMethod: 'automatic'
  /** Set where the card is used again, with its payer or without; as the payment has it. */
  setupFutureUsage?: 'on_session' | 'off_session'
  appearance: Appearance
  locale: 'auto'
}

type Appearance = { theme: 'stripe' | 'night'; variables: Record<string, string> }

export type StripeElements = {
  create(type: 'payment', options: PaymentElementOptions): StripeElement
  create(type: 'expressCheckout', options: WalletOptions): StripeWallets
  update(options: { amount: number } | { setupFutureUsage: 'on_session' | null }): void
  submit(): Promise<{ error?: StripeError }>
}

type PaymentElementOptions = {
  layout: 'tabs'
  defaultValues: { billingDetails: { email: string } }
  /** The wallets have keys of their own above. */
  wallets: { applePay: 'never'; googlePay: 'never' }
}

type WalletOptions = { buttonHeight: number; layout: { maxColumns: number; maxRows: number } }

type StripeElement = {
  mount(box: HTMLElement): void
  destroy(): void
  on(event: 'ready', listener: () => void): void
  on(event: 'loaderror', listener: () => void): void
}

type StripeWallets = {
  mount(box: HTMLElement): void
  destroy(): void
  on(event: 'ready', listener: (ready: { availablePaymentMethods?: object | undefined }) => void): void
  on(event: 'loaderror', listener: () => void): void
  /** One of the two is called within a second: to open the wallet, or not. */
  on(event: 'click', listener: (click: { resolve(): void; reject(): void }) => void): void
  /** The payer agreed in the wallet, which stays open until the payment ends. */
  on(event: 'confirm', listener: (agreed: { paymentFailed(why: { reason: 'fail' }): void }) => void): void
}

export type StripeError = { type: string; code?: string; decline_code?: string; message?: string }

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs
  }
}

/**
 * The address of Stripe's script. Stripe requires its own address; a copy of ours would not be
 * allowed near a card. Its name is that of the API's release, which the pinned SDK uses.
 */
export const address = 'https://js.stripe.com/endive/stripe.js'

let loading: Promise<void> | null = null

const load = () =>
  new Promise<void>((loaded, failed) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      loading = null
      failed(new Error('the script of Stripe did not come'))
    }
    document.head.append(script)
  })

/** Fetches Stripe's script, once, and opens it with our key. Throws when it does not come. */
export async function openStripe(publishableKey: string): Promise<StripeJs> {
  loading ??= window.Stripe ? Promise.resolve() : load()
  await loading
  if (!window.Stripe) throw new Error('the script of Stripe is not what it should be')
  return window.Stripe(publishableKey)
}
