import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { collectSums } from './collect-sums.ts'
import { purchaseClaim } from './purchase-claim.ts'
import { tapeSums } from './tape-sums.ts'

export const purchaseRoom = {
  sums: [collectSums, tapeSums],
  claims: [purchaseClaim],
  promises: [
    {
      name: 'purchase',
      tables: ['purchases', 'track_holdings'],
      thing: 'Music that was bought',
      giver: stays,
      receiver: ends,
    },
  ],
} satisfies Room
