import type { Room } from '../../room.ts'
import { vatSums } from './vat-sums.ts'

export const vatRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).vat] }),
  sums: [vatSums],
} satisfies Room
