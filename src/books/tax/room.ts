import type { Room } from '../../room.ts'
import { taxPersonal } from './personal.ts'

export const taxRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).tax] }),
  personal: taxPersonal,
} satisfies Room
