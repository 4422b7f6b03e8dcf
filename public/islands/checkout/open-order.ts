import { tabStore } from '../../lib/store.ts'

const keyOf = (path: string) => `tapedeck.order.${path}` as const

/**
 * The payment that was started on a checkout page, kept over a reload: a payer who comes back in
 * between is first checked, and never pays a second time.
 */
export const openOrder = {
  read: (path: string) => tabStore.read(keyOf(path)),
  keep: (path: string, paymentIntentId: string) => tabStore.write(keyOf(path), paymentIntentId),
  forget: (path: string) => tabStore.write(keyOf(path), null),
}
