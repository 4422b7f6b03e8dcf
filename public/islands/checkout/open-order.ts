import { tabStore } from '../../lib/store.ts'

const keyOf = (slug: string) => `tapedeck.order.${slug}`

/**
 * The payment that was begun for a casset, kept over a reload: whoever comes back in the middle is first asked after,
 * and never pays a second time.
 */
export const openOrder = {
  read: (slug: string) => tabStore.read(keyOf(slug)),
  keep: (slug: string, paymentIntentId: string) => tabStore.write(keyOf(slug), paymentIntentId),
  forget: (slug: string) => tabStore.write(keyOf(slug), null),
}
