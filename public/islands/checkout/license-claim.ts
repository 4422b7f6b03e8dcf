import type { License } from '../../../src/release/license/order/checkout-model.ts'
import { api } from '../../lib/api.ts'
import { tabStore } from '../../lib/store.ts'
import { readRefusal } from '../../payment/read-refusal.ts'
import { askUntilClear, type Verdict } from './ask-verdict.ts'

const keyOf = (paymentIntentId: string) => `tapedeck.secret.${paymentIntentId}` as const

/** Keeps the secret of a started payment in this tab: the license can be claimed only with it. */
export const keepSecret = ({ paymentIntentId, clientSecret }: { paymentIntentId: string; clientSecret: string }) =>
  tabStore.write(keyOf(paymentIntentId), clientSecret)

export const claimOf = (paymentIntentId: string, onClaimed: (license: License) => void): Promise<Verdict> =>
  askUntilClear(() => claimOnce(paymentIntentId, onClaimed))

async function claimOnce(paymentIntentId: string, onClaimed: (license: License) => void): Promise<Verdict> {
  const clientSecret = tabStore.read(keyOf(paymentIntentId))
  if (clientSecret === null) return { kind: 'unpaid', isOpen: false }
  const { data, error } = await api.checkout.license.claim.post({ paymentIntentId, clientSecret })
  if (error === null) {
    tabStore.write(keyOf(paymentIntentId), null)
    onClaimed(data.license)
    return { kind: 'yours' }
  }
  const { status, isUnclear, trouble } = readRefusal(error)
  if (isUnclear || status !== 409) return { kind: 'unknown', text: trouble.text }
  if (trouble.field === 'paymentIntentId') return { kind: 'unpaid', isOpen: true }
  if (trouble.field === 'token') return { kind: 'unknown', text: trouble.text }
  return { kind: 'pending', trouble }
}
