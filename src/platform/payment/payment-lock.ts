import { createKeyedLock } from '../../lib/turn/keyed-lock.ts'
import { ownState } from '../own-state.ts'

export const paymentLock = ownState(createKeyedLock)
