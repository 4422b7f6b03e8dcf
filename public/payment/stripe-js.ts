/** The parts of Stripe's own script that are used here. */
export type StripeJs = {
  elements(options: ElementsOptions): StripeElements
  confirmPayment(options: {
    elements: StripeElements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ error?: StripeError }>
}

type ElementsOptions = {
  mode: 'payment'
  amount: number
  currency: string
  /** As the server asks for it: Stripe refuses a payment whose fields were opened for another one. */
  captureMethod: 'automatic'
  appearance: Appearance
  /** The language of the browser. */
  locale: 'auto'
}

type Appearance = { theme: 'stripe' | 'night'; variables: Record<string, string> }

/** Fields of Stripe's, which know of one payment's amount. */
export type StripeElements = {
  create(
    type: 'payment',
    options: { layout: 'tabs'; defaultValues: { billingDetails: { email: string } } },
  ): StripeElement
  update(options: { amount: number }): void
  submit(): Promise<{ error?: StripeError }>
}

type StripeElement = {
  mount(box: HTMLElement): void
  destroy(): void
  on(event: 'ready', listener: () => void): void
  on(event: 'loaderror', listener: () => void): void
}

/** Why Stripe's script refused something. */
export type StripeError = { type: string; code?: string; decline_code?: string; message?: string }

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs
  }
}

/**
 * Where Stripe's script is. Stripe wants it from its own address, always; ours would not be let near a card. Its name is
 * that of the API's release, which the pinned SDK speaks.
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
