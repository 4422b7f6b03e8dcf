import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { everythingGoods } from './everything-goods.ts'
import { giveFutureJob } from './future-tapes.ts'
import { everythingPersonal } from './personal.ts'

export const everythingRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).everything] }),
  goods: [everythingGoods],
  jobs: [giveFutureJob],
  personal: everythingPersonal,
  promises: [
    {
      name: 'everything-later',
      tables: ['everything_purchases'],
      thing: 'The tapes to come of everything',
      giver: waits,
      receiver: ends,
    },
  ],
} satisfies Room
