import type { Room } from '../../room.ts'
import { payoutCheck } from './payout-check.ts'
import { receiptCheck } from './receipt-check.ts'
import { reconcileCheck } from './reconcile-check.ts'

export const reconcileRoom = { checks: [reconcileCheck, payoutCheck, receiptCheck] } satisfies Room
