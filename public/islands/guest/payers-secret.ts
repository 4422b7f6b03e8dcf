import { tabStore } from '../../lib/store.ts'

const keys = { payment: 'tapedeck.payer.payment', secret: 'tapedeck.payer.secret' } as const

/** The client secret of this tab's last payment as a guest, which proves who paid. */
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
