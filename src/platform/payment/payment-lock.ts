import { createKeyedLock } from '../../lib/keyed-lock.ts'
import { ownState } from '../own-state.ts'

export const paymentLock = ownState(createKeyedLock)
