import type { Room } from '../../room.ts'
import { cassetGoods } from './casset-goods.ts'

export const checkoutRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).checkout] }),
  goods: [cassetGoods],
} satisfies Room
