import type { Room } from '../../room.ts'
import { handlePersonal } from './personal.ts'

export const handleRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).handle] }),
  personal: handlePersonal,
} satisfies Room
