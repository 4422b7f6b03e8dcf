import type { Room } from '../../room.ts'
import { wishPersonal } from './personal.ts'
import { priceFellJob } from './price-fell.ts'
import { priceFellNotification } from './price-fell-notification.ts'

export const wishRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).wish] }),
  jobs: [priceFellJob],
  notices: [priceFellNotification],
  personal: wishPersonal,
} satisfies Room
