import type { Room } from '../../room.ts'
import { sandboxPersonal } from './personal.ts'

export const sandboxRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).sandbox] }),
  personal: sandboxPersonal,
} satisfies Room
