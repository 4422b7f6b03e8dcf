import type { Room } from '../../room.ts'
import { hookPersonal } from './personal.ts'

export const hookRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).hook] }),
  personal: hookPersonal,
} satisfies Room
