import type { Room } from '../../room.ts'
import { invitationPersonal } from './personal.ts'

export const invitationRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).invitation] }),
  personal: invitationPersonal,
} satisfies Room
