import { api } from '../../lib/api.ts'
import type { Trouble } from '../../lib/trouble.ts'
import { readRefusal } from '../../payment/read-refusal.ts'

export type Verdict =
  /** `link`: another secret link, where a guest asked for one. */
  | { kind: 'yours'; link?: string | undefined }
  /** Not paid; `isOpen` when the same intent can still be paid. */
  | { kind: 'unpaid'; isOpen: boolean }
  /** The payer has done everything they can; the trouble says who decides about a voucher. */
  | { kind: 'pending'; trouble: Trouble }
  | { kind: 'unknown'; text: string }

const openStates = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const pauseMs = [700, 1500, 3000, 5000] as const

type Guest = { clientSecret?: string; needsLink?: boolean }

async function askOnce(paymentIntentId: string, guest: Guest): Promise<Verdict> {
  const { data, error } = await api.checkout.verify.post({ paymentIntentId, ...guest })
  if (error === null) {
    if (data.entitled) return { kind: 'yours', link: data.receiptUrl }
    return { kind: 'unpaid', isOpen: openStates.includes(data.status) }
  }
  const { status, isUnclear, trouble } = readRefusal(error)
  if (isUnclear) return { kind: 'unknown', text: trouble.text }
  if (status === 409) return { kind: 'pending', trouble }
  if (status === 404) return { kind: 'unpaid', isOpen: false }
  return { kind: 'unknown', text: trouble.text }
}

/** Asks for the state of a payment, several times while the processor still works on it. */
export async function askUntilClear(ask: () => Promise<Verdict>): Promise<Verdict> {
  for (const pause of pauseMs) {
    const verdict = await ask()
    // A voucher takes days to be paid, not seconds.
    if (verdict.kind !== 'pending' || verdict.trouble.field !== null) return verdict
    await new Promise((over) => setTimeout(over, pause))
  }
  return ask()
}

export const askVerdict = (paymentIntentId: string, guest: Guest = {}): Promise<Verdict> =>
  askUntilClear(() => askOnce(paymentIntentId, guest))
