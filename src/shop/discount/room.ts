import type { Room } from '../../room.ts'
import { discountSums } from './discount-sums.ts'
import { discountPersonal } from './personal.ts'

export const discountRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).discount] }),
  personal: discountPersonal,
  sums: [discountSums],
} satisfies Room
