import type { Room } from '../../room.ts'
import { taxPersonal } from './personal.ts'
import { sellerCheck } from './seller-check.ts'

export const taxRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).tax] }),
  personal: taxPersonal,
  checks: [sellerCheck],
} satisfies Room
