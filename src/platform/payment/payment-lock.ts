import { createKeyedLock } from '../../lib/keyed-lock.ts'
import { ownState } from '../own-state.ts'

/** One operation at a time per payment, payout, seller account and the like. */
export const paymentLock = ownState(createKeyedLock)
