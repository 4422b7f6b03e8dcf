import type { Room } from '../../room.ts'
import { collectSums } from './collect-sums.ts'
import { purchaseClaim } from './purchase-claim.ts'
import { tapeSums } from './tape-sums.ts'

export const purchaseRoom = { sums: [collectSums, tapeSums], claims: [purchaseClaim] } satisfies Room
