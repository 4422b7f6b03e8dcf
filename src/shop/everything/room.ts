import type { Room } from '../../room.ts'
import { everythingGoods } from './everything-goods.ts'
import { giveFutureJob } from './future-tapes.ts'
import { everythingPersonal } from './personal.ts'

export const everythingRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).everything] }),
  goods: [everythingGoods],
  jobs: [giveFutureJob],
  personal: everythingPersonal,
} satisfies Room
