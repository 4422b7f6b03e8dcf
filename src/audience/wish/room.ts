import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { wishPersonal } from './personal.ts'
import { priceFellJob } from './price-fell.ts'
import { priceFellNotification } from './price-fell-notification.ts'

export const wishRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).wish] }),
  jobs: [priceFellJob],
  notices: [priceFellNotification],
  personal: wishPersonal,
  promises: [
    {
      name: 'wish',
      tables: ['wishes'],
      thing: 'News of a lower price',
      giver: { ...waits, hidden: 'waits' },
      receiver: ends,
    },
  ],
} satisfies Room
