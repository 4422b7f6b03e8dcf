import { tabStore } from '../../lib/store.ts'

const keys = { payment: 'tapedeck.payer.payment', secret: 'tapedeck.payer.secret' } as const

/** The secret of the last payment as a guest in this tab: whoever has it is its payer. */
export const payersSecret = {
  keep(paymentIntentId: string, clientSecret: string): void {
    tabStore.write(keys.payment, paymentIntentId)
    tabStore.write(keys.secret, clientSecret)
  },
  /** Returns the secret of a payment; null when this tab has another one or none. */
  of: (paymentIntentId: string): string | null =>
    tabStore.read(keys.payment) === paymentIntentId ? tabStore.read(keys.secret) : null,
  forget(): void {
    for (const key of Object.values(keys)) tabStore.write(key, null)
  },
}
