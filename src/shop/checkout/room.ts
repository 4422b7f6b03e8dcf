import type { Room } from '../../room.ts'
import { cassetGoods } from './casset-goods.ts'
import { collectSums } from './collect-sums.ts'
import { everythingGoods } from './everything-goods.ts'
import { giveFutureJob } from './future-tapes.ts'
import { checkoutPersonal } from './personal.ts'
import { purchaseClaim } from './purchase-claim.ts'
import { singleClaim } from './single-claim.ts'
import { singleGoods } from './single-goods.ts'
import { tapeSums } from './tape-sums.ts'

export const checkoutRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).checkout, (await import('./everything-routes.ts')).everything],
  }),
  goods: [cassetGoods, singleGoods, everythingGoods],
  jobs: [giveFutureJob],
  personal: checkoutPersonal,
  sums: [collectSums, tapeSums],
  claims: [purchaseClaim, singleClaim],
} satisfies Room
