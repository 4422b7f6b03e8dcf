import { stays, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { discountSums } from './discount-sums.ts'
import { discountPersonal } from './personal.ts'

export const discountRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).discount] }),
  personal: discountPersonal,
  sums: [discountSums],
  promises: [
    {
      name: 'discount',
      tables: ['discounts'],
      thing: 'A code that lowers a price',
      giver: { ...waits, forbidden: 'waits', hidden: 'waits' },
      receiver: stays,
    },
  ],
} satisfies Room
